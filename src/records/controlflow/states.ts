/** Where the work can be, and where it can go from there. A revision in PLAN_REVIEW is the planner's, within it. */
export const NEXT = {
  PLANNING: ['WAITING_APPROVAL'],
  WAITING_APPROVAL: ['PLANNING', 'PLAN_REVIEW', 'ACTING', 'REVIEWING', 'COMPLETE'],
  PLAN_REVIEW: ['ACTING', 'WAITING_APPROVAL'],
  ACTING: ['REVIEWING', 'WAITING_APPROVAL', 'PLANNING'],
  REVIEWING: ['ACTING', 'WAITING_APPROVAL', 'PLANNING'],
  COMPLETE: [],
} as const

export type State = keyof typeof NEXT

export type Next = { readonly [From in State]: (typeof NEXT)[From][number] }

export type Transition = { readonly from: State; readonly to: State }

/** One step of the machine; one that it does not have compiles nowhere. */
export function transition<From extends State>(from: From, to: Next[From]): Transition {
  return refuseUnlessLegal(from, to)
}

/** The same where only the run can tell which states they are. Contract: throws for a step it does not have. */
export function refuseUnlessLegal(from: State, to: State): Transition {
  if (isLegal(from, to)) return { from, to }
  throw new Error(`ControlFlow does not go from ${from} to ${to}; the run stops instead of skipping a gate.`)
}

export function isLegal(from: State, to: State): boolean {
  const next: readonly State[] = NEXT[from]
  return next.includes(to)
}
