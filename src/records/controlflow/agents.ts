import type { Role } from '../../plan/role.ts'

/** What the process calls its roles, in the order of its own list. */
const AGENTS = {
  planner: 'Planner',
  'code-mapper': 'CodeMapper-subagent',
  researcher: 'Researcher-subagent',
  implementer: 'CoreImplementer-subagent',
  'ui-implementer': 'UIImplementer-subagent',
  'platform-engineer': 'PlatformEngineer-subagent',
  'documentation-writer': 'TechnicalWriter-subagent',
  'browser-tester': 'BrowserTester-subagent',
  reviewer: 'CodeReviewer-subagent',
  'plan-auditor': 'PlanAuditor-subagent',
  'assumption-verifier': 'AssumptionVerifier-subagent',
  'executability-verifier': 'ExecutabilityVerifier-subagent',
} as const satisfies Partial<Record<Role, string>>

export const ROSTER = Object.values(AGENTS)

const BUILDERS = [
  AGENTS.implementer,
  AGENTS['ui-implementer'],
  AGENTS['platform-engineer'],
  AGENTS['documentation-writer'],
  AGENTS['browser-tester'],
] as const

/** Whom a phase may name; the last three of them write nothing, so their phases are planned anew. */
export const EXECUTOR_AGENTS = [
  ...BUILDERS,
  AGENTS['code-mapper'],
  AGENTS.researcher,
  AGENTS.reviewer,
] as const

/** What the process calls a role; one of the team's own keeps its name. */
export function agentOf(role: string): string {
  return Object.entries(AGENTS).find(([own]) => own === role)?.[1] ?? role
}

export function executorAgentOf(role: string): string {
  return EXECUTOR_AGENTS.find((each) => each === agentOf(role)) ?? AGENTS.implementer
}

/** The role that does what a phase's agent does; `null` where no work is that agent's. */
export function roleOf(agent: string): string | null {
  const name = `${agent
    .replaceAll('`', '')
    .trim()
    .replace(/-subagent$/, '')}-subagent`
  const builder = BUILDERS.find((each) => each === name)
  return Object.entries(AGENTS).find(([, own]) => own === builder)?.[0] ?? null
}
