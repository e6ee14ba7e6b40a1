import type { CastTask } from './cast.ts'

/** Where a story is about the work, the plan needs no looking at. */
export const quiet = { tier: 'small', challenge: { by: { small: [] } } } as const
export const approve = { to: 'approve/', with: ['approve'] }
export const objective = 'Add two small notes, T1.txt and T2.txt, each with its own name in it'

export function task(id: string, more: Partial<CastTask> = {}): CastTask {
  return { id, ...more, more: { covers: [], ...more.more } }
}
