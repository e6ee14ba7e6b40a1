import type { Run } from '../../kernel/playbook.ts'
import type { TeamMessage } from '../../records/team-coordinate/team-facts.ts'
import { teamFact } from '../../records/team-coordinate/team-facts.ts'

/** Logs a message on the bus of the team. */
export function logMessage(
  run: Run,
  name: string,
  [from, to]: readonly [from: string, to: string],
  type: string,
  summary: string,
  data: TeamMessage['data'] = null,
): Promise<void> {
  const value: TeamMessage = { from, to, type, summary, data, dispatch_status: 'delivered' }
  return run.record(`message-${name}`, teamFact({ kind: 'team-message', value }))
}
