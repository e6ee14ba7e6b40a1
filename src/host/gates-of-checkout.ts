import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { decidingGates, findGates } from '../gates/find-gates.ts'
import type { FoundGate } from '../gates/found-gate.ts'
import { repositoryFiles } from '../gates/found-gate.ts'

/** The gates that a run would find by itself, by the files as they are now; a run looks at the commit. */
export async function gatesOfCheckout(root: string): Promise<readonly FoundGate[]> {
  const read = (path: string): Promise<string | null> => readFile(join(root, path), 'utf8').catch(() => null)
  return decidingGates(await findGates(repositoryFiles(await readdir(root), read)))
}
