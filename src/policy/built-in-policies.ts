import { controlflowPolicy } from './controlflow-policy.ts'
import { gemTeamPolicy } from './gem-team-policy.ts'
import { jiraLoopPolicy } from './jira-loop-policy.ts'
import type { RunPolicy } from './run-policy.ts'
import { plainPolicy, standardPolicy } from './run-policy.ts'
import { teamCoordinatePolicy } from './team-coordinate-policy.ts'

export const BUILT_IN_POLICIES = [
  'standard',
  'plain',
  'gem-team',
  'jira-loop',
  'controlflow',
  'team-coordinate',
] as const

export type BuiltInPolicy = (typeof BUILT_IN_POLICIES)[number]

/** Processes that have as many tasks at work as the machine has cores, where that is known and nobody says otherwise. */
export const PARALLEL_BY_CORES: ReadonlySet<BuiltInPolicy> = new Set(['jira-loop'])

export const builtInPolicies: Readonly<Record<BuiltInPolicy, RunPolicy>> = {
  standard: standardPolicy,
  plain: plainPolicy,
  'gem-team': gemTeamPolicy,
  'jira-loop': jiraLoopPolicy,
  controlflow: controlflowPolicy,
  'team-coordinate': teamCoordinatePolicy,
}
