import type { Run } from '../kernel/playbook.ts'
import type { GateRun } from './gate-run.ts'
import { durationOf } from './gate-run.ts'
import type { Proof } from './proof.ts'
import type { ProvingCommand } from './proving-command.ts'
import { runGates } from './run-gates.ts'

export interface Repetition {
  readonly commit: string
  readonly tree: string
  readonly commands: readonly ProvingCommand[]
  /** At most this often. */
  readonly times: number
}

/** After the second time, repeating must not take longer than this in all. */
const MOST_MS = 10 * 60_000

/**
 * Runs the same gates on the same tree again until there is nothing more to learn, each time as a step of its own.
 * A long suite is repeated less often than a short one.
 */
export async function repeatGates(
  run: Run,
  name: string,
  { commit, tree, commands, times }: Repetition,
  proof: Proof,
  learn: (again: GateRun) => 'more' | 'enough',
): Promise<void> {
  let spentMs = 0
  for (let time = 1; time <= times && (time <= 2 || spentMs < MOST_MS); time += 1) {
    const order = { commit, tree, commands, kinds: [], isFinal: () => false }
    const again = await runGates(run, `${name}-${time}`, order, proof)
    spentMs += durationOf(again)
    if (learn(again) === 'enough') return
  }
}

/** The gates that must be run to run the last of these: one may build what the next one tests. */
export function upTo(
  commands: readonly ProvingCommand[],
  names: ReadonlySet<string>,
): readonly ProvingCommand[] {
  return commands.slice(0, commands.findLastIndex(({ name }) => names.has(name)) + 1)
}
