import type { Failure } from '../../kernel/failure.ts'

/** Whether a failure to ask an agent is the trouble of the task it worked on; the others end the run. */
export function isTaskTrouble(failure: Failure): boolean {
  switch (failure.code) {
    case 'agent-failed':
    case 'agent-missing':
    case 'reply-invalid':
    case 'session-lost':
      return true
    default:
      return false
  }
}
