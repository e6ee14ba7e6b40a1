import type { SharedNote } from '../gates/guarded.ts'
import { guarded, tellShared } from '../gates/guarded.ts'
import type { PreparationOutcome } from '../gates/preparation.ts'
import { prepareWorkspace } from '../gates/preparation.ts'
import type { Run } from '../kernel/playbook.ts'
import type { Workspace } from '../kernel/ports/workspaces.ts'
import type { Job } from './job.ts'

type RecordedWorkspace = {
  readonly id: string
  readonly path: string
  readonly ref: string
  readonly baseCommit: string
}

type RecordedPreparation = PreparationOutcome & { readonly shared?: readonly SharedNote[] }

/** A workspace at a commit, as a recorded step. */
export function openWorkspace(run: Run, id: string, base: string): Promise<Workspace> {
  return run.step<RecordedWorkspace>('workspace', {
    kind: 'workspace',
    input: { id, base },
    execute: async (context) => ({ ...(await context.world.workspaces.open({ run: run.id, id, base })) }),
  })
}

/** The recorded preparation of a workspace, before any agent works in it. */
export async function prepare(
  run: Run,
  workspace: Workspace,
  { proof }: Pick<Job, 'proof'>,
): Promise<PreparationOutcome> {
  const { preparation } = proof
  const { shared, ...outcome } = await run.step<RecordedPreparation>('prepare', {
    kind: 'prepare',
    input: { workspace: workspace.id, ...preparation },
    execute: async (context) => {
      const work = async (): Promise<PreparationOutcome> => {
        const outcome = await prepareWorkspace(context, workspace, preparation)
        if (outcome.ok && preparation.command !== null) await context.world.workspaces.separate(workspace)
        return outcome
      }
      if (preparation.command === null) return work()
      const guardedWork = await guarded(context, work)
      return guardedWork.shared.length === 0
        ? guardedWork.result
        : { ...guardedWork.result, shared: guardedWork.shared }
    },
  })
  await tellShared(run, 'prepare', shared)
  return outcome
}

/** Removal is recorded too, and works after a cancellation. */
export async function closeWorkspace(run: Run, workspace: Workspace): Promise<void> {
  await run.shielded().step('remove-workspace', {
    kind: 'workspace-removal',
    input: { id: workspace.id },
    execute: async ({ world }) => {
      await world.workspaces.remove(workspace)
      return null
    },
  })
}
