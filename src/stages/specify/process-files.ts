import type { RunEvent } from '../../kernel/event.ts'
import type { Run, StepContext } from '../../kernel/playbook.ts'
import { FILES_WORKSPACE } from '../../kernel/ports/workspaces.ts'
import { fact } from '../facts.ts'
import { openWorkspace } from '../open-workspace.ts'
import type { FilesLine } from './files-line.ts'
import {
  commitFiles,
  ensureFolder,
  FilesLineInMemory,
  ignoredAmong,
  isSame,
  renewFiles,
  settleFiles,
} from './files-line.ts'
import type { ProcessFile } from './process-file.ts'
import { problemWithFile } from './problem-with-file.ts'

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
  /** Those of them that git does not ignore: what is delivered. */
  readonly delivered: readonly string[]
  /**
   * Writes and commits these files and nothing else. One that differs from what the run last wrote is a person's
   * edit: then nothing is written, and the edit is given back.
   */
  write(name: string, files: readonly ProcessFile[], message: string): Promise<FilesWritten>
  /** What a person has made of a file meanwhile; `null` when nothing. */
  edited(name: string, path: string): Promise<string | null>
  /** Takes a person's edit, once it was found to be sound, as what was last written. */
  accept(name: string, path: string, text: string): Promise<void>
  /**
   * Writes what the journal tells by now, and leaves the commit to `settle`. Contract: may be called from parallel
   * work, in any order, each time under a name of its own. A file that a person has edited is left to them.
   */
  renew(name: string, render: (events: readonly RunEvent[]) => readonly ProcessFile[]): Promise<void>
  /** Commits what was renewed, so that the head has it. */
  settle(name: string): Promise<void>
  /** Writes over an edit that a person does not want to count. */
  putBack(name: string, path: string, edit: string): Promise<void>
  /** Why an edit of this file cannot be taken; `null` when it can. */
  problemWith(path: string, text: string): string | null
  /** Puts a copy of every file beside the run's journal, where it stays; gives that place, `null` without any. */
  keep(context: Pick<StepContext, 'world'>): Promise<string | null>
  /** Undoes what was written into the user's checkout, as far as nobody has changed it since. */
  takeBack(): Promise<void>
}

export interface FilesOptions {
  /** What this process asks of its own files; without it, what the standard process asks. */
  readonly problemWith?: ProcessFiles['problemWith']
}

type Written =
  | {
      readonly kind: 'written'
      readonly commit: string
      readonly ignored?: readonly string[]
    }
  | Exclude<FilesWritten, { kind: 'written' }>

