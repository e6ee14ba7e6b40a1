import type { Json } from '../kernel/json.ts'
import type { Run } from '../kernel/playbook.ts'
import { testKey } from './gate-run.ts'
import type { Proof } from './proof.ts'
import type { ProvingCommand } from './proving-command.ts'

/** A test of a gate that is suspected to fail by chance. */
export type Suspect = { readonly gate: string; readonly test: string }

/** What the ledger holds of one test. */
type LedgerEntry = {
  readonly version: 1
  readonly times: number
  readonly commit: string
  readonly by: string
}

export function suspectKey({ gate, test }: Suspect): string {
  return testKey(gate, test)
}

/** Which of these tests are known to fail by chance: from this run, or from the ledger as it was before it. */
export function knownFlaky(
  run: Run,
  name: string,
  suspects: readonly Suspect[],
  proof: Proof,
): Promise<readonly string[]> {
  return run.step<readonly string[]>(name, {
    kind: 'flaky-ledger',
    input: suspects.map(suspectKey),
    execute: async ({ world, startedAt }) => {
      const known: string[] = []
      for (const suspect of suspects) {
        const key = suspectKey(suspect)
        const stored = await world.store.read('flaky', ledgerKey(suspect, proof.commands))
        const isOlder = stored !== null && stored.writtenAt < (proof.memory.baselineAt ?? startedAt)
        if (isOlder || proof.memory.flaky.has(key)) known.push(key)
      }
      return known
    },
  })
}

/** Enters tests that failed by chance, with how often that was seen and where it was seen last. */
export async function enterFlaky(
  run: Run,
  name: string,
  suspects: readonly Suspect[],
  commit: string,
  proof: Proof,
): Promise<void> {
  for (const suspect of suspects) proof.memory.flaky.add(suspectKey(suspect))
  await run.step<null>(name, {
    kind: 'flaky-ledger',
    input: { commit, tests: suspects.map(suspectKey) },
    execute: async ({ world, run: by }) => {
      for (const suspect of suspects) {
        const key = ledgerKey(suspect, proof.commands)
        const before = (await world.store.read('flaky', key))?.value as unknown as LedgerEntry | undefined
        const entry: LedgerEntry = { version: 1, times: (before?.times ?? 0) + 1, commit, by }
        await world.store.write('flaky', key, entry as Json)
      }
      return null
    },
  })
}

/** By the command and not by the gate's name, which another run may give to something else. */
function ledgerKey({ gate, test }: Suspect, commands: readonly ProvingCommand[]): string {
  return JSON.stringify([commands.find(({ name }) => name === gate)?.command ?? gate, test])
}
