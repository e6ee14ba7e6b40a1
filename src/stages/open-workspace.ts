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

/** A workspace at a commit, as a recorded step. */
export function openWorkspace(run: Run, id: string, base: string): Promise<Workspace> {
  return run.step<RecordedWorkspace>('workspace', {
    kind: 'workspace',
    input: { id, base },
    execute: async (context) => ({ ...(await context.world.workspaces.open({ run: run.id, id, base })) }),
  })
}

/** The recorded preparation of a workspace, before any agent works in it. */
export function prepare(
  run: Run,
  workspace: Workspace,
  { proof }: Pick<Job, 'proof'>,
): Promise<PreparationOutcome> {
  const { preparation } = proof
  return run.step<PreparationOutcome>('prepare', {
    kind: 'prepare',
    input: { workspace: workspace.id, ...preparation },
    execute: (context) => prepareWorkspace(context, workspace, preparation),
  })
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
