import type { Json } from '../kernel/json.ts'
import type { Playbook } from '../kernel/playbook.ts'
import type { BuiltInPolicy } from '../policy/built-in-policies.ts'
import { controlflowPlaybook } from './controlflow/controlflow.ts'
import { gemTeamPlaybook } from './gem-team/gem-team.ts'
import { jiraLoopPlaybook } from './jira-loop/jira-loop.ts'
import type { StandardInput } from './standard-input.ts'
import { standardPlaybook } from './standard.ts'
import { teamCoordinatePlaybook } from './team-coordinate/team-coordinate.ts'

/** A process that comes with the program, and the policy that makes it what it is. */
export interface BuiltInPlaybook {
  readonly playbook: Playbook<StandardInput, Json>
  /** `null`: whichever the settings name. */
  readonly policy: BuiltInPolicy | null
}

export const builtInPlaybooks: readonly BuiltInPlaybook[] = [
  { playbook: standardPlaybook, policy: null },
  { playbook: gemTeamPlaybook, policy: 'gem-team' },
  { playbook: jiraLoopPlaybook, policy: 'jira-loop' },
  { playbook: controlflowPlaybook, policy: 'controlflow' },
  { playbook: teamCoordinatePlaybook, policy: 'team-coordinate' },
]

export function findBuiltIn(name: string): BuiltInPlaybook | null {
  return builtInPlaybooks.find(({ playbook }) => playbook.name === name) ?? null
}
