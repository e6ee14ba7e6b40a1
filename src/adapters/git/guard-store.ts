import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SharedFinding } from '../../kernel/ports/workspaces.ts'
import type { CheckoutState } from './checkout-state.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { safeName } from './safe-name.ts'
import type { SharedFile, SharedFiles } from './shared-file.ts'
import type { SharedState } from './shared-state.ts'
import { writeDurably } from './write-durably.ts'

/** What was remembered before a turn, and what was found after it. */
export interface Guard {
  readonly state: SharedState
  /** The user's checkout; absent where it could not be read, and in what an older Tutti remembered. */
  readonly checkout?: CheckoutState
  /** The workspace that the turn works in, and where its HEAD was. */
  readonly workspace?: { readonly path: string; readonly head: string }
  readonly findings: readonly SharedFinding[]
  /** Whether everything found has been dealt with. */
  readonly settled: boolean
}

/** Something that was put back. */
export type Undone =
  | { readonly ref: string; readonly from: string; readonly to: string | null }
  | { readonly file: string; readonly from: SharedFile | null; readonly to: SharedFile | null }

/** The folder of a run's guards and of the changed files that were put back. */
export function guardsFolder(context: GitContext, run: string): string {
  return join(guardsRoot(context), safeName(run))
}

/** Where the content of a shared file is kept, for all guards that remember it. */
export function keptFile(context: GitContext, sha256: string): string {
  return join(context.stateFolder, 'guards', 'kept', sha256)
}

function guardsRoot(context: GitContext): string {
  return join(context.stateFolder, 'guards', 'runs')
}

function guardFile(context: GitContext, run: string, step: string): string {
  return join(guardsFolder(context, run), `${safeName(step)}.json`)
}

export async function readGuard(context: GitContext, run: string, step: string): Promise<Guard | null> {
  return readGuardFile(guardFile(context, run, step))
}

export async function writeGuard(
  context: GitContext,
  run: string,
  step: string,
  guard: Guard,
): Promise<void> {
  await context.effect('write guard', () =>
    writeDurably(guardFile(context, run, step), JSON.stringify(guard)),
  )
}

/** Tells every open guard what was put back: one taken meanwhile would otherwise call the repair a change, and undo it. */
export async function amendOpenGuards(context: GitContext, undone: readonly Undone[]): Promise<void> {
  if (undone.length === 0) return
  const folder = guardsRoot(context)
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/^[^/]+\/[^/]+\.json$/.test(name)) continue
    const guard = await readGuardFile(join(folder, name))
    if (guard === null || guard.settled) continue
    const amended = JSON.stringify({ ...guard, state: undone.reduce(amend, guard.state) })
    if (amended !== JSON.stringify(guard)) {
      await context.effect('write guard', () => writeDurably(join(folder, name), amended))
    }
  }
}

/** The shared files as they were before the oldest turn of a run that nobody has looked at since it was cut off. */
export async function filesBefore(context: GitContext, run: string): Promise<SharedFiles | null> {
  const folder = guardsFolder(context, run)
  const names = (await readdir(folder).catch(whenGone<string[]>([]))).filter((name) => name.endsWith('.json'))
  const guards = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      return { guard: await readGuardFile(file), at: (await stat(file)).mtimeMs }
    }),
  )
  const open = guards.filter(({ guard }) => guard !== null && !guard.settled)
  return open.toSorted((one, other) => one.at - other.at)[0]?.guard?.state.files ?? null
}

export function sameFile(one: SharedFile | null, other: SharedFile | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function amend(state: SharedState, undone: Undone): SharedState {
  if ('ref' in undone) {
    if (state.refs[undone.ref] !== undone.from) return state
    return { ...state, refs: replaced(state.refs, undone.ref, undone.to) }
  }
  if (!sameFile(state.files[undone.file] ?? null, undone.from)) return state
  return { ...state, files: replaced(state.files, undone.file, undone.to) }
}

function replaced<T>(record: Readonly<Record<string, T>>, key: string, value: T | null): Record<string, T> {
  const { [key]: _old, ...rest } = record
  return value === null ? rest : { ...rest, [key]: value }
}

async function readGuardFile(file: string): Promise<Guard | null> {
  const text = await readFile(file, 'utf8').catch(whenGone(null))
  return text === null ? null : (JSON.parse(text) as Guard)
}
