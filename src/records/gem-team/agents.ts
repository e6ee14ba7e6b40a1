/** The team by our roles; gem-team knows it by these names. */
const AGENTS: Readonly<Record<string, string>> = {
  researcher: 'gem-researcher',
  planner: 'gem-planner',
  implementer: 'gem-implementer',
  'browser-tester': 'gem-browser-tester',
  'platform-engineer': 'gem-devops',
  reviewer: 'gem-reviewer',
  'documentation-writer': 'gem-documentation-writer',
  debugger: 'gem-debugger',
  critic: 'gem-critic',
  'code-simplifier': 'gem-code-simplifier',
  designer: 'gem-designer',
  'mobile-implementer': 'gem-implementer-mobile',
  'mobile-designer': 'gem-designer-mobile',
  'mobile-tester': 'gem-mobile-tester',
}

const ROLES = new Map(Object.entries(AGENTS).map(([role, agent]) => [agent, role]))

/** How gem-team calls a role; one that it does not know keeps its own name. */
export function agentOfRole(role: string): string {
  return (Object.hasOwn(AGENTS, role) ? AGENTS[role] : undefined) ?? role
}

/** The role that an agent of gem-team has here. */
export function roleOfAgent(agent: string): string {
  return ROLES.get(agent) ?? agent
}
