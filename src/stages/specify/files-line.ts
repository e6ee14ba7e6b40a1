import { digestOf } from '../../kernel/digest.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { StepContext } from '../../kernel/playbook.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'
import type { ProcessFile } from './process-file.ts'

/** What one renewal of the files came to. */
export type Renewed = {
  /** Counts what was written, so that the newest is known whatever order a replay comes by it. */
  readonly number: number
  /** By path, the fingerprint of what was written. */
  readonly written: Readonly<Record<string, string>>
  /** Paths that were not files of the run before. */
  readonly fresh: readonly string[]
}

/** The line of commits of a run's files, and what was last written to each of them. */
export interface FilesLine {
  readonly head: string
  readonly number: number
  /** Takes note of what the journal has of earlier processes; only the first call looks. */
  catchUp(context: StepContext): Promise<void>
  move(commit: string): void
  know(path: string, text: string): void
  take(renewed: Pick<Renewed, 'number' | 'written'>): void
  /** Whether the text is what was last written; `null` when nothing was. */
  isKnown(path: string, text: string): boolean | null
}

export class FilesLineInMemory implements FilesLine {
  readonly #scope: string
  readonly #known = new Map<string, { readonly digest: string; readonly number: number }>()
  #isCaughtUp = false
  head: string
  number = 0

  constructor(base: string, scope: string) {
    this.head = base
    this.#scope = scope
  }

  async catchUp({ world, step }: StepContext): Promise<void> {
    if (this.#isCaughtUp) return
    this.#isCaughtUp = true
    const { events } = await world.journal.read()
    const renewals = new Set(
      events.flatMap((event) =>
        event.type === 'step-started' && event.kind === 'renew-files' && event.step !== step
          ? [event.step]
          : [],
      ),
    )
    for (const event of events) {
      const isOurs = event.type === 'step-completed' && event.step.startsWith(`${this.#scope}/`)
      if (!isOurs || !renewals.has(event.step)) continue
      this.take((await world.journal.load(event.result)) as Renewed)
    }
  }

  move(commit: string): void {
    this.head = commit
  }

  know(path: string, text: string): void {
    this.take({ number: this.number + 1, written: { [path]: digestOfText(text) } })
  }

  take({ number, written }: Pick<Renewed, 'number' | 'written'>): void {
    for (const [path, digest] of Object.entries(written)) {
      if ((this.#known.get(path)?.number ?? 0) < number) this.#known.set(path, { digest, number })
    }
    this.number = Math.max(this.number, number)
  }

  isKnown(path: string, text: string): boolean | null {
    const known = this.#known.get(path)
    return known === undefined ? null : known.digest === digestOfText(text)
  }
}

/** Writes what differs from what is there, and leaves alone what a person has edited. */
export async function renewFiles(
  context: StepContext,
  workspace: Workspace,
  line: FilesLine,
  files: readonly ProcessFile[],
): Promise<Renewed> {
  const { world } = context
  const written: Record<string, string> = {}
  const fresh: string[] = []
  let isThere = false
  for (const { path, text } of files) {
    const present = await world.files.read(workspace, path)
    const known = line.isKnown(path, present ?? '')
    // A file that is gone may be gone with its folder.
    if (present === null && known !== null && !isThere) await ensureFolder(context, workspace, line.head)
    isThere ||= present === null && known !== null
    if (present !== null && isSame(present, text)) {
      // Not known to be ours, and yet the same: a crash came between the writing and its record.
      if (known !== true) written[path] = digestOfText(text)
      if (known === null) fresh.push(path)
      continue
    }
    const isOurs =
      present === null || (known ?? isSame(present, await world.repository.readFile(line.head, path)))
    if (!isOurs) continue
    await world.files.write(workspace, path, text)
    written[path] = digestOfText(text)
    if (known === null) fresh.push(path)
  }
  return { number: line.number + 1, written, fresh }
}

/** What the commit of all that was renewed came to. */
export type SettledFiles = Pick<Renewed, 'number' | 'written'> & {
  readonly commit: string
  /** Those that git ignores: they are in no commit. */
  readonly ignored: readonly string[]
}

/** Commits what was renewed, but for what a person has edited since and nobody has taken over. */
export async function settleFiles(
  context: StepContext,
  workspace: Workspace,
  line: FilesLine,
  paths: readonly string[],
  files: readonly ProcessFile[],
): Promise<SettledFiles> {
  await ensureFolder(context, workspace, line.head)
  const { number, written } = await renewFiles(context, workspace, line, files)
  line.take({ number, written })
  const own: string[] = []
  for (const path of paths) {
    const present = await context.world.files.read(workspace, path)
    if (present !== null && line.isKnown(path, present) === true) own.push(path)
  }
  if (own.length === 0) return { commit: line.head, ignored: [], number, written }
  const message = `docs: ${own.slice(0, 3).join(', ')}${own.length > 3 ? ', …' : ''}`
  const commit = await commitFiles(context, workspace, line.head, own, message)
  return { commit, ignored: await ignoredAmong(context, commit, own), number, written }
}

/** Files that were to be committed and are not there, because git ignores them. */
export async function ignoredAmong(
  { world }: Pick<StepContext, 'world'>,
  commit: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const there = new Set(await world.repository.listFiles(commit))
  return paths.filter((path) => !there.has(path))
}

/** Commits the named files as they are in the folder, on top of `onto`; what else a person has edited stays out. */
export async function commitFiles(
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
export async function ensureFolder(
  { world }: StepContext,
  workspace: Workspace,
  head: string,
): Promise<void> {
  try {
    await world.workspaces.listIgnored(workspace)
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) || thrown.code !== 'workspace-failed') throw thrown
    await world.workspaces.reset(workspace, head)
  }
}

/** Git may have given the file other line ends than were written. */
export function isSame(one: string, other: string | null): boolean {
  return other !== null && plain(one) === plain(other)
}

function digestOfText(text: string): string {
  return digestOf(plain(text))
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
