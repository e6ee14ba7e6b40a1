import { createHash } from 'node:crypto'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** From a file's path to what it holds; a journal whole, everything else by its hash. */
export type Snapshot = ReadonlyMap<string, string>

/** Every file below a folder: checkout, index, HEAD, refs, stash, configuration, journals and all. */
export async function takeSnapshot(folder: string): Promise<Snapshot> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = await Promise.all(
    entries.map(async (entry): Promise<readonly [string, string][]> => {
      const path = join(entry.parentPath, entry.name)
      const name = relative(folder, path)
      if (OURS.test(name) && !RECORD.test(name)) return []
      if (entry.isSymbolicLink()) return [[name, await readlink(path)]]
      if (!entry.isFile()) return []
      const bytes = await readFile(path).catch(() => Buffer.from('unreadable'))
      return [[name, JOURNAL.test(name) ? bytes.toString('latin1') : hashOf(bytes)]]
    }),
  )
  return new Map(found.flat())
}

/** What was there before and is not as it was; nothing, when all is well. A journal may have grown if it is said so. */
export function findLosses(before: Snapshot, after: Snapshot, mayGrow: boolean): readonly string[] {
  const lost = [...before].flatMap(([name, content]) => {
    const now = after.get(name)
    if (now === content) return []
    if (now === undefined) return [`${name} is gone`]
    return mayGrow && JOURNAL.test(name) && now.startsWith(content) ? [] : [`${name} has changed`]
  })
  const strange = [...after.keys()].filter((name) => !before.has(name) && !NEW.test(name))
  return [...lost, ...strange.map((name) => `${name} is new`)]
}

/** Locks, ledgers, inboxes and worktrees come and go. */
const OURS = /(^|\/)\.git\/(tutti|worktrees)\/|^home\/\.local\/state\//
const RECORD = /\.git\/tutti\/runs\/[^/]+\/(journal\.jsonl|blobs\/)/
const JOURNAL = /\/journal\.jsonl$/
const NEW =
  /(^|\/)\.git\/(tutti|objects|(logs\/)?refs\/(tutti|heads\/tutti))\/|^meeting\/(agent-log\.jsonl$|sessions\/)/

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
