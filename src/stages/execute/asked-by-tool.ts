import type { ClarificationRequest } from '../../contracts/clarification-request.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'

/** What an agent that needs input waits for: its own words, and what it has asked for through its tools. */
export function askedByTool(
  { summary, clarification }: Asking,
  calls: readonly ToolCall[] = [],
): { readonly summary: string; readonly clarification: ClarificationRequest | null } {
  const words = calls.flatMap((call) => {
    if (call.tool === 'ask_person') return [call.input.question]
    if (call.tool === 'request_capability') return [`${call.input.capability} (${call.input.why})`]
    return []
  })
  const unsaid = words.filter((each) => !summary.includes(each))
  return {
    summary: [summary, ...unsaid].join('\n'),
    clarification: clarification ?? optionsOf(calls),
  }
}

interface Asking {
  readonly summary: string
  readonly clarification?: ClarificationRequest | null | undefined
}

/** The options of the last question that has any; the first is the one that its tool asks to recommend. */
function optionsOf(calls: readonly ToolCall[]): ClarificationRequest | null {
  for (const call of calls.toReversed()) {
    if (call.tool !== 'ask_person' || call.input.options.length === 0) continue
    const options = call.input.options.map(({ label, description }, index) => ({
      id: `${index + 1}`,
      description: label,
      pros: description ?? '',
      cons: '',
      affectedFiles: [],
    }))
    return { options, recommended: '1', impact: '' }
  }
  return null
}
