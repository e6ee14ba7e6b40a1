import type { Conflict } from '../../contracts/implement-request.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'
import type { Attempt, Carried } from './attempt.ts'
import { merge } from '../integrate/merge.ts'
import { openWorkspace, prepare } from '../open-workspace.ts'

/** Where an attempt begins. */
export interface Start {
  readonly workspace: Workspace
  /** The commit of the line that everything the task changes is measured from. */
  readonly base: string
  readonly baseTree: string
  /** What the workspace stands at: the base, or the task's own earlier work on top of it. */
  readonly parent: string
  readonly conflict: (Conflict & { readonly base: string }) | null
  /** Whether the workspace stands at just the work that failed. */
  readonly isUnchanged: boolean
  /** Why nobody can work there. */
  readonly problem: string | null
}

/** Opens the workspace on the line as it is now, with the task's own earlier work on top where that fits. */
export async function startAttempt(attempt: Attempt, carried: Carried): Promise<Start> {
  const { run, job, desk, task } = attempt
  const base = await run.decide('base', () => desk.line.head)
  const baseTree = await desk.treeAt(base)
  const { parent, conflict } = await takeUp(attempt, base, carried)
  const workspace = await openWorkspace(run, task.id, parent)
  const prepared = await prepare(run, workspace, job)
  const isUnchanged = parent === (carried.work?.commit ?? base)
  const problem = prepared.ok ? null : prepared.problem
  return { workspace, base, baseTree, parent, conflict, isUnchanged, problem }
}

async function takeUp(
  { run, task }: Attempt,
  base: string,
  { work, conflictsWith }: Carried,
): Promise<Pick<Start, 'parent' | 'conflict'>> {
  if (work === null) return { parent: base, conflict: null }
  if (work.base === base) return { parent: work.commit, conflict: null }
  const message = `${task.title}\n\nTask ${task.id}, on top of what others have done.`
  const merged = await merge(run, 'take-up', { ours: base, theirs: work.commit, message })
  if (merged.kind === 'merged') return { parent: merged.commit, conflict: null }
  const { paths, files } = merged
  return {
    parent: base,
    conflict: { commit: work.commit, base: merged.base ?? work.base, paths, files, with: conflictsWith },
  }
}
