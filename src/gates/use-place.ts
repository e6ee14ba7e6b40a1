import type { StepContext } from '../kernel/playbook.ts'
import type { FileWatch, Workspace } from '../kernel/ports/workspaces.ts'
import type { GatePlace } from './gate-room.ts'
import type { Preparation, PreparationOutcome } from './preparation.ts'
import { preparationKey, prepareWorkspace } from './preparation.ts'

export interface UsedPlace<T> {
  readonly outcome: T | Extract<PreparationOutcome, { readonly ok: false }>
  /** What somebody else did to the place since the last gate. */
  readonly findings: readonly string[]
}

/**
 * Works in a gate's place at a commit. Contract: the work sees the commit's files and those that the preparation
 * made, and nothing that an agent, an earlier gate or anybody else left there. What the preparation itself did to the
 * commit's files is put back.
 */
export async function usePlace<T>(
  context: StepContext,
  place: GatePlace,
  commit: string,
  preparation: Preparation,
  work: (workspace: Workspace, watch: FileWatch) => Promise<T>,
): Promise<UsedPlace<T>> {
  const { workspaces } = context.world
  const { left } = place
  place.left = null
  const findings: string[] = []
  const touched = left !== null && (await workspaces.fingerprint(left.workspace)) !== left.fingerprint
  if (touched)
    findings.push(
      `Somebody changed files in ${left.workspace.path}, where only gates work; it was made anew.`,
    )
  const key = await preparationKey(context, commit, preparation)
  const stays = left === null || touched || left.preparedFor !== key ? [] : left.prepared
  const open = (keep: readonly string[]): Promise<Workspace> =>
    workspaces.open({ run: context.run, id: place.id, base: commit, keep })
  let workspace = await open(stays)
  let watch = await workspaces.watch(workspace)
  let prepared = stays.length === 0 ? [] : await workspaces.listIgnored(workspace)
  if (stays.length === 0 || stays.some((path) => !prepared.includes(path))) {
    if (stays.length > 0) {
      workspace = await open([])
      watch = await workspaces.watch(workspace)
    }
    const outcome = await prepareWorkspace(context, workspace, preparation)
    if (!outcome.ok) return { outcome, findings }
    await watch.putBack()
    prepared = await workspaces.listIgnored(workspace)
  }
  const outcome = await work(workspace, watch)
  const fingerprint = await workspaces.fingerprint(workspace)
  place.left = { workspace, preparedFor: key, prepared, fingerprint }
  return { outcome, findings }
}
