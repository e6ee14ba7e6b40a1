import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { RunFailure } from '../../kernel/failure.ts'
import type { ChangeSize } from '../../kernel/ports/workspaces.ts'

const AT_ONCE = 1000

export interface ChangedPaths {
  readonly added: readonly string[]
  /** Files of the parent. */
  readonly kept: readonly string[]
  /** How large those were; asked for only when what they are now alone would be too much. */
  readonly sizes: () => Promise<ReadonlyMap<string, number>>
}

/** Refuses a change that is too large to be looked at, before any of it is copied into the repository. */
export async function refuseHuge(
  folder: string,
  { added, kept, sizes }: ChangedPaths,
  most: ChangeSize,
): Promise<void> {
  const files = added.filter((path) => path !== '' && !path.endsWith('/'))
  if (files.length > most.files) throw tooLarge(`${files.length} new files`, `${most.files}`, files[0])
  const ofAdded = await sizesNow(folder, files)
  refuseSum(ofAdded, 'new files', most)
  const ofKept = await sizesNow(folder, kept)
  if (sum(ofAdded) + sum(ofKept) <= most.bytes) return
  const before = await sizes()
  const grown = new Map(
    [...ofKept].map(([path, size]) => [path, Math.max(0, size - (before.get(path) ?? 0))]),
  )
  refuseSum(new Map([...ofAdded, ...grown]), 'new and grown files', most)
}

/** By path; what is no plain file, or gone, has none. Nothing waits for another thread: that makes it quick. */
async function sizesNow(folder: string, paths: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>()
  for (const [index, path] of paths.entries()) {
    const size = path === '' ? null : sizeOf(join(folder, path))
    if (size !== null) sizes.set(path, size)
    if (index % AT_ONCE === AT_ONCE - 1) await breathe()
  }
  return sizes
}

/** What cannot be looked at cannot be read either: git then says why. */
function sizeOf(file: string): number | null {
  try {
    const found = lstatSync(file)
    return found.isFile() ? found.size : null
  } catch {
    return null
  }
}

function refuseSum(sizes: ReadonlyMap<string, number>, what: string, { bytes }: ChangeSize): void {
  if (sum(sizes) <= bytes) return
  const [largest] = [...sizes].reduce((one, other) => (other[1] > one[1] ? other : one))
  throw tooLarge(`${what} of more than ${sizeText(bytes)}`, sizeText(bytes), largest)
}

function sum(sizes: ReadonlyMap<string, number>): number {
  let bytes = 0
  for (const size of sizes.values()) bytes += size
  return bytes
}

/** An outcome of the turn, not trouble of the machine: another attempt may do better. */
function tooLarge(what: string, most: string, example = ''): RunFailure {
  const message = `The agent left ${what} that are not ignored, such as ${JSON.stringify(example)}; at most ${most} are taken (\`policy.largest-change\`): remove what is no part of the work, or have .gitignore name it.`
  return new RunFailure({ code: 'agent-failed', trouble: 'protocol', message })
}

function sizeText(bytes: number): string {
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.round(bytes / 1024 ** 2)} MB`
}
