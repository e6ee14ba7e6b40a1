import { afterEach, describe, expect, it } from 'vitest'
import type { RunEvent } from '../../src/kernel/event.ts'
import { viewRun } from '../../src/protocol/view-run.ts'
import { findLeftBehind } from '../harness/left-behind.ts'
import { reply, scene } from '../harness/script.ts'
import { cast, diagnosis } from '../stories/cast.ts'
import { castSays } from './cast-says.ts'
import { writeRow } from './proof-rows.ts'
import type { RealBench } from './real-bench.ts'
import { versionOf } from './installed-agents.ts'
import { makeRealBench, testedAgents } from './real-bench.ts'
import { completed, failuresIn } from './steps-in.ts'
import { watchMemory } from './watch-memory.ts'

const RUN = 'job'
const OBJECTIVE = 'Add an export of all notes with paging and error handling to the command line'
const PATIENCE_MS = 600_000

/** Two tasks at once, of which the second leaves something broken before it is told what was wrong. */
const script = cast(
  [
    { id: 'T1', title: 'docs: T1' },
    { id: 'T2', title: 'docs: T2' },
  ],
  [
    scene({ role: 'debugger' }, reply(diagnosis(0.9, { location: { path: 'T2.txt', line: 1 } }))),
    scene({ role: 'implementer', step: 'execute/T2@**', prompt: 'The attempt before this one failed' }, [
      // Not every agent's tool for writing takes a file that is there.
      { act: 'run', command: "printf 'T2, mended\\n' > T2.txt" },
      ...reply({ status: 'completed', summary: 'It is mended.' }),
    ]),
    scene({ role: 'implementer', step: 'execute/T2@**' }, [
      { act: 'write', path: 'T2.txt', text: 'BROKEN\n' },
      { act: 'wait', ms: 3000 },
      ...reply({ status: 'completed', summary: 'It is done.' }),
    ]),
    scene({ role: 'implementer', step: 'execute/T1@**' }, [
      { act: 'write', path: 'T1.txt', text: 'T1\n' },
      { act: 'wait', ms: 3000 },
      { act: 'run', command: 'cp T1.txt T1-copy.txt && rm T1-copy.txt' },
      ...reply({ status: 'completed', summary: 'It is done.' }),
    ]),
  ],
)

let real: RealBench | null = null
afterEach(async () => {
  await real?.remove()
  real = null
})

describe.each(testedAgents())('%s', (agent) => {
  it(
    'P7: carries out a whole standard job: talked over, planned, two tasks at once, one mended, reviewed, delivered',
    async () => {
      const begun = performance.now()
      real = await makeRealBench({
        agents: [agent],
        says: castSays(script),
        settings: { policy: { tier: 'medium' } },
      })
      const { bench } = real
      const memory = watchMemory(real.home)
      const { status, stderr } = await real.cli(['run', OBJECTIVE, '--name', RUN, '--yes', '--no-wait'])
      const peakMb = memory.stop()
      expect(status, stderr.slice(-3000)).toBe(0)
      const events = await bench.events(RUN)
      const view = viewRun(events)
      expect(view.stages.map(({ stage }) => stage)).toEqual(
        expect.arrayContaining(['discuss', 'specify', 'research', 'plan', 'challenge', 'execute', 'review']),
      )
      expect(failuresIn(events)).toEqual([])
      expect(wereAtWorkTogether(events, 'execute/T1@', 'execute/T2@')).toBe(true)
      expect(completed(events, /^execute\/T2@.*attempt-2\/implement/)).not.toEqual([])
      expect(completed(events, /^execute\/T2@.*diagnos/)).not.toEqual([])
      const files = await bench.git('diff', '--name-only', 'main', `tutti/${RUN}`)
      expect(files.split('\n')).toEqual(expect.arrayContaining(['T1.txt', 'T2.txt', 'docs/PRD.yaml']))
      expect(await bench.git('show', `tutti/${RUN}:T1.txt`)).toBe('T1')
      expect(await bench.git('show', `tutti/${RUN}:T2.txt`)).toBe('T2, mended')
      const turns = completed(events, /\/(turn|repair-\d+|critique-\d+)$/)
      const handedIn = events.filter((event) => event.type === 'step-noted' && isSubmission(event.note))
      expect(handedIn.length).toBe(turns.length)
      expect(await findLeftBehind(bench)).toEqual([])
      const proven = `${view.verdicts.length} verdicts, two tasks at once, one diagnosed and mended, ${handedIn.length} replies by submit_result, delivered`
      const seconds = (performance.now() - begun) / 1000
      writeRow({
        agent,
        version: versionOf(agent),
        what: 'standard job',
        seconds,
        peakMb,
        turns: turns.length,
        proven,
      })
    },
    PATIENCE_MS,
  )
})

function isSubmission(note: unknown): boolean {
  return JSON.stringify(note).includes('submit_result')
}

/** Whether a turn of each had begun before the first turn of the other was over. */
function wereAtWorkTogether(events: readonly RunEvent[], one: string, other: string): boolean {
  const span = (task: string): readonly [number, number] => {
    const isTurn = (step: string): boolean => step.startsWith(task) && step.endsWith('/turn')
    const begun = events.find((event) => event.type === 'step-started' && isTurn(event.step))
    const ended = events.find((event) => event.type === 'step-completed' && isTurn(event.step))
    return [begun?.seq ?? Infinity, ended?.seq ?? -Infinity]
  }
  const [first, second] = [span(one), span(other)]
  return first[0] < second[1] && second[0] < first[1]
}
