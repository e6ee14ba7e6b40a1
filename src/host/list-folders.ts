import { readdir } from 'node:fs/promises'

/** Names of the folders in a folder; what else lies there, a link too, is nothing of ours. */
export async function listFolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
