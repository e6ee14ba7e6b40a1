import type { Proof } from './proof.ts'
import type { GateScope, ProvingCommand } from './proving-command.ts'
import { decidesIn } from './proving-command.ts'

/** The gates that decide here, without those that a person went on without. */
export function liveGates({ commands, memory }: Proof, scope: GateScope): readonly ProvingCommand[] {
  return commands.filter((gate) => decidesIn(gate, scope) && !memory.dropped.has(gate.name))
}
