import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes the oldest files of a folder until no more than `most` are left. */
export async function pruneFolder(folder: string, most: number): Promise<void> {
  const names = await readdir(folder)
  if (names.length <= most) return
  const files = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      return { file, at: (await stat(file).catch(() => null))?.mtimeMs ?? 0 }
    }),
  )
  const oldest = files.toSorted((a, b) => a.at - b.at).slice(0, names.length - most)
  for (const { file } of oldest) await rm(file, { force: true })
}
