import { constants, fchmodSync } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import { allEnded } from '../places/all-ended.ts'
import type { Folder } from '../places/folder-handle.ts'
import { closeAfter, openBelow } from '../places/folder-handle.ts'

const AT_ONCE = 32
const ANEW = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL

/**
 * Copies what stands at a path, with all that lies in it, into a folder that is held open. Links are copied as they
 * are. Contract: nothing is written but into folders that this has just made and holds open, whoever swaps them.
 */
export async function copyInto(source: string, folder: Folder, name: string): Promise<void> {
  const found = await lstat(source)
  if (found.isSymbolicLink()) return symlink(await readlink(source), folder.at(name))
  if (found.isFile()) return copyFile(source, folder.at(name), ANEW)
  if (!found.isDirectory()) throw uncopied(source)
  await mkdir(folder.at(name))
  const made = await openBelow(folder, name)
  if (made === null) throw taken(join(folder.path, name))
  await closeAfter(made, fill(made, source, found.mode))
}

async function fill(folder: Folder, source: string, mode: number): Promise<void> {
  const entries = await readdir(source, { withFileTypes: true })
  const plain = entries.filter((entry) => !entry.isDirectory())
  for (let start = 0; start < plain.length; start += AT_ONCE) {
    const some = plain.slice(start, start + AT_ONCE)
    await allEnded(some.map((entry) => copyInto(join(source, entry.name), folder, entry.name)))
  }
  for (const { name } of entries.filter((entry) => entry.isDirectory()))
    await copyInto(join(source, name), folder, name)
  fchmodSync(folder.fd, mode & 0o777)
}

function uncopied(source: string): RunFailure {
  const message = `${source} is no file and no folder, so it cannot be copied: remove it, or take it off the list.`
  return new RunFailure({ code: 'bad-input', message, where: source })
}

function taken(path: string): RunFailure {
  const message = `Somebody put something else in the place of ${path} while it was copied: look who did, then resume.`
  return new RunFailure({ code: 'workspace-failed', message })
}
