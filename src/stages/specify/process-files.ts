import { RunFailure } from '../../kernel/failure.ts'
import type { Run, StepContext } from '../../kernel/playbook.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'
import { fact } from '../facts.ts'
import { openWorkspace } from '../open-workspace.ts'

export interface ProcessFile {
  readonly path: string
  readonly text: string
}

export type FilesWritten =
  | { readonly kind: 'written' }
  | { readonly kind: 'edited'; readonly path: string; readonly text: string }

/**
 * The files of the process, in a folder of the run's own that people may edit in. Contract: a name is used once;
 * calls are worked off in the order in which they are made, so whoever makes them at once does so in a fixed order.
 */
export interface ProcessFiles {
  /** The folder, named at an approval. */
  readonly folder: string
  /** The newest commit of the files; the base as long as nothing was written. */
  readonly head: string
  /** Written so far, by the run or taken over from a person. */
  readonly paths: readonly string[]
  /**
   * Writes and commits these files and nothing else. One that differs from what the run last wrote is a person's
   * edit: then nothing is written, and the edit is given back.
   */
  write(name: string, files: readonly ProcessFile[], message: string): Promise<FilesWritten>
  /** What a person has made of a file meanwhile; `null` when nothing. */
  edited(name: string, path: string): Promise<string | null>
  /** Takes a person's edit, once it was found to be sound, as what was last written. */
  accept(name: string, path: string, text: string): Promise<void>
}

type Written =
  | { readonly kind: 'written'; readonly commit: string }
  | Exclude<FilesWritten, { kind: 'written' }>

/** A name that no task can have, so that no task's workspace is ever this one. */
const FOLDER = '_files'

/** Opens the folder of the run's files at the base. */
export async function openProcessFiles(run: Run, base: string): Promise<ProcessFiles> {
  const workspace = await openWorkspace(run, FOLDER, base)
  const paths = new Set<string>()
  /** What the run last wrote or took over; a commit lacks what the repository ignores, or what was edited again. */
  const known = new Map<string, string>()
  let head = base
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work)
    last = done
    return done
  }
  const lastText = async ({ world }: StepContext, path: string): Promise<string | null> =>
    known.get(path) ?? world.repository.readFile(head, path)
  const tell = async (name: string, path: string, by: 'run' | 'person'): Promise<void> => {
    paths.add(path)
    const value = { path, folder: workspace.path, commit: head, by }
    await run.record(name, fact({ kind: 'file', value }))
  }

  return {
    folder: workspace.path,
    get head() {
      return head
    },
    get paths() {
      return [...paths]
    },
    write: (name, files, message) =>
      inTurn(async () => {
        const scope = run.scope(name)
        const onto = head
        const written = await scope.step<Written>('write', {
          kind: 'files',
          input: { onto, files: files.map(({ path, text }) => ({ path, text })), message },
          execute: async (context) => {
            await ensureFolder(context, workspace, onto)
            for (const { path, text } of files) {
              const present = await context.world.files.read(workspace, path)
              const isOurs =
                present === null || same(present, text) || same(present, await lastText(context, path))
              if (!isOurs) return { kind: 'edited', path, text: present }
            }
            for (const { path, text } of files) await context.world.files.write(workspace, path, text)
            const named = files.map(({ path }) => path)
            return { kind: 'written', commit: await commit(context, workspace, onto, named, message) }
          },
        })
        if (written.kind === 'edited') return written
        head = written.commit
        for (const [index, { path, text }] of files.entries()) {
          known.set(path, text)
          await tell(`${name}/file-${index + 1}`, path, 'run')
        }
        return { kind: 'written' }
      }),
    edited: (name, path) =>
      inTurn(() =>
        run.scope(name).step<string | null>('look', {
          kind: 'files',
          input: { onto: head, path },
          execute: async (context) => {
            const present = await context.world.files.read(workspace, path)
            return present === null || same(present, await lastText(context, path)) ? null : present
          },
        }),
      ),
    accept: (name, path, text) =>
      inTurn(async () => {
        const onto = head
        const message = `docs: ${path} as a person left it`
        head = await run.scope(name).step<string>('accept', {
          kind: 'files',
          input: { onto, path, text },
          execute: async (context) => {
            const present = await context.world.files.read(workspace, path)
            const isThere = present !== null && same(present, text)
            return isThere ? commit(context, workspace, onto, [path], message) : onto
          },
        })
        known.set(path, text)
        await tell(`${name}/accepted`, path, 'person')
      }),
  }
}

/** Commits the named files as they are in the folder, on top of `onto`; what else a person has edited stays out. */
async function commit(
  { world, run, step, startedAt: at }: StepContext,
  workspace: Workspace,
  onto: string,
  paths: readonly string[],
  message: string,
): Promise<string> {
  const from = await world.workspaces.saveUnfinished({ run, step, workspace, parent: onto, at })
  if (from === null) return onto
  const made = await world.repository.overlay({ run, step, onto, from, paths, message, at })
  return made.commit
}

/** Somebody may have removed the folder since; then the files are as they were last written. */
async function ensureFolder({ world }: StepContext, workspace: Workspace, head: string): Promise<void> {
  try {
    await world.workspaces.listIgnored(workspace)
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) || thrown.code !== 'workspace-failed') throw thrown
    await world.workspaces.reset(workspace, head)
  }
}

/** Git may have given the file other line ends than were written. */
function same(one: string, other: string | null): boolean {
  return other !== null && plain(one) === plain(other)
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
