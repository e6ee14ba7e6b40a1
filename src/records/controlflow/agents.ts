import type { Role } from '../../plan/role.ts'

/** The agents of the process, in the order of its own list. */
export const ROSTER = [
  'Planner',
  'CodeMapper-subagent',
  'Researcher-subagent',
  'CoreImplementer-subagent',
  'UIImplementer-subagent',
  'PlatformEngineer-subagent',
  'TechnicalWriter-subagent',
  'BrowserTester-subagent',
  'CodeReviewer-subagent',
  'PlanAuditor-subagent',
  'AssumptionVerifier-subagent',
  'ExecutabilityVerifier-subagent',
] as const

export type AgentName = (typeof ROSTER)[number]

/** Whom a phase may name; the last three of them write nothing, so their phases are planned anew. */
export const EXECUTOR_AGENTS = [
  'CoreImplementer-subagent',
  'UIImplementer-subagent',
  'PlatformEngineer-subagent',
  'TechnicalWriter-subagent',
  'BrowserTester-subagent',
  'CodeMapper-subagent',
  'Researcher-subagent',
  'CodeReviewer-subagent',
] as const satisfies readonly AgentName[]

export type ExecutorAgent = (typeof EXECUTOR_AGENTS)[number]

const AGENTS: Partial<Readonly<Record<Role, AgentName>>> = {
  planner: 'Planner',
  // Who plans also finds out what is meant.
  interpreter: 'Planner',
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
}

/** What the process calls a role; one of the team's own keeps its name. */
export function agentOf(role: string): string {
  return AGENTS[role as Role] ?? role
}

export function executorAgentOf(role: string): ExecutorAgent {
  const name = agentOf(role)
  return EXECUTOR_AGENTS.find((each) => each === name) ?? 'CoreImplementer-subagent'
}

/** The role that does what a phase's agent does; `null` where no work is that agent's. */
export function roleOf(agent: string): string | null {
  const name = agent
    .trim()
    .replace(/`/g, '')
    .replace(/-subagent$/, '')
  const working = ['CoreImplementer', 'UIImplementer', 'PlatformEngineer', 'TechnicalWriter', 'BrowserTester']
  if (!working.includes(name)) return null
  return Object.entries(AGENTS).find(([, own]) => own === `${name}-subagent`)?.[0] ?? null
}
