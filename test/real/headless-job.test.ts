import { afterEach, describe, expect, it } from 'vitest'
import type { ScriptedStep } from '../../src/adapters/models/scripted/scenario.ts'
import { findLeftBehind } from '../harness/left-behind.ts'
import { reply, scene } from '../harness/script.ts'
import { cast } from '../stories/cast.ts'
import { profileOf } from './agent-sets.ts'
import { block, castSays } from './cast-says.ts'
import type { RealBench } from './real-bench.ts'
import { makeRealBench, testedAgents } from './real-bench.ts'
import { completed, failuresIn } from './steps-in.ts'

const RUN = 'job'
const OBJECTIVE = 'Add an export of all notes with paging and error handling to the command line'
const PATIENCE_MS = 600_000

/** The first reply about the second task is of no use, so that it has to be asked for again in the same session. */
const script = cast(
  [
    { id: 'T1', title: 'docs: T1' },
    { id: 'T2', title: 'docs: T2' },
  ],
  [
    scene({ role: 'implementer', step: 'execute/T2@**' }, [
      { act: 'write', path: 'T2.txt', text: 'T2\n' },
      { act: 'say', text: 'I have done it, believe me.' },
    ]),
    scene({ role: 'implementer', step: 'execute/T1@**' }, [
      { act: 'write', path: 'T1.txt', text: 'T1\n' },
      ...reply({ status: 'completed', summary: 'It is done.' }),
    ]),
  ],
)
/** Asked again, the model does not look for a tool and says its JSON. */
const says = (said: string): readonly ScriptedStep[] =>
  said.includes('has no JSON object in it')
    ? [{ do: 'say', text: block({ status: 'completed', summary: 'It is done.' }) }]
    : castSays(script)(said)

let real: RealBench | null = null
afterEach(async () => {
  await real?.remove()
  real = null
})

describe.each(testedAgents().filter((name) => profileOf(name).headless !== null))('%s', (agent) => {
  it(
    'P7: carries out a whole standard job when it is led by a command line for each turn',
    async () => {
      real = await makeRealBench({
        agents: [agent],
        says,
        settings: {
          agent: 'led',
          agents: { led: { program: agent, way: 'headless' } },
          policy: { tier: 'medium' },
        },
      })
      const { bench } = real
      const { status, stderr } = await real.cli(['run', OBJECTIVE, '--name', RUN, '--yes', '--no-wait'])
      expect(status, stderr.slice(-3000)).toBe(0)
      const events = await bench.events(RUN)
      expect(failuresIn(events)).toEqual([])
      // Codex gives a model that it does not know nothing to write with but a shell, and who writes documents has none.
      const turns = completed(events, /\/(turn|repair-\d+|critique-\d+)$/).filter(isBeforeLearning)
      const repaired = completed(events, /\/repair-1$/).filter(isBeforeLearning)
      expect(repaired).toEqual([expect.stringMatching(/^execute\/T2@r1\/attempt-1\/implement/)])
      const handedIn = events.filter(
        (event) =>
          event.type === 'step-noted' &&
          isBeforeLearning(event.step) &&
          JSON.stringify(event).includes('"tool":"submit_result"'),
      )
      // Everything but the words about T2 and their repair goes in by the tool, where the program takes one.
      const byTool = profileOf(agent).headless?.tools === null ? 0 : turns.length - 2
      expect(handedIn.length).toBe(byTool)
      expect(await bench.git('show', `tutti/${RUN}:T1.txt`)).toBe('T1')
      expect(await bench.git('show', `tutti/${RUN}:T2.txt`)).toBe('T2')
      expect(await findLeftBehind(bench)).toEqual([])
    },
    PATIENCE_MS,
  )
})

function isBeforeLearning(step: string): boolean {
  return !step.startsWith('learn/')
}
