import { randomUUID } from 'node:crypto'
import { lstat, mkdir, open, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { Files } from '../../kernel/ports/files.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'

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
      return readFile(file, 'utf8').catch((cause: unknown) => {
        if (codeOf(cause) === 'ENOENT') return null
        throw trouble(path, 'read', cause)
      })
    },
    write: async (workspace, path, text) => {
      const file = await placeOf(workspace, path)
      try {
        await effect('write file', () => writeWhole(file, text))
      } catch (cause) {
        throw trouble(path, 'written', cause)
      }
    },
    remove: async (workspace, path) => {
      const file = await placeOf(workspace, path)
      try {
        await effect('remove file', () => removeWhole(file, workspace.path))
      } catch (cause) {
        throw trouble(path, 'removed', cause)
      }
    },
    keep: async (name, content) => {
      const file = await placeOf({ path: folder }, name)
      try {
        await effect('write file', () => writeWhole(file, content))
      } catch (cause) {
        throw trouble(name, 'written', cause)
      }
      return file
    },
  }
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

async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  const handle = await open(draft, 'w')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
  const parent = await open(folder, 'r')
  try {
    await parent.sync()
  } finally {
    await parent.close()
  }
}

async function removeWhole(file: string, root: string): Promise<void> {
  await rm(file, { force: true })
  for (let folder = dirname(file); folder !== root; folder = dirname(folder)) {
    const isEmpty = await rmdir(folder).then(
      () => true,
      () => false,
    )
    if (!isEmpty) return
  }
}

function refused(path: string, why: string): RunFailure {
  const message = `${path} cannot be a file of the run: ${why}.`
  return new RunFailure({ code: 'workspace-failed', message })
}

function trouble(path: string, what: 'read' | 'written' | 'removed', cause: unknown): RunFailure {
  const why = cause instanceof Error ? cause.message : String(cause)
  const message = `${path} of the run's files cannot be ${what}: ${why}.`
  return new RunFailure({ code: 'workspace-failed', message }, { cause })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
