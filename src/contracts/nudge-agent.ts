import type { Failure } from '../kernel/failure.ts'
import type { Nudge } from '../kernel/ports/agents.ts'

export interface NextNudge {
  readonly kind: Nudge['kind']
  readonly session: string
}

/**
 * What an agent is told that was stopped for being too slow: first for its status, then to finish. `null` means
 * that it is to be ended, because it was told everything or cannot be spoken to.
 */
export function nextNudge(failure: Failure, last: Nudge['kind'] | null): NextNudge | null {
  if (failure.code !== 'agent-failed' || failure.session === undefined || last === 'finish') return null
  const { session, trouble } = failure
  if (trouble === 'timed-out') return { kind: 'finish', session }
  if (trouble !== 'hung') return null
  return { kind: last === null ? 'status' : 'finish', session }
}

/** The words of a nudge; `replyAs` asks once more for the reply that the turn was to end with. */
export function nudgeWords(kind: Nudge['kind'], replyAs: string): string {
  return `${words[kind]}\n\n${replyAs}`
}

const words: Readonly<Record<Nudge['kind'], string>> = {
  status:
    'You have been silent for so long that your turn was stopped. Say in a sentence what you are doing and ' +
    'what is left. If a command hangs, do without it. If you can finish, go on from where you are, and end ' +
    'with the reply that was asked for.',
  finish:
    'Your time is up. Start nothing new. Leave the files in a state that holds together, and end now with the ' +
    'reply that was asked for, saying honestly what is done and what is not.',
}
