import { GateRoom } from './gate-room.ts'
import type { GateRun } from './gate-run.ts'
import type { Preparation } from './preparation.ts'
import type { ProvingCommand } from './proving-command.ts'
import type { GateReference } from './reference.ts'
import type { Verdict } from './verdict.ts'

export interface ProofOptions {
  readonly commands: readonly ProvingCommand[]
  readonly preparation: Preparation
  readonly base: { readonly commit: string; readonly tree: string }
  /** Proofs at work at once. */
  readonly gates: number
  /** How often the same tree is run again to tell chance from fault. */
  readonly flakeRuns: number
}

/** How the work of one run is proven, and what has been learned about that. */
export interface Proof extends ProofOptions {
  readonly room: GateRoom
  readonly memory: ProofMemory
}

/** What this process knows; all of it follows from recorded steps, so that a resumed run learns it again. */
export interface ProofMemory {
  /** Proven trees, by what was run on them. */
  readonly proven: Map<string, ProvenTree>
  /** Trees that were found wanting, by what was run on them; they get no second chance by chance. */
  readonly condemned: Map<string, CondemnedTree>
  /** What each gate says of the base, by its name. */
  readonly reference: Map<string, GateReference>
  /** Gates that a person went on without. */
  readonly dropped: Set<string>
  /** Tests that are allowed to be gone. */
  readonly accepted: Set<string>
  /** Tests that fail on the base by chance, as `flakyKey` names them. */
  readonly flaky: Set<string>
  /** What gates do by themselves to what all worktrees share. */
  readonly ownDeeds: Set<string>
  /** When the base was proven: what the store holds from later than that may be an agent's doing. */
  baselineAt: number | null
}

export interface CondemnedTree {
  readonly step: string
  readonly run: GateRun
  readonly verdict: Verdict
}

export interface ProvenTree {
  readonly step: string
  /** Commits that hold it. */
  readonly commits: Set<string>
  readonly run: GateRun
  readonly flaky: readonly string[]
}

export function createProof(options: ProofOptions): Proof {
  const memory: ProofMemory = {
    proven: new Map(),
    condemned: new Map(),
    reference: new Map(),
    dropped: new Set(),
    accepted: new Set(),
    flaky: new Set(),
    ownDeeds: new Set(),
    baselineAt: null,
  }
  return { ...options, room: new GateRoom(options.gates), memory }
}
