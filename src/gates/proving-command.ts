import type { Json } from '../kernel/json.ts'
import type { FoundGate } from './found-gate.ts'
import type { GateKind } from './gate-kind.ts'

/** When a gate decides: on the work of one task, on what has been merged, or on both. */
export type GateScope = 'task' | 'integration'

/** One gate: a command line that must pass. */
export type ProvingCommand = {
  readonly name: string
  readonly command: string
  readonly timeoutMs: number
  /** Without it the gate may be anything: its output is read for tests, and without any its exit code decides. */
  readonly kind?: GateKind
  /** Without it, both. */
  readonly scope?: GateScope | 'both'
  /** Whether nothing else may be proven at the same time. */
  readonly exclusive?: boolean
  /** Absent: `open`. */
  readonly network?: 'open' | 'none'
  /** Where it writes a report of its tests, by path or pattern. */
  readonly report?: string
  /** Whether it was only found in the repository, and nobody asked for it. */
  readonly found?: boolean
}

export function decidesIn({ scope = 'both' }: ProvingCommand, where: GateScope): boolean {
  return scope === 'both' || scope === where
}

/** Whether what it prints is read for tests. */
export function mayRunTests({ kind = 'custom' }: ProvingCommand): boolean {
  return kind === 'test' || kind === 'custom'
}

/** A gate that was found, as one to be run. */
export function provingCommandOf(
  { name, kind, command, report }: FoundGate,
  timeoutMs: number,
): ProvingCommand {
  return { name, kind, command, timeoutMs, found: true, ...(report === null ? {} : { report }) }
}

/** The part of a gate that its result depends on. */
export function resultInput({ name, command, timeoutMs, report, network = 'open' }: ProvingCommand): Json {
  const about = { name, command, timeoutMs, ...(report === undefined ? {} : { report }) }
  return network === 'open' ? about : { ...about, network }
}
