import type { StepContext } from '../kernel/playbook.ts'
import type { FileWatch, Workspace } from '../kernel/ports/workspaces.ts'
import type { GatePlace } from './gate-room.ts'
import type { Preparation, PreparationOutcome } from './preparation.ts'
import { preparationKey, prepareWorkspace } from './preparation.ts'

type Unprepared = Extract<PreparationOutcome, { readonly ok: false }>

export interface UsedPlace<T> {
  readonly outcome: T | Unprepared
  /** What somebody else did to the place, or to what it is made from, while no gate was at work there. */
  readonly findings: readonly string[]
}

export interface PlaceOrder {
  readonly commit: string
  /** The commit that preparations are compared with. */
  readonly base: string
  readonly preparation: Preparation
}

/**
 * Works in a gate's place at a commit. Contract: the work sees the commit's files and those of the image that was kept
 * right after the preparation, and nothing that an agent, an earlier gate or anybody else left there. What the
 * preparation itself did to the commit's files is put back.
 */
export async function usePlace<T>(
  context: StepContext,
  place: GatePlace,
  order: PlaceOrder,
  work: (workspace: Workspace, watch: FileWatch) => Promise<T>,
): Promise<UsedPlace<T>> {
  const { workspaces } = context.world
  const { left } = place
  place.left = null
  const findings: string[] = []
  if (left !== null && (await workspaces.fingerprint(left.workspace)) !== left.fingerprint)
    findings.push(
      `Somebody changed files in ${left.workspace.path}, where only gates work; they were put back.`,
    )
  const workspace = await workspaces.open({ run: context.run, id: place.id, base: order.commit })
  const ready = await makeReady(context, place, workspace, order, findings)
  if ('ok' in ready) return { outcome: ready, findings }
  const outcome = await work(workspace, ready).finally(() => ready.close())
  place.left = { workspace, fingerprint: await workspaces.fingerprint(workspace) }
  return { outcome, findings }
}

async function makeReady(
  context: StepContext,
  { images }: GatePlace,
  workspace: Workspace,
  { commit, base, preparation }: PlaceOrder,
  findings: string[],
): Promise<FileWatch | Unprepared> {
  const { workspaces } = context.world
  if (preparation.command === null && preparation.copy.length === 0) {
    await workspaces.restoreImage(workspace, null)
    return workspaces.watch(workspace)
  }
  const key = await preparationKey(context, commit, base, preparation)
  const known = images.get(key)
  if (known !== undefined) {
    if ((await workspaces.restoreImage(workspace, known)) === 'restored') return workspaces.watch(workspace)
    images.delete(key)
    findings.push('Somebody changed what the preparation had made for the gates; it was made anew.')
  }
  await workspaces.restoreImage(workspace, null)
  const watch = await workspaces.watch(workspace)
  const outcome = await prepareWorkspace(context, workspace, preparation).catch((error: unknown) => {
    watch.close()
    throw error
  })
  if (!outcome.ok) {
    watch.close()
    return outcome
  }
  await watch.putBack()
  images.set(key, await workspaces.keepImage(context.run, workspace))
  return watch
}
