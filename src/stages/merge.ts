import type { Run } from '../kernel/playbook.ts'
import type { MergeConflict, Repository } from '../kernel/ports/repository.ts'

export interface MergeOrder {
  readonly ours: string
  readonly theirs: string
  readonly message: string
  /** Whose work it is, for the commit's trailers. */
  readonly tasks?: readonly string[]
}

/** `base` is what both sides stood on. */
export type Merge =
  | {
      readonly kind: 'merged'
      readonly commit: string
      readonly tree: string
      readonly base: string | null
      /** The paths in which it differs from `ours`. */
      readonly touched: readonly string[]
    }
  | (MergeConflict & { readonly base: string | null })

/** A merge without a checkout, as a recorded step that repeats to the same commit. */
export function merge(run: Run, name: string, order: MergeOrder): Promise<Merge> {
  const { ours, theirs, message, tasks = [] } = order
  return run.step<Merge>(name, {
    kind: 'merge',
    version: 2,
    input: { ours, theirs, message, tasks },
    execute: async ({ world: { repository }, step, startedAt }) => {
      const at = { run: run.id, step, at: startedAt }
      return mergeIn(repository, { ...at, ours, theirs, message, tasks })
    },
  })
}

async function mergeIn(repository: Repository, request: Parameters<Repository['merge']>[0]): Promise<Merge> {
  const { ours, theirs } = request
  const base = await repository.mergeBase(ours, theirs)
  const result = await repository.merge(request)
  if (result.kind === 'conflict') return { ...result, base }
  const changes = result.commit === ours ? [] : await repository.changes(ours, result.commit)
  return { ...result, base, touched: changes.map(({ path }) => path) }
}
