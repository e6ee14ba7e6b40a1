import type { Attempt } from './attempt.ts'
import { endedBy } from './ended-by.ts'
import { fact } from '../facts.ts'

/** Something that only a person may let pass. */
export interface Doubt {
  /** Names it for good, so that it is asked about once. */
  readonly key: string
  /** For the agent. */
  readonly message: string
  /** For a person: what the task did, to be read after its name. */
  readonly told: string
}

export type AcceptWord =
  | { readonly kind: 'accepted'; readonly keys: readonly string[] }
  | { readonly kind: 'sent-back'; readonly text: string }

/** Puts what was held against a change before a person, and records what was agreed to and by whom. */
export async function askToAccept(
  { run, task }: Attempt,
  name: string,
  doubts: readonly Doubt[],
): Promise<AcceptWord> {
  const problem = doubts.map(({ message }) => message).join(' ')
  const answer = await run.question(name, {
    kind: 'choice',
    text: questionFor(`${task.id} (${task.title})`, doubts),
    options: [
      { id: 'accept', label: 'Keep it' },
      { id: 'send-back', label: 'Send it back to the agent' },
      { id: 'stop', label: 'End the run' },
    ],
    free: true,
  })
  if (answer.option === 'stop') throw endedBy(answer.by, task.id)
  if (answer.option !== 'accept') return { kind: 'sent-back', text: answer.text ?? problem }
  const keys = doubts.map(({ key }) => key)
  const value = { task: task.id, what: keys, by: answer.by }
  await run.record(`${name}-accepted`, fact({ kind: 'accepted', value }))
  return { kind: 'accepted', keys }
}

function questionFor(task: string, doubts: readonly Doubt[]): string {
  const [first = '', ...more] = doubts.map(({ told }) => told)
  const rest = more.map((told) => ` It also ${told.replace(/^also /, '')}.`).join('')
  return `${task} ${first}.${rest} ${more.length === 0 ? 'Keep it?' : 'Keep all of this?'}`
}
