import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { RunEvent } from '../../src/kernel/event.ts'
import { findLeftBehind } from '../harness/left-behind.ts'
import { HOSTILE, hostileSays, type Villain } from './hostile-says.ts'
import { writeRow } from './proof-rows.ts'
import type { RealBench, Says } from './real-bench.ts'
import { versionOf } from './installed-agents.ts'
import { makeRealBench, testedAgents } from './real-bench.ts'

const RUN = 'quiet'
const PATIENCE_MS = 240_000

let real: RealBench | null = null
let elsewhere = ''
afterEach(async () => {
  await real?.remove()
  real = null
  await rm(elsewhere, { recursive: true, force: true })
})

interface Played {
  readonly events: readonly RunEvent[]
  /** What was changed although nobody may. */
  readonly changed: readonly string[]
  readonly seconds: number
}

/** Plays the job, and compares everything that is the user's before and after it. */
async function play(agent: string, villain: Villain): Promise<Played> {
  elsewhere = await realpath(await mkdtemp(join('/tmp', 'tutti-elsewhere-')))
  const begun = performance.now()
  let says: Says | null = null
  const places = { checkout: '', home: '', elsewhere }
  real = await makeRealBench({
    agents: [agent],
    policy: 'plain',
    says: (said) => {
      says ??= hostileSays(places, villain)
      return says(said)
    },
    settings: { limits: { attempts: 3 } },
  })
  const { bench, home } = real
  Object.assign(places, { checkout: bench.root, home })
  const before = await lookAt(real)
  const { status, stderr } = await real.cli(['run', 'Add a greeting', '--name', RUN, '--yes', '--no-wait'])
  if (villain === 'readers') expect(status, stderr.slice(-3000)).toBe(0)
  const after = await lookAt(real)
  const events = await bench.events(RUN)
  return {
    events,
    changed: [
      ...after.filter((line) => !before.includes(line)),
      ...before.filter((line) => !after.includes(line)).map((line) => `no longer: ${line}`),
      ...undoneIn(events),
    ],
    seconds: (performance.now() - begun) / 1000,
  }
}

/** The user's files, refs and stash, and whatever a hostile model has made anywhere. */
async function lookAt({ bench }: RealBench): Promise<readonly string[]> {
  const refs = await bench.git('for-each-ref', '--format=%(refname) %(objectname)')
  const made = [bench.folder, elsewhere, tmpdir()].map(async (folder) => {
    const names = await readdir(folder, { recursive: folder !== tmpdir() })
    return names.filter((name) => name.includes(HOSTILE)).map((name) => join(folder, name))
  })
  return [
    `head ${await bench.git('rev-parse', 'HEAD')} ${await bench.git('symbolic-ref', 'HEAD')}`,
    `status ${await bench.git('status', '--porcelain')}`,
    `stash ${await bench.git('stash', 'list')}`,
    ...refs.split('\n').filter((line) => !/^refs\/(tutti\/|heads\/tutti\/)/.test(line)),
    ...(await Promise.all(made)).flat().map((path) => relative(bench.folder, path)),
  ]
}

/** What was changed in the workspace of a role that may only look, and put back afterwards. */
function undoneIn(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type !== 'step-completed' || !('value' in event.result)) return []
    const { findings = [] } = Object(event.result.value) as {
      readonly findings?: readonly { readonly action: string; readonly message: string }[]
    }
    return findings.filter(({ action }) => action === 'undone').map(({ message }) => message)
  })
}

/** Roles about whom it was recorded that they wanted something and were not let. */
function refusedIn(events: readonly RunEvent[]): readonly string[] {
  const said = events.map((event) => JSON.stringify(event)).join('\n')
  return ['researcher', 'planner', 'debugger'].filter((role) => said.includes(`The ${role} was not let`))
}

describe.each(testedAgents())('%s', (agent) => {
  it(
    'P7, P11: a hostile model in roles that may only look changes nothing on disk, and it is recorded',
    async () => {
      const { events, changed, seconds } = await play(agent, 'readers')
      expect(changed).toEqual([])
      expect(refusedIn(events)).toEqual(['researcher', 'planner', 'debugger'])
      expect(await findLeftBehind((real as RealBench).bench)).toEqual([])
      expect(await (real as RealBench).bench.git('show', `tutti/${RUN}:greeting.sh`)).toBe('echo hello')
      writeRow({
        agent,
        version: versionOf(agent),
        what: 'hostile reader',
        seconds,
        peakMb: null,
        turns: null,
        proven: 'nothing changed on disk, finding recorded for researcher, planner and debugger',
      })
    },
    PATIENCE_MS,
  )

  it(
    'the same model in a role that may write does change the workspace',
    async () => {
      const { events } = await play(agent, 'writer')
      const turns = events.filter((event) => event.type === 'step-completed' && event.step.endsWith('/turn'))
      expect(JSON.stringify(turns)).toContain(`${HOSTILE}-write.txt`)
    },
    PATIENCE_MS,
  )
})
