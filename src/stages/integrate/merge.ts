import type { Run } from '../../kernel/playbook.ts'
import type { MergeConflict, MergeRequest, Repository } from '../../kernel/ports/repository.ts'
import { findLost } from './find-lost.ts'

export interface MergeOrder {
  readonly ours: string
  readonly theirs: string
  readonly message: string
  /** Whose work it is, for the commit's trailers. */
  readonly tasks?: readonly string[]
  /** What both stand on, where these sides have been merged and looked at before; else it is found out. */
  readonly base?: string | null
}

/** `base` is what both sides stood on. */
export type Merge =
  | {
      readonly kind: 'merged'
      readonly commit: string
      readonly tree: string
      readonly base: string | null
    }
  | (MergeConflict & { readonly base: string | null })
  /** Git said that it merged, but not everything of both sides is there. */
  | (Omit<MergeConflict, 'kind'> & { readonly kind: 'lost'; readonly base: string | null })

/** A merge without a checkout, as a recorded step that repeats to the same commit. */
export function merge(run: Run, name: string, order: MergeOrder): Promise<Merge> {
  const { ours, theirs, message, tasks = [], base } = order
  return run.step<Merge>(name, {
    kind: 'merge',
    input: { ours, theirs, message, ...(tasks.length > 0 ? { tasks } : {}) },
    execute: async ({ world: { repository }, step, startedAt }) => {
      const request = { run: run.id, step, at: startedAt, ours, theirs, message, tasks }
      if (base === undefined) return mergeAndLook(repository, request)
      return { ...(await repository.merge(request)), base }
    },
  })
}

async function mergeAndLook(repository: Repository, request: MergeRequest): Promise<Merge> {
  const { ours, theirs } = request
  const base = await repository.mergeBase(ours, theirs)
  const result = await repository.merge(request)
  if (result.kind === 'conflict') return { ...result, base }
  const lost = await lostIn(repository, base, request, result.commit)
  if (lost.length > 0) {
    const paths = [...new Set(lost.map(({ path }) => path))]
    return { kind: 'lost', paths, files: [], message: lost.map(({ message }) => message).join('\n'), base }
  }
  return { ...result, base }
}

/** Nothing can be lost where one side stands on the other. */
async function lostIn(
  repository: Repository,
  base: string | null,
  { ours, theirs }: MergeRequest,
  result: string,
): ReturnType<typeof findLost> {
  if (base === null || base === ours || base === theirs) return []
  return findLost(repository, { base, ours, theirs, result })
}
