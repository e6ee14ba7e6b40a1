import { join } from 'node:path'
import { BlobFiles } from '../adapters/journal/jsonl/blob-files.ts'
import type { RunEvent } from '../kernel/event.ts'
import { RunFailure, toRunFailure } from '../kernel/failure.ts'
import type { Json } from '../kernel/json.ts'
import { plainEffect } from '../kernel/ports/effect.ts'
import { findBuiltIn } from '../playbooks/built-in-playbooks.ts'
import type { StandardInput } from '../playbooks/standard-input.ts'
import { standardPlaybook } from '../playbooks/standard.ts'
import { oneLine } from '../kernel/plain-text.ts'
import type { ChosenAgents } from './choose-agents.ts'
import type { Locations } from './locations.ts'
import { runFolder } from './locations.ts'
import { readEvents } from './run-store.ts'

/** The agents a run was started with, so that a resume starts the same ones. */
export async function recordedPrograms(locations: Locations, run: string): Promise<ChosenAgents['programs']> {
  const [started] = await readEvents(locations, run)
  const programs = started === undefined ? {} : (await recordedInput(locations, run, started))?.programs
  return Object.fromEntries(
    Object.entries(programs ?? {}).flatMap(([name, { command, ...rest }]) => {
      const [file, ...words] = command
      return file === undefined ? [] : [[name, { command: [file, ...words] as const, ...rest }]]
    }),
  )
}

/** What a run was started with; `null` for an event that starts none. */
export async function recordedInput(
  locations: Locations,
  run: string,
  started: RunEvent,
): Promise<StandardInput | null> {
  if (started.type !== 'run-started') return null
  const blobs = new BlobFiles(join(runFolder(locations, run).root, 'blobs'), plainEffect)
  return readInput(started, await blobs.load(started.input))
}

/** A run of another Tutti may have a playbook or an input that this one does not know. */
function readInput(started: Extract<RunEvent, { type: 'run-started' }>, input: Json): StandardInput {
  const { playbook, tutti } = started
  const refuse = (problem: string, cause?: unknown): RunFailure => {
    const message = `${problem} Resume the run with Tutti ${tutti}, which started it.`
    return new RunFailure({ code: 'replay-diverged', message, step: '' }, { cause })
  }
  if (playbook.source === undefined) {
    const own = findBuiltIn(playbook.name)
    if (own === null) throw refuse(`There is no playbook "${playbook.name}" in this version of Tutti.`)
    if (playbook.version < (own.playbook.oldest ?? 0)) {
      throw refuse(
        'The process has changed since, and this version of Tutti cannot play on what was begun before.',
      )
    }
  }
  try {
    return standardPlaybook.parseInput(input)
  } catch (cause) {
    const problem = oneLine(toRunFailure(cause).message, 120)
    throw refuse(`This version of Tutti cannot read the run's input (${problem}).`, cause)
  }
}
