import type { Json } from '../../kernel/json.ts'
import type { FailureEntry } from '../../policy/failure-ledger.ts'
import type { FailureFact, GrantFact } from '../facts.ts'

/** The failures and grants among the recorded facts of the execute stage, oldest first. */
export function failureEntries(
  recorded: ReadonlyMap<string, Json>,
  scopeName: string,
): readonly FailureEntry[] {
  return [...recorded].flatMap(([name, value]): readonly FailureEntry[] => {
    const parts = name.slice(scopeName.length + 1).split('/')
    const [task = ''] = parts
    const last = parts.at(-1) ?? ''
    if (last.startsWith('failure-')) {
      const { wave, class: of, signature, retries = 0 } = value as unknown as FailureFact
      return [{ kind: 'failure', name, task, wave, class: of, signature, retries }]
    }
    if (last.startsWith('granted-')) {
      const { wave, level, class: of } = value as unknown as GrantFact
      return [{ kind: 'grant', name, task, wave, level, class: of }]
    }
    return []
  })
}
