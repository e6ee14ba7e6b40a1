/** Who can be asked; each may be given an agent of its own. */
export const ROLES = ['researcher', 'planner', 'implementer', 'debugger'] as const

export type Role = (typeof ROLES)[number]
