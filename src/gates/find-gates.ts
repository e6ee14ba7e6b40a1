import { findDenoGates } from './find-gates-deno.ts'
import { findDotnetGates } from './find-gates-dotnet.ts'
import { findGoGates } from './find-gates-go.ts'
import { findJavaGates } from './find-gates-java.ts'
import { findNodeGates } from './find-gates-node.ts'
import { findPythonGates } from './find-gates-python.ts'
import { findRustGates } from './find-gates-rust.ts'
import { findTargetGates } from './find-gates-targets.ts'
import type { FoundGate, GateFinder, RepositoryFiles } from './found-gate.ts'
import { foundKinds } from './found-gate.ts'

const ecosystems: readonly GateFinder[] = [
  findNodeGates,
  findDenoGates,
  findRustGates,
  findGoGates,
  findPythonGates,
  findJavaGates,
  findDotnetGates,
]

/**
 * How this repository builds, checks and tests itself, as the files at its root say; in the order in which gates
 * are run. In a mixed repository the first ecosystem that has tests is the one that counts. Make and just come in
 * where it has none, and where it has no build, type check or lint of its own.
 */
export async function findGates(repository: RepositoryFiles): Promise<readonly FoundGate[]> {
  const found = await Promise.all(ecosystems.map((find) => find(repository)))
  const targets = await findTargetGates(repository)
  const primary = found.find((gates) => gates.some(({ kind }) => kind === 'test')) ?? []
  return foundKinds.flatMap((kind) => {
    const own = primary.find((gate) => gate.kind === kind)
    const target = targets.find((gate) => gate.kind === kind)
    const isBetter = own === undefined || (kind !== 'test' && !own.declared)
    const gate = isBetter ? (target ?? own) : own
    return gate === undefined ? [] : [gate]
  })
}

/** The gates that decide when nobody has named any: the tests, and of the rest what the project itself wrote down. */
export function decidingGates(gates: readonly FoundGate[]): readonly FoundGate[] {
  return gates.some(({ kind }) => kind === 'test')
    ? gates.filter(({ kind, declared }) => kind === 'test' || declared)
    : []
}
