import type { ClarificationRequest } from '../../contracts/clarification-request.ts'
import type { QuestionOption } from '../../kernel/question.ts'
import type { Attempt } from './attempt.ts'
import { endedBy } from './ended-by.ts'

interface AgentsQuestion {
  readonly status: 'needs_input' | 'needs_approval'
  readonly summary: string
  /** The ways to go on that the agent sees. */
  readonly clarification?: ClarificationRequest | null | undefined
}

/** Puts an agent's question before a person; the answer opens the next turn of the same session. */
export async function askForAgent(
  { run, task }: Attempt,
  turn: number,
  { status, summary, clarification = null }: AgentsQuestion,
): Promise<{ readonly news: string; readonly isRefused: boolean }> {
  const asks = status === 'needs_input' ? 'asks' : 'asks leave'
  const offered = status === 'needs_input' ? offersOf(clarification) : []
  const answer = await run.question(`${status === 'needs_input' ? 'input' : 'approval'}-${turn}`, {
    kind: 'choice',
    text: `${task.id} (${task.title}) ${asks}: ${summary}`,
    options: [
      ...offered.map(({ option }) => option),
      ...(status === 'needs_input'
        ? [{ id: 'decide', label: 'Let the agent decide by itself' }]
        : [
            { id: 'allow', label: 'Allow it' },
            { id: 'refuse', label: 'Do not allow it' },
          ]),
      { id: 'stop', label: 'End the run' },
    ],
    free: true,
    ...(clarification === null || offered.length === 0
      ? {}
      : { details: { impact: clarification.impact, recommended: clarification.recommended } }),
  })
  if (answer.option === 'stop') throw endedBy(answer.by, task.id)
  const chosen = offered.find(({ option }) => option.id === answer.option)?.answer
  const said = answer.text ?? chosen ?? answers[answer.option ?? ''] ?? answer.option ?? ''
  return {
    news: `You had asked: ${summary}\nThe answer: ${said}`,
    isRefused: status === 'needs_approval' && answer.option === 'refuse',
  }
}

const answers: Readonly<Record<string, string>> = {
  decide: 'Decide it yourself, and say in your summary what you took.',
  allow: 'It is allowed.',
  refuse: 'It is not allowed. Do the task without it.',
}

/** The agent's own ids get a prefix, so that none of them can be taken for one of ours. */
function offersOf(
  clarification: ClarificationRequest | null,
): readonly { readonly option: QuestionOption; readonly answer: string }[] {
  return (clarification?.options ?? []).map(({ id, description, pros, cons, affectedFiles }) => {
    const more = [
      ...(pros === '' ? [] : [`For it: ${pros}`]),
      ...(cons === '' ? [] : [`Against it: ${cons}`]),
      ...(affectedFiles.length === 0 ? [] : [`Files: ${affectedFiles.join(', ')}`]),
    ].join('. ')
    const label = id === clarification?.recommended ? `${description} (recommended)` : description
    const option = { id: `option-${id}`, label, ...(more === '' ? {} : { description: more }) }
    return { option, answer: description }
  })
}
