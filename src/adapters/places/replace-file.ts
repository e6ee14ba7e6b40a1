import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { removeEntry } from './empty-folder.ts'
import type { Folder } from './folder-handle.ts'
import { closeAfter } from './folder-handle.ts'

const ANEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/**
 * Puts a file into a folder in the place of whatever stands there under its name; no link is followed. A durable one
 * survives a loss of power, and so does its name. Nothing is left behind of one that could not be written.
 */
export async function replaceFile(
  folder: Folder,
  name: string,
  content: string | Uint8Array,
  { durable = false }: { readonly durable?: boolean } = {},
): Promise<void> {
  const draft = `${name}.${randomUUID()}`
  const handle = await open(folder.at(draft), ANEW, 0o644)
  const write = async (): Promise<void> => {
    await handle.writeFile(content)
    if (durable) await handle.sync()
  }
  try {
    await closeAfter(handle, write())
    await moveOnto(folder, draft, name)
  } catch (error) {
    await removeEntry(folder, draft).catch(() => undefined)
    throw error
  }
  if (durable) await sync(folder)
}

async function moveOnto(folder: Folder, draft: string, name: string): Promise<void> {
  try {
    await rename(folder.at(draft), folder.at(name))
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EISDIR') throw error
    await removeEntry(folder, name)
    await rename(folder.at(draft), folder.at(name))
  }
}

async function sync(folder: Folder): Promise<void> {
  const handle = await open(`${folder.here}/.`, constants.O_RDONLY)
  await closeAfter(handle, handle.sync())
}
