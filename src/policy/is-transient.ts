import type { AgentTrouble, Failure } from '../kernel/failure.ts'

const transient: Readonly<Record<AgentTrouble, boolean>> = {
  crashed: true,
  hung: true,
  'timed-out': true,
  'rate-limited': true,
  overloaded: true,
  protocol: true,
  refused: false,
  unauthorised: false,
  'out-of-quota': false,
  'model-unavailable': false,
  'over-limit': false,
}

/** Whether an agent failed in a way that passes, and that fewer agents at work might have spared us. */
export function isTransient(failure: Failure): boolean {
  return failure.code === 'agent-failed' && transient[failure.trouble]
}
