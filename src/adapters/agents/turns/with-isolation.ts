import { RunFailure } from '../../../kernel/failure.ts'
import type { IsolationLevel } from '../../../kernel/ports/isolation.ts'

/** A failure of an agent, with how far its program was kept apart from the machine. */
export function withIsolation(thrown: unknown, isolation: IsolationLevel): unknown {
  if (!(thrown instanceof RunFailure) || thrown.failure.code !== 'agent-failed') return thrown
  return new RunFailure({ ...thrown.failure, isolation }, { cause: thrown.cause })
}
