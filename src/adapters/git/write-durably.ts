import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a file as a whole. Contract: when it resolves, content and name survive a loss of power. */
export async function writeDurably(file: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true })
  // A name of its own: another conductor may be writing the same file.
  const temporary = `${file}.${randomUUID()}`
  const handle = await open(temporary, 'w', mode)
  try {
    await handle.writeFile(content)
    await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
  const parent = await open(folder, 'r')
  try {
    await parent.sync()
  } finally {
    await parent.close()
  }
}
