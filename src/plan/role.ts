/** Who can be asked; each may be given an agent of its own. */
export const ROLES = [
  'interpreter',
  'code-mapper',
  'researcher',
  'planner',
  'splitter',
  'plan-auditor',
  'assumption-verifier',
  'executability-verifier',
  'critic',
  'implementer',
  'ui-implementer',
  'mobile-implementer',
  'platform-engineer',
  'designer',
  'mobile-designer',
  'browser-tester',
  'mobile-tester',
  'documentation-writer',
  'code-simplifier',
  'debugger',
  'reviewer',
  'initializer',
] as const

export type Role = (typeof ROLES)[number]

export function forEachRole<T>(make: (role: Role) => T): Readonly<Record<Role, T>> {
  return Object.fromEntries(ROLES.map((role) => [role, make(role)])) as Record<Role, T>
}

/** Those of us whom a plan can give a task to; a team may have more. */
export const EXECUTORS = [
  'implementer',
  'ui-implementer',
  'mobile-implementer',
  'platform-engineer',
  'designer',
  'browser-tester',
  'mobile-tester',
  'documentation-writer',
  'code-simplifier',
  'mobile-designer',
] as const satisfies readonly Role[]

export type Executor = (typeof EXECUTORS)[number]

/** How a role is called, a team's own ones too. */
export const ROLE_NAME = /^[a-z][a-z0-9-]{0,47}$/
