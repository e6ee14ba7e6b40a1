import { resolve } from 'node:path'
import type { PlaybookIdentity, PlaybookSource, RunEvent } from '../kernel/event.ts'
import { RunFailure } from '../kernel/failure.ts'
import { findBuiltIn } from '../playbooks/built-in-playbooks.ts'
import { standardPlaybook } from '../playbooks/standard.ts'
import type { AnyPlaybook } from './load-playbook.ts'
import { loadPlaybook } from './load-playbook.ts'
import type { PlaybookFile } from './playbook-file.ts'
import { findPlaybookFile, readPlaybookFile } from './playbook-file.ts'

/** What a run is played by, and the team's file it came from; `null` for what is built in. */
export interface ChosenPlaybook {
  readonly playbook: AnyPlaybook
  readonly source: PlaybookSource | null
}

export interface PlaybookPlace {
  readonly cwd: string
  /** The root of the repository. */
  readonly root: string
}

export const builtIn: ChosenPlaybook = { playbook: standardPlaybook, source: null }

/** The playbook that a person names for a new run. */
export async function choosePlaybook(
  named: string | undefined,
  place: PlaybookPlace,
): Promise<ChosenPlaybook> {
  if (named === undefined) return builtIn
  const own = findBuiltIn(named)
  return own === null
    ? load(await findPlaybookFile(named, place.cwd, place.root), place.root)
    : { playbook: own.playbook, source: null }
}

/** The file that would be read for it, before any of it is run; `null` for what is built in. */
export async function namedPlaybookFile(named: string, place: PlaybookPlace): Promise<string | null> {
  if (findBuiltIn(named) !== null) return null
  return (await findPlaybookFile(named, place.cwd, place.root)).path
}

/** The file that a run's playbook came from, from the root of the repository; none for what is built in. */
export function playbookFilesOf([started]: readonly RunEvent[]): readonly string[] {
  const source = started?.type === 'run-started' ? started.playbook.source : undefined
  return source === undefined ? [] : [source.file]
}

/** The playbook that a run was started with, or the one its file has become if that can play it on. */
export async function playbookOfRun(events: readonly RunEvent[], root: string): Promise<ChosenPlaybook> {
  const [started] = events
  if (started?.type !== 'run-started') return builtIn
  if (started.playbook.source === undefined) return ofOurs(started.playbook.name)
  const { playbook: recorded, run } = started
  const { file } = started.playbook.source
  const found = await readPlaybookFile(resolve(root, file), root).catch((cause: unknown) => {
    throw diverged(`${run} is played by ${file}, which cannot be read any more; put the file back.`, cause)
  })
  const chosen = await load(found, root)
  refuseUnfit(run, file, recorded, chosen.playbook)
  return chosen
}

/** A name that nothing has any more is the standard playbook's to refuse. */
function ofOurs(name: string): ChosenPlaybook {
  const own = findBuiltIn(name)
  return own === null ? builtIn : { playbook: own.playbook, source: null }
}

async function load(file: PlaybookFile, root: string): Promise<ChosenPlaybook> {
  return { playbook: await loadPlaybook(file, root), source: { file: file.file, sha256: file.sha256 } }
}

function refuseUnfit(run: string, file: string, recorded: PlaybookIdentity, now: AnyPlaybook): void {
  const was = `${run} was started with version ${recorded.version} of ${file}`
  if (now.name !== recorded.name) {
    throw diverged(
      `${run} was started with the playbook "${recorded.name}", and ${file} has "${now.name}" now. Put back the one that started the run.`,
    )
  }
  if (now.version < recorded.version) {
    throw diverged(`${was}, which has version ${now.version} now. Put back the one that started the run.`)
  }
  if (recorded.version < (now.oldest ?? 0)) {
    throw diverged(
      `${was}, which now plays on runs from version ${now.oldest} on. Put back the one that started the run.`,
    )
  }
}

function diverged(message: string, cause?: unknown): RunFailure {
  return new RunFailure({ code: 'replay-diverged', message, step: '' }, { cause })
}
