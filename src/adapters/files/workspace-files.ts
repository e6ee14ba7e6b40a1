import { lstat, mkdir, rmdir, unlink } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { Files } from '../../kernel/ports/files.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'
import type { Folder } from '../places/folder-handle.ts'
import { closeAfter, openBelow, openFolder } from '../places/folder-handle.ts'
import { openRegular } from '../places/open-regular.ts'
import { replaceFile } from '../places/replace-file.ts'

/**
 * Reads and writes files of a workspace, never through a link and never git's own, and files in the run's own
 * folder.
 */
export function createWorkspaceFiles({
  effect,
  folder,
}: {
  readonly effect: Effect
  /** Where the run's journal is. */
  readonly folder: string
}): Files {
  return {
    read: async (workspace, path) => {
      const file = await placeOf(workspace, path)
      return readPlain(file).catch((cause: unknown) => {
        if (codeOf(cause) === 'ENOENT') return null
        throw trouble(path, 'read', cause)
      })
    },
    write: async (workspace, path, text) => {
      await placeOf(workspace, path)
      try {
        await effect('write file', () => writeWhole(workspace.path, path, text))
      } catch (cause) {
        throw trouble(path, 'written', cause)
      }
    },
    remove: async (workspace, path) => {
      await placeOf(workspace, path)
      try {
        await effect('remove file', () => removeWhole(workspace.path, path))
      } catch (cause) {
        throw trouble(path, 'removed', cause)
      }
    },
    keep: async (name, content) => {
      const file = await placeOf({ path: folder }, name)
      try {
        await effect('write file', async () => {
          await mkdir(folder, { recursive: true })
          await writeWhole(folder, name, content)
        })
      } catch (cause) {
        throw trouble(name, 'written', cause)
      }
      return file
    },
  }
}

/** A pipe that somebody put there would keep us waiting for ever. */
async function readPlain(file: string): Promise<string> {
  const handle = await openRegular(file)
  return closeAfter(handle, handle.readFile('utf8'))
}

async function placeOf({ path: root }: Pick<Workspace, 'path'>, path: string): Promise<string> {
  const steps = posix.normalize(path).split('/')
  const isFree = steps.every((step) => !['', '.', '.git'].includes(step.toLowerCase()))
  const isOut = posix.isAbsolute(path) || path.includes('\0') || path.split('/').includes('..')
  if (isOut || !isFree) throw refused(path, 'it leads out of it')
  let place = root
  for (const step of steps) {
    place = join(place, step)
    const found = await lstat(place).catch(() => null)
    if (found?.isSymbolicLink()) throw refused(path, 'there is a link on the way')
  }
  return place
}

/** No step of the way may become a link meanwhile: each is held open until the next one is. */
async function within<T>(
  root: string,
  path: string,
  isMade: boolean,
  act: (folder: Folder, name: string) => Promise<T>,
): Promise<T | null> {
  const steps = posix.normalize(path).split('/')
  const name = steps.pop() ?? ''
  let folder = await openFolder(root)
  for (const step of steps) {
    const above = folder
    if (above === null) break
    const next = async (): Promise<Folder | null> => {
      if (isMade) await mkdir(above.at(step)).catch(unless('EEXIST'))
      return openBelow(above, step)
    }
    folder = await closeAfter(above, next())
  }
  return folder === null ? null : closeAfter(folder, act(folder, name))
}

async function writeWhole(root: string, path: string, content: string | Uint8Array): Promise<void> {
  const written = await within(root, path, true, async (folder, name) => {
    await replaceFile(folder, name, content, { durable: true })
    return true
  })
  if (written === null) throw refused(path, 'something else is in the place of its folder')
}

async function removeWhole(root: string, path: string): Promise<void> {
  await within(root, path, false, (folder, name) => unlink(folder.at(name)).catch(unless('ENOENT')))
  for (let above = posix.dirname(posix.normalize(path)); above !== '.'; above = posix.dirname(above)) {
    const isEmpty = await within(root, above, false, (folder, name) =>
      rmdir(folder.at(name)).then(
        () => true,
        () => false,
      ),
    )
    if (isEmpty !== true) return
  }
}

function unless(code: string): (error: unknown) => void {
  return (error) => {
    if (codeOf(error) !== code) throw error
  }
}

function refused(path: string, why: string): RunFailure {
  const message = `${path} cannot be a file of the run: ${why}.`
  return new RunFailure({ code: 'workspace-failed', message })
}

function trouble(path: string, what: 'read' | 'written' | 'removed', cause: unknown): RunFailure {
  if (cause instanceof RunFailure) return cause
  const why = cause instanceof Error ? cause.message : String(cause)
  const message = `${path} of the run's files cannot be ${what}: ${why}.`
  return new RunFailure({ code: 'workspace-failed', message }, { cause })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
