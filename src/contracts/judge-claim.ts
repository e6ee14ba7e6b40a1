import type { ExecutorReply } from './executor-reply.ts'

/** What a reply amounts to, whatever it calls itself. */
export type Claim = {
  readonly status: ExecutorReply['status']
  /** What the agent says, or what its own report holds against it. */
  readonly summary: string
}

/** A claim of completed stands only when nothing in the same report speaks against it. */
export function judgeClaim(reply: ExecutorReply): Claim {
  const { status, summary } = reply
  // What passed on another try is done, if nothing else in the report speaks against it.
  const isFlake = status === 'failed' && reply.failure === 'flaky'
  if (status !== 'completed' && !isFlake) return { status, summary }
  const against = doubtsOf(reply)
  return against.length === 0
    ? { status: 'completed', summary }
    : { status: 'needs_revision', summary: `${against.join(' ')} It called that completed: ${summary}` }
}

function doubtsOf(reply: ExecutorReply): readonly string[] {
  const { tests, flows, docs, preservedBehaviour, healthChecks, accessibility } = reply
  const ill = (healthChecks ?? []).filter(({ isHealthy }) => !isHealthy).map(({ name }) => name)
  return [
    ...(tests && tests.failed > 0 ? [`${tests.failed} of ${tests.total} tests fail.`] : []),
    ...(tests && tests.passed + tests.failed > tests.total ? ['Its counts of tests do not add up.'] : []),
    ...(flows && flows.passed < flows.executed
      ? [`${flows.executed - flows.passed} of ${flows.executed} flows do not pass.`]
      : []),
    ...(flows && flows.executed === 0 ? ['No flow was gone through.'] : []),
    ...(flows && flows.passed > flows.executed ? ['Its counts of flows do not add up.'] : []),
    ...(docs && !docs.parityVerified ? ['The documents were not compared with the code.'] : []),
    ...(preservedBehaviour === false ? ['Behaviour has changed.'] : []),
    ...(ill.length > 0 ? [`Not healthy: ${ill.join(', ')}.`] : []),
    ...(accessibility && !accessibility.isMet ? ['The design cannot be used by everybody.'] : []),
  ]
}
