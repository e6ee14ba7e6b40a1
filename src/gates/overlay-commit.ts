import type { Run } from '../kernel/playbook.ts'
import type { CommitAndTree } from './tell-flakes.ts'

export interface Overlay {
  readonly onto: string
  readonly from: string
  readonly paths: readonly string[]
  readonly message: string
}

/** `onto` with some files as they are in `from`, as a recorded step that repeats to the same commit. */
export function overlayCommit(run: Run, name: string, overlay: Overlay): Promise<CommitAndTree> {
  const { onto, from, paths, message } = overlay
  return run.step<{ readonly commit: string; readonly tree: string }>(name, {
    kind: 'overlay',
    input: { onto, from, paths: [...paths], message },
    execute: async ({ world, step, startedAt }) => ({
      ...(await world.repository.overlay({ run: run.id, step, onto, from, paths, message, at: startedAt })),
    }),
  })
}
