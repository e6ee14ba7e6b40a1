/**
 * Wraps one change to the outside world, so that tests can cut the process just before and just after it and
 * a trace can name what was under way. Contract: returns what `act` returns, and adds nothing else.
 */
export type Effect = <T>(label: string, act: () => Promise<T>) => Promise<T>

export const plainEffect: Effect = (_label, act) => act()
