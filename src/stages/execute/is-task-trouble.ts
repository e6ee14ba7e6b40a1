import type { Failure } from '../../kernel/failure.ts'

/** Whether a failure to ask an agent is the trouble of the task it worked on; the others end the run. */
export function isTaskTrouble(failure: Failure): boolean {
  return (
    failure.code === 'agent-failed' || failure.code === 'reply-invalid' || failure.code === 'session-lost'
  )
}
