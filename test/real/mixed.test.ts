import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findLeftBehind } from '../harness/left-behind.ts'
import { cast } from '../stories/cast.ts'
import { CI_AGENTS, profileOf } from './agent-sets.ts'
import { castSays } from './cast-says.ts'
import { writeRow } from './proof-rows.ts'
import type { RealBench, Says } from './real-bench.ts'
import { programsOf, versionOf } from './installed-agents.ts'
import { makeRealBench } from './real-bench.ts'

const RUN = 'mixed'
const PATIENCE_MS = 240_000
const [PLANNER, TAKEN_AWAY, OTHER] = CI_AGENTS

let real: RealBench | null = null
let links = ''
beforeEach(async () => {
  links = await realpath(await mkdtemp(join(tmpdir(), 'tutti-links-')))
})
afterEach(async () => {
  await real?.remove()
  real = null
  await rm(links, { recursive: true, force: true })
})

const says = castSays(
  cast([
    { id: 'T1', title: 'docs: T1', more: { covers: [] } },
    { id: 'T2', title: 'docs: T2', more: { covers: [] } },
    { id: 'T3', title: 'docs: T3', after: ['T1'], more: { covers: [] } },
  ]),
)

/** How an agent is taken away once it has begun its first task. */
const WAYS: readonly { readonly name: string; readonly takeAway: Says }[] = [
  {
    name: 'its program is removed',
    takeAway: (said) => {
      if (said.includes('## Your task T1')) rmSync(links, { recursive: true, force: true })
      return says(said)
    },
  },
  {
    name: 'its model refuses its key',
    takeAway: (said) =>
      said.includes('## Your task T3')
        ? [{ do: 'fault', fault: { kind: 'status', status: 401 } }]
        : says(said),
  },
]

it.each(WAYS)(
  'P7: one agent plans and two others do the tasks; when $name, another takes over and the job is delivered',
  async ({ name, takeAway }) => {
    const begun = performance.now()
    const [program = ''] = profileOf(TAKEN_AWAY).acp?.command ?? []
    await symlink(join(programsOf(TAKEN_AWAY), program), join(links, program))
    const seen: (readonly [agent: string, said: string])[] = []
    const heard =
      (agent: string, then: Says): Says =>
      (said) => {
        seen.push([agent, said])
        return then(said)
      }
    /** Whose model was asked this. */
    const whoWas = (asked: string): readonly string[] => [
      ...new Set(seen.flatMap(([agent, said]) => (said.includes(asked) ? [agent] : []))),
    ]
    real = await makeRealBench({
      agents: [PLANNER, TAKEN_AWAY, OTHER],
      says: heard(PLANNER, says),
      others: { [TAKEN_AWAY]: heard(TAKEN_AWAY, takeAway), [OTHER]: heard(OTHER, says) },
      programs: { [TAKEN_AWAY]: links },
      settings: {
        policy: { tier: 'small' },
        roles: { implementer: { agent: TAKEN_AWAY, fallback: [OTHER] } },
        routes: [{ task: 'T2', agent: OTHER }],
      },
    })
    const { bench } = real
    const objective = 'Add three notes to the project, each in a file of its own'
    const { status, stderr } = await real.cli(['run', objective, '--name', RUN, '--yes', '--no-wait'])
    expect(status, stderr.slice(-3000)).toBe(0)
    expect(whoWas('You plan a job')).toEqual([PLANNER])
    expect(whoWas('## Your task T1')).toEqual([TAKEN_AWAY])
    expect(whoWas('## Your task T2')).toEqual([OTHER])
    expect(whoWas('## Your task T3').at(-1)).toBe(OTHER)
    const events = JSON.stringify(await bench.events(RUN))
    expect(events).toContain(`${OTHER} takes over`)
    for (const id of ['T1', 'T2', 'T3']) expect(await bench.git('show', `tutti/${RUN}:${id}.txt`)).toBe(id)
    expect(await findLeftBehind(bench)).toEqual([])
    writeRow({
      agent: CI_AGENTS.join(' + '),
      version: CI_AGENTS.map(versionOf).join(', '),
      what: `mixed: ${name}`,
      seconds: (performance.now() - begun) / 1000,
      peakMb: null,
      turns: null,
      proven: `${PLANNER} planned, ${TAKEN_AWAY} and ${OTHER} worked, ${OTHER} took over from ${TAKEN_AWAY}, delivered`,
    })
  },
  PATIENCE_MS,
)
