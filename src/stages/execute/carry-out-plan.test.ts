import { describe, expect, it } from 'vitest'
import type { FloorOptions, FloorPlay } from '../../../test/harness/play-execute.ts'
import { playExecute } from '../../../test/harness/play-execute.ts'
import { completed, on } from '../../../test/harness/play-standard.ts'
import type { Scene } from '../../adapters/agents/scripted/script.ts'
import type { Json } from '../../kernel/json.ts'

const tasks = [{ id: 'A' }, { id: 'B' }, { id: 'C', dependencies: ['B'] }]

/** B cannot be done under the revisions named; A takes its time. */
function stuck(...revisions: readonly number[]): readonly Scene[] {
  return [
    ...revisions.map((revision) =>
      on(
        { role: 'implementer', step: `execute/B@r${revision}/**` },
        { act: 'reply', value: { status: 'needs_replan', summary: 'there is no B' } },
      ),
    ),
    on({ role: 'implementer', step: 'execute/A@r1/**' }, { act: 'wait', ms: 60_000 }, completed),
  ]
}

function plans(...ids: readonly string[]): Scene {
  const value: Json = { objective: 'so', tasks: ids.map((id) => ({ id, title: `new ${id}` })) }
  return on({ role: 'planner' }, { act: 'reply', value })
}

function play(options: Partial<FloorOptions>): Promise<FloorPlay> {
  return playExecute({ tasks, policy: { attempts: 5 }, ...options })
}

function steps({ events }: FloorPlay): readonly string[] {
  return events.flatMap((event) => (event.type === 'step-started' ? [event.step] : []))
}

describe('a plan that cannot be carried out', () => {
  it('P4: is made anew once what is at work has ended; what is done stays done, with its proof', async () => {
    const played = await play({ scenes: [plans('A', 'D'), ...stuck(1)] })
    expect(played.outcome).toMatchObject({
      result: [
        { id: 'A', title: 'A', state: 'done' },
        { id: 'D', state: 'done' },
      ],
    })
    const prompt = played.prompts.get('plan/r2/try-1/turn')
    expect(prompt).toContain('## Why it cannot be carried out\nB: The agent says needs_replan: there is no B')
    expect(prompt).toContain('## Done and proven\nA.')
    expect(steps(played).filter((step) => /^execute\/(A@r2|C|B@r2)/.test(step))).toEqual([])
    expect(steps(played)).toContain('execute/D@r2/attempt-1/implement/try-1/turn')
  })

  it('P4: is put before a person when it was made anew as often as the policy says', async () => {
    const played = await play({ scenes: [plans('A', 'B'), ...stuck(1, 2)] })
    const asked = played.events.flatMap((event) => (event.type === 'question-asked' ? [event.question] : []))
    expect(asked).toEqual(['approve/r2/plan', 'execute/B@r2/exhausted-1'])
    expect(played.outcome).toMatchObject({
      result: [
        { id: 'A', state: 'done' },
        { id: 'B', state: 'given-up' },
      ],
    })
  })

  it('P4: can be made anew by the word of a person, and when a diagnosis says so', async () => {
    const answer: FloorOptions['answer'] = (_, { kind }) => (kind === 'approval' ? {} : { option: 'replan' })
    const byPerson = await play({
      scenes: [plans('A'), ...stuck()],
      unproven: ['B'],
      answer,
      policy: { attempts: 1 },
    })
    expect(byPerson.outcome).toMatchObject({ result: [{ id: 'A', state: 'done' }] })
    const value = {
      rootCause: 'B needs D',
      location: { path: 'plan' },
      kind: 'plan',
      fix: 'plan D first',
      changes: 'D is there',
      confidence: 1,
    }
    const scenes = [on({ role: 'debugger' }, { act: 'reply', value }), plans('A'), ...stuck()]
    const byDiagnosis = await play({ scenes, unproven: ['B'] })
    expect(byDiagnosis.prompts.get('plan/r2/try-1/turn')).toContain('B needs D plan D first')
    expect(byDiagnosis.outcome).toMatchObject({ result: [{ id: 'A', state: 'done' }] })
  })

  it('P1: comes to the same end from any event on, and starts nothing that it had not started', async () => {
    const options = { scenes: [plans('A', 'D'), ...stuck(1)] }
    const whole = await play(options)
    for (let cut = 1; cut < whole.events.length; cut += 1) {
      const resumed = await play({ ...options, past: whole.events.slice(0, cut) })
      expect([cut, resumed.outcome]).toEqual([cut, whole.outcome])
      const names = new Set(steps(resumed))
      expect([cut, [...names].toSorted()]).toEqual([cut, [...new Set(steps(whole))].toSorted()])
    }
  })
})