/** Opens the folder of the run's files at the base. */
export async function openProcessFiles(
  run: Run,
  base: string,
  { problemWith = problemWithFile }: FilesOptions = {},
): Promise<ProcessFiles> {
  const workspace = await openWorkspace(run, FILES_WORKSPACE, base)
  const line: FilesLine = new FilesLineInMemory(base, run.scopeName)
  const written = new Set<string>()
  const renewed = new Set<string>()
  // What parallel work has renewed came in any order, which a replay need not repeat.
  const paths = (): readonly string[] => [...new Set([...written, ...[...renewed].toSorted()])]
  const ignored = new Set<string>()
  let lastRender: Parameters<ProcessFiles['renew']>[1] = () => []
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work)
    last = done
    return done
  }
  const isLast = async ({ world }: StepContext, path: string, text: string): Promise<boolean> =>
    line.isKnown(path, text) ?? isSame(text, await world.repository.readFile(line.head, path))
  const tell = async (name: string, path: string, by: 'run' | 'person', among = written): Promise<void> => {
    among.add(path)
    const value = { path, folder: workspace.path, commit: line.head, by }
    await run.record(name, fact({ kind: 'file', value }))
  }

  return {
    folder: workspace.path,
    get head() {
      return line.head
    },
    get paths() {
      return paths()
    },
    get delivered() {
      return paths().filter((path) => !ignored.has(path))
    },
    problemWith,
    write: (name, files, message) =>
      inTurn(async () => {
        const scope = run.scope(name)
        const onto = line.head
        const written = await scope.step<Written>('write', {
          kind: 'files',
          input: { onto, files: files.map(({ path, text }) => ({ path, text })), message },
          execute: async (context) => {
            await line.catchUp(context)
            await ensureFolder(context, workspace, onto)
            for (const { path, text } of files) {
              const present = await context.world.files.read(workspace, path)
              const isOurs =
                present === null || isSame(present, text) || (await isLast(context, path, present))
              if (!isOurs) return { kind: 'edited', path, text: present }
            }
            for (const { path, text } of files) await context.world.files.write(workspace, path, text)
            const named = files.map(({ path }) => path)
            const commit = await commitFiles(context, workspace, onto, named, message)
            const out = await ignoredAmong(context, commit, named)
            return { kind: 'written', commit, ...(out.length === 0 ? {} : { ignored: out }) }
          },
        })
        if (written.kind === 'edited') return written
        line.move(written.commit)
        for (const path of written.ignored ?? []) ignored.add(path)
        for (const [index, { path, text }] of files.entries()) {
          line.know(path, text)
          await tell(`${name}/file-${index + 1}`, path, 'run')
        }
        return { kind: 'written' }
      }),
    edited: (name, path) =>
      inTurn(() =>
        run.scope(name).step<string | null>('look', {
          kind: 'files',
          input: { onto: line.head, path },
          execute: async (context) => {
            await line.catchUp(context)
            const present = await context.world.files.read(workspace, path)
            return present === null || (await isLast(context, path, present)) ? null : present
          },
        }),
      ),
    accept: (name, path, text) =>
      inTurn(async () => {
        const onto = line.head
        const message = `docs: ${path} as a person left it`
        const commit = await run.scope(name).step<string>('accept', {
          kind: 'files',
          input: { onto, path, text },
          execute: async (context) => {
            const present = await context.world.files.read(workspace, path)
            const isThere = present !== null && isSame(present, text)
            return isThere ? commitFiles(context, workspace, onto, [path], message) : onto
          },
        })
        line.move(commit)
        line.know(path, text)
        await tell(`${name}/accepted`, path, 'person')
      }),
    renew: (name, render) =>
      inTurn(async () => {
        lastRender = render
        const done = await run.step(name, {
          kind: 'renew-files',
          input: null,
          execute: async (context) => {
            await line.catchUp(context)
            return renewFiles(context, workspace, line, render(await eventsBefore(context)))
          },
        })
        line.take(done)
        for (const [index, path] of done.fresh.entries()) {
          await tell(`${name}/file-${index + 1}`, path, 'run', renewed)
        }
      }),
    settle: (name) =>
      inTurn(async () => {
        const among = [...renewed].toSorted()
        if (among.length === 0) return
        const settled = await run.step(name, {
          kind: 'settle-files',
          input: { onto: line.head, paths: among },
          execute: async (context) => {
            await line.catchUp(context)
            return settleFiles(context, workspace, line, among, lastRender(await eventsBefore(context)))
          },
        })
        line.take(settled)
        line.move(settled.commit)
        for (const path of settled.ignored) ignored.add(path)
        const value = { folder: workspace.path, commit: line.head, paths: among }
        await run.record(`${name}/settled`, fact({ kind: 'settled-files', value }))
      }),
    putBack: (name, path, edit) =>
      inTurn(async () => {
        if (!renewed.has(path)) return
        const text = await run.scope(name).step<string | null>('put-back', {
          kind: 'put-back',
          input: { path, edit },
          execute: async (context) => {
            const own = lastRender(await eventsBefore(context)).find((file) => file.path === path)
            if (own !== undefined) await context.world.files.write(workspace, path, own.text)
            return own?.text ?? null
          },
        })
        if (text !== null) line.know(path, text)
      }),
    keep: async ({ world }) => {
      let folder: string | null = null
      for (const path of paths().toSorted()) {
        const text = await world.files.read(workspace, path).catch(() => null)
        if (text === null) continue
        const copy = await world.files.keep(`files/${path}`, text)
        folder = copy.slice(0, copy.length - path.length - 1)
      }
      return folder
    },
    takeBack: () => Promise.resolve(),
  }
}

/** What was told when the step first began: done again after a crash, it writes the same and knows it for its own. */
async function eventsBefore({ world, step }: StepContext): Promise<readonly RunEvent[]> {
  const { events } = await world.journal.read()
  const begun = events.findIndex((event) => event.type === 'step-started' && event.step === step)
  return begun === -1 ? events : events.slice(0, begun)
}
