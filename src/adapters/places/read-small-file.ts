import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

const MOST_BYTES = 1_000_000
const PLAINLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** The text of a small file; `null` where there is none, or a link, a pipe or anything else that an agent put there. */
export async function readSmallFile(path: string): Promise<string | null> {
  const handle = await open(path, PLAINLY).catch(() => null)
  if (handle === null) return null
  try {
    const state = await handle.stat()
    return state.isFile() && state.size <= MOST_BYTES ? await handle.readFile('utf8') : null
  } finally {
    await handle.close()
  }
}
