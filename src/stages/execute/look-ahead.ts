import type { Run } from '../../kernel/playbook.ts'
import { covers } from '../../plan/write-set.ts'
import type { WaveAhead } from '../manner.ts'

/** What the repository tells before a wave starts. */
export type SeenAhead = { readonly changed: readonly string[]; readonly missing: readonly string[] }

/** What can be wrong with starting a wave, in sentences. */
export interface Drift {
  readonly scopeDrift: readonly string[]
  readonly contractDrift: readonly string[]
  readonly missingEvidence: readonly string[]
}

/** What has changed on the line since the run began, and what the phases are to read that is not there. */
export function seeAhead(run: Run, { base, head, tasks }: WaveAhead): Promise<SeenAhead> {
  const read = [...new Set(tasks.flatMap(({ context }) => context.map(({ path }) => path)))]
  return run.step('look', {
    kind: 'repository',
    input: { base, head, read },
    execute: async ({ world: { repository } }) => {
      const changes = await repository.changes(base, head)
      const missing: string[] = []
      for (const path of read) if ((await repository.readFile(head, path)) === null) missing.push(path)
      return { changed: changes.map(({ path }) => path), missing }
    },
  })
}

/** Holds what was seen against the plan. `run` is the whole run: what write-sets have grown by is told there. */
export function driftOf(run: Run, wave: WaveAhead, seen: SeenAhead): Drift {
  const { tasks } = wave
  const scopeDrift = seen.changed
    .filter((path) => !mayChange(run, wave, path))
    .map((path) => `${path} was changed, and no phase of the plan was to change it.`)
  const contractDrift = wave.plan.contracts
    .filter(({ from, to }) => tasks.some(({ id }) => id === to) && !isMade(wave, from))
    .map(({ from, to, interface: what }) => `${to} needs ${what} of ${from}, which is not there.`)
  const missingEvidence = [
    ...seen.missing.map((path) => `${path} is to be read, and is not there.`),
    ...tasks.flatMap(({ id, acceptance }) =>
      acceptance.length > 0 ? [] : [`Nothing says when ${id} is done.`],
    ),
  ]
  return { scopeDrift, contractDrift, missingEvidence }
}

/** Where nobody knows what a phase writes, nothing that changed is strange; write-sets may have grown. */
function mayChange(run: Run, { plan, done }: WaveAhead, path: string): boolean {
  const finished = plan.tasks.filter(({ id }) => done.includes(id))
  const grown = [...run.recorded()].flatMap(([name, value]) =>
    name.endsWith('-extended') ? (value as { readonly paths: readonly string[] }).paths : [],
  )
  return (
    finished.some(({ writeSet }) => writeSet.length === 0 || covers(writeSet, path)) || grown.includes(path)
  )
}

function isMade({ done, plan }: WaveAhead, task: string): boolean {
  return done.includes(task) || !plan.tasks.some(({ id }) => id === task)
}
