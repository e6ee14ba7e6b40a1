import type { Json } from '../../../src/kernel/json.ts'
import { jiraLoopPolicy } from '../../../src/policy/jira-loop-policy.ts'

/** What a run of a ticket is told, for tests in which none begins. */
export function ticketInput(
  objective: string,
  more: Readonly<Record<string, Json>> = {},
): Readonly<Record<string, Json>> {
  return {
    objective,
    agents: { implementer: 'double' },
    programs: {},
    verify: null,
    prepare: '',
    copy: [],
    policy: JSON.parse(JSON.stringify(jiraLoopPolicy)) as Json,
    taskLimits: {},
    branch: 'tutti/r1',
    ...more,
  }
}
