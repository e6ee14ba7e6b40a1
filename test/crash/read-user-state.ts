import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from './place.ts'

/** Below the git directory: what Tutti may change, and what every commit changes. */
const NOT_THE_USERS =
  /^\.git\/(tutti|objects|worktrees|refs\/tutti|logs\/refs\/tutti|refs\/heads\/tutti|logs\/refs\/heads\/tutti)(\/|$)/

/** Every file of the user's, byte for byte: checkout, index, HEAD, branches, stash, logs, configuration. */
export async function readUserState({ repository }: Place): Promise<Readonly<Record<string, string>>> {
  const state: Record<string, string> = {}
  const look = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(repository, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (NOT_THE_USERS.test(path)) continue
      if (entry.isDirectory()) await look(path)
      else
        state[path] = createHash('sha256')
          .update(await readFile(join(repository, path)))
          .digest('hex')
    }
  }
  await look('')
  return state
}
