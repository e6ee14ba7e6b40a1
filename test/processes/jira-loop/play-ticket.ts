import { parse } from 'yaml'
import type { ProcessPlay, ProcessScript } from '../../harness/play-process.ts'
import { makeStage, playProcess } from '../../harness/play-process.ts'
import type { TestRepository } from '../../fixtures/git-repository.ts'

/** Machines that do many things at once take their time. */
export const MINUTES = 240_000

export type Keyed = Readonly<Record<string, unknown>>

/** A played ticket, with its files as people read them. */
export interface PlayedTicket extends ProcessPlay {
  /** Lines of the log. */
  readonly log: readonly Readonly<Record<string, unknown>>[]
  /** The events of the log, without the word that they all begin with. */
  readonly logged: readonly string[]
  /** Words to the person. */
  readonly said: readonly string[]
  /** A file of the ticket's folder; fails when it is not there. */
  yaml(path: string): Keyed
  /** The tasks of an iteration, as its file has them. */
  tasksOf(iteration: number): readonly Keyed[]
  /** What the first turn was told whose step begins so. */
  promptOf(step: string): string
  /** What was seen in the repository afterwards. */
  readonly seen: Readonly<Record<string, string>>
}

type Look = (repository: TestRepository, play: ProcessPlay) => Promise<Readonly<Record<string, string>>>

/** Plays a ticket in a repository of its own. */
export async function playTicket(
  script: ProcessScript,
  prepare: (repository: TestRepository) => Promise<unknown> = () => Promise.resolve(),
  look: Look = () => Promise.resolve({}),
): Promise<PlayedTicket> {
  const repository = await makeStage(script)
  try {
    await prepare(repository)
    const play = await playProcess(repository, script)
    const seen = await look(repository, play)
    return readable(play, seen)
  } finally {
    await repository.remove()
  }
}

function readable(play: ProcessPlay, seen: Readonly<Record<string, string>>): PlayedTicket {
  const fileOf = (name: string): string => {
    const path = Object.keys(play.files).find(
      (each) => /^prompts\/[A-Z]+-\d+\//.test(each) && each.endsWith(`/${name}`),
    )
    return play.files[path ?? ''] ?? ''
  }
  const log = fileOf('log.jsonl')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  return {
    ...play,
    seen,
    log,
    logged: log.map(({ event }) => String(event).replace('orchestrator.', '')),
    said: play.facts('announced').map((value) => String((value as { text: string }).text)),
    yaml: (name) => parse(fileOf(name)) as Keyed,
    tasksOf: (iteration) =>
      (parse(fileOf(`iteration_${iteration}/tasks.yaml`)) as { tasks: readonly Keyed[] }).tasks,
    promptOf: (step) => play.prompts.get(play.turns.find((each) => each.startsWith(step)) ?? '') ?? '',
  }
}
