import { toRunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import { fact } from '../stages/facts.ts'
import type { ProcessFiles } from '../stages/specify/process-files.ts'

/** What a run leaves to be tidied up however it ends. */
export interface CleanUp {
  /** Set as soon as the run has files of its own. */
  files: ProcessFiles | null
}

/** Plays, and afterwards keeps the files and removes the workspaces; both are recorded, after a cancellation too. */
export async function cleanUpAfter<T>(run: Run, work: (after: CleanUp) => Promise<T>): Promise<T> {
  const after: CleanUp = { files: null }
  try {
    return await work(after)
  } catch (thrown) {
    if (toRunFailure(thrown).failure.code === 'cancelled') await after.files?.takeBack()
    throw thrown
  } finally {
    const hands = run.shielded()
    const kept = await hands.step<string | null>('clean-up', {
      kind: 'workspace-removal',
      input: null,
      execute: async (context) => {
        const [before = null] = context.notes
        const folder = before ?? (await after.files?.keep(context)) ?? null
        if (before === null && folder !== null) await context.note(folder)
        await context.world.workspaces.removeAll(run.id)
        return typeof folder === 'string' ? folder : null
      },
    })
    if (kept !== null) await hands.record('kept-files', fact({ kind: 'kept', value: { folder: kept } }))
  }
}
