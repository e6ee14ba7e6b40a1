import { join, relative } from 'node:path'
import { readSmallFile } from '../places/read-small-file.ts'
import type { GitContext } from './git-context.ts'
import type { RunPlaces } from './made-places.ts'
import { safeName } from './safe-name.ts'
import { writeDurably } from './write-durably.ts'

/** The names of a workspace's run and of its folder. */
export function namesOf(context: GitContext, path: string): { readonly run: string; readonly id: string } {
  const [run = '', id = ''] = relative(context.worktreesRoot, path).split('/')
  return { run, id }
}

/** Where it is written down what was made for a run. */
export function placesFile(context: GitContext, run: string): string {
  return join(context.stateFolder, 'places', `${safeName(run)}.json`)
}

/** What we made for a run, by the name of its folder; `null` where nothing is known. */
export async function readPlaces(context: GitContext, run: string): Promise<RunPlaces | null> {
  const known = context.places.get(run)
  if (known !== undefined) return known
  const text = await readSmallFile(placesFile(context, run))
  const read = text === null ? null : parse(text)
  if (read !== null) context.places.set(run, read)
  return read
}

/** Contract: durable before anybody else may work in what is recorded. */
export async function recordPlaces(context: GitContext, run: string, places: RunPlaces): Promise<void> {
  await writeDurably(placesFile(context, run), JSON.stringify(places))
  context.places.set(run, places)
}

function parse(text: string): RunPlaces | null {
  try {
    const { folder, worktrees } = JSON.parse(text) as Partial<RunPlaces>
    if (typeof folder !== 'string' || typeof worktrees !== 'object') return null
    return { folder, worktrees }
  } catch {
    return null
  }
}
