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

export const builtInPolicies: Readonly<Record<BuiltInPolicy, RunPolicy>> = {
  standard: standardPolicy,
  plain: plainPolicy,
  'gem-team': gemTeamPolicy,
  'jira-loop': jiraLoopPolicy,
  controlflow: controlflowPolicy,
  'team-coordinate': teamCoordinatePolicy,
}
