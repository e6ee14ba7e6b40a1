import type { Json } from '../kernel/json.ts'
import type { StepContext } from '../kernel/playbook.ts'
import type { GateRun } from './gate-run.ts'
import type { Proof } from './proof.ts'
import type { ProvingCommand } from './proving-command.ts'
import { resultInput } from './proving-command.ts'

/** `verdict`: green by itself. `baseline`: what failed on it is known, and by what chance. */
export type StoredKind = 'verdict' | 'baseline'

interface Proven {
  readonly tree: string
  readonly commands: readonly ProvingCommand[]
}

/** Entries of another version are not believed. */
const VERSION = 3

type Entry = { readonly version: typeof VERSION; readonly by: string } & Pick<
  GateRun,
  'gates' | 'flaky' | 'shared'
>

/**
 * Everything that a result depends on. Ignored files that are copied from the user's checkout are not in any tree,
 * so with them nothing is used again by another run.
 */
async function keyOf(
  { world }: StepContext,
  { tree, commands }: Proven,
  { preparation: { command, copy } }: Proof,
): Promise<string | null> {
  if (copy.length > 0) return null
  const lines = [...commands.map((gate) => gate.command), ...(command === null ? [] : [command])]
  const identity = await world.commands.identity(lines)
  return JSON.stringify([tree, commands.map(resultInput), command, identity])
}

/** Evidence of an earlier run for the same key. Only what is older than this run's agents counts. */
export async function findStored(
  context: StepContext,
  proven: Proven & { readonly kinds: readonly StoredKind[] },
  proof: Proof,
): Promise<GateRun | null> {
  const key = await keyOf(context, proven, proof)
  if (key === null) return null
  const before = proof.memory.baselineAt ?? context.startedAt
  for (const kind of proven.kinds) {
    const stored = await context.world.store.read(kind, key)
    if (stored === null || stored.writtenAt >= before) continue
    const { version, by, gates, flaky, shared = [] } = stored.value as unknown as Entry
    if (version !== VERSION) continue
    return { gates, flaky, shared, unprepared: null, findings: [], storedBy: by, at: context.startedAt }
  }
  return null
}

/** Keeps evidence for later runs. */
export async function keepRun(
  context: StepContext,
  kind: StoredKind,
  proven: Proven,
  proof: Proof,
  { gates, flaky, shared = [] }: Pick<GateRun, 'gates' | 'flaky' | 'shared'>,
): Promise<void> {
  const key = await keyOf(context, proven, proof)
  if (key === null) return
  const entry: Entry = { version: VERSION, by: context.run, gates, flaky, shared }
  await context.world.store.write(kind, key, entry as unknown as Json)
}
