import type { RunEvent } from '../kernel/event.ts'
import { sessionFolder } from '../records/team-coordinate/session-id.ts'
import { teamState } from '../records/team-coordinate/team-state.ts'
import { storyOf } from '../records/story.ts'

const MOST_PROGRESS = 50
const MOST_BLOCKERS = 10

/** Where a team stands. Contract: looking changes nothing. */
export interface TeamCheck {
  readonly session: string
  readonly completed: number
  readonly total: number
  /** `done`, `>>>` at work, `o` ready, `.` waits. */
  readonly tasks: readonly { readonly id: string; readonly role: string; readonly icon: string }[]
  /** What workers last said about how far they are, newest last. */
  readonly progress: readonly string[]
  /** What last held them up, newest last. */
  readonly blockers: readonly string[]
}

/** `null` for a run that has no team. */
export function teamCheck(events: readonly RunEvent[]): TeamCheck | null {
  const state = teamState(storyOf(events))
  if (state === null) return null
  const done = new Set(state.tasks.filter(({ status }) => status === 'completed').map(({ id }) => id))
  const said = (types: readonly string[], most: number): readonly string[] => {
    const lines = state.messages
      .filter(({ value: { type, from } }) => types.includes(type) && from !== 'coordinator')
      .map(({ value: { from, summary } }) => `${from}: ${summary}`)
    // Of what was said again only the last time counts.
    return lines.filter((line, at) => lines.lastIndexOf(line) === at).slice(-most)
  }
  return {
    session: sessionFolder(state.session),
    completed: done.size,
    total: state.tasks.length,
    tasks: state.tasks.map(({ id, role, status, deps }) => {
      const isReady = deps.every((on) => done.has(on))
      const waiting = isReady ? 'o' : '.'
      const icons = { completed: 'done', in_progress: '>>>', pending: waiting, failed: '✗', timed_out: '✗' }
      return { id, role, icon: icons[status] }
    }),
    progress: said(['progress', 'task_complete'], MOST_PROGRESS),
    blockers: said(['blocker', 'error', 'consensus_blocked'], MOST_BLOCKERS),
  }
}
