import { describe, expect, it } from 'vitest'
import {
  against,
  approved,
  asked,
  blocking,
  expectSameFromAnyEvent,
  processWith,
  reviews,
  says,
  touches,
  turns,
} from '../../../test/harness/floor-reviews.ts'
import type { FloorOptions } from '../../../test/harness/play-execute.ts'
import { playExecute } from '../../../test/harness/play-execute.ts'
import { on } from '../../../test/harness/play-standard.ts'
import type { Json } from '../../kernel/json.ts'
import { plainProcess } from '../../policy/run-policy.ts'

const betweenWaves = processWith({
  waves: { ...plainProcess.waves, review: ['small'], critic: ['small'], designer: ['small'] },
  review: { ...plainProcess.review, tasks: [], final: [], fixCycles: 1 },
})

describe('between two waves', () => {
  const tasks = [{ id: 'A' }, { id: 'B' }, { id: 'C', dependencies: ['A'] }]
  const pass = { ...approved, verdict: 'pass' }

  it('A44–A47, C40: the reviewer and the critic look at the wave, and what blocks is repaired before the next', async () => {
    const scenes = [
      says('critic', 'execute/wave-1-r1/round-1/**', {
        ...against({ ...blocking, owner: 'ui-implementer' }),
        verdict: 'blocking',
      }),
      says('critic', '**', pass),
      says('reviewer', '**', approved),
      on({ role: 'ui-implementer' }, { act: 'reply', value: { status: 'completed', summary: 'repaired' } }),
    ]
    const options = {
      tasks: [{ id: 'A' }, { id: 'C', dependencies: ['A'] }],
      scenes,
      touches,
      policy: betweenWaves,
    }
    const played = await playExecute(options)
    expect(played.outcome).toMatchObject({
      result: [
        { id: 'A', state: 'done' },
        { id: 'C', state: 'done' },
        { id: 'F1', state: 'done' },
      ],
    })
    expect(turns(played).filter((turn) => !turn.includes('reviewer'))).toEqual([
      'execute/A@r1/attempt-1/implement',
      'execute/wave-1-r1/round-1/critic',
      'execute/F1@r2/attempt-1/implement',
      'execute/wave-1-r1/round-2/critic',
      'execute/C@r1/attempt-1/implement',
      'execute/wave-2-r1/round-1/critic',
    ])
    expect(played.prompts.get('execute/wave-1-r1/round-2/critic/try-1/turn')).toContain(
      '## Held against it before: is it settled?\n- the sum is wrong',
    )
    await expectSameFromAnyEvent(options, played)
  })

  it('A47: the designer looks only when the user interface has changed', async () => {
    const scenes = [
      says('critic', '**', pass),
      says('reviewer', '**', approved),
      says('designer', '**', approved),
    ]
    const options = { tasks: [{ id: 'A' }], scenes, policy: betweenWaves }
    const plain = await playExecute({ ...options, touches: () => ['a.ts'] })
    expect(turns(plain)).not.toContain('execute/wave-1-r1/round-1/designer')
    const visible = await playExecute({ ...options, touches: () => ['a.ts', 'b.tsx'] })
    expect(turns(visible)).toContain('execute/wave-1-r1/round-1/designer')
  })

  it('C32: an issue that is about nothing that was agreed on does not block', async () => {
    const scenes = [
      says('critic', '**', pass),
      says('reviewer', '**', against({ ...blocking, about: 'taste' }, { ...blocking, about: null })),
    ]
    const played = await playExecute({ tasks, scenes, touches, policy: betweenWaves })
    expect(reviews(played)).toContain('wave 1 reviewer advised')
    expect(turns(played)).not.toContain('execute/F1@r2/attempt-1/implement')
  })

  it('A85: what is still blocked after as many repairs as the policy allows is for a person', async () => {
    const scenes = [says('critic', '**', pass), says('reviewer', '**', against(blocking))]
    const options = { tasks: [{ id: 'A' }], scenes, touches, policy: betweenWaves }
    const asks = await playExecute({ ...options, answer: () => ({ option: 'go-on' }) })
    expect(asked(asks)).toEqual(['execute/wave-1-r1/round-2/blocked'])
    expect(asks.outcome).toMatchObject({ status: 'completed', result: [{ id: 'A' }, { id: 'F1' }] })
    const ends = await playExecute({ ...options, answer: () => ({ option: 'stop', by: 'Ada' }) })
    expect(ends.outcome).toMatchObject({ failure: { message: 'Ended by Ada at the review of wave 1.' } })
    const told = await playExecute({
      ...options,
      answer: (question) =>
        question.includes('round-2') ? { option: null, text: 'use a table' } : { option: 'go-on' },
    })
    expect(told.prompts.get('execute/F2@r3/attempt-1/implement/try-1/turn')).toContain('use a table')
  })

  it('C48: a wave is asked for as one, and what is grave by itself and by a person', async () => {
    const grave = [{ id: 'A' }, { id: 'B' }, { id: 'D', grave: ['destructive'] as const }]
    const approvals = { ...plainProcess.approvals, wave: 'ask' as const }
    const kinds: string[] = []
    const options = {
      tasks: [
        ...grave,
        { id: 'E', dependencies: ['D'] },
        { id: 'F', dependencies: ['A'] },
        { id: 'G', dependencies: ['E'] },
      ],
      policy: processWith({ approvals }),
    }
    const played = await playExecute({
      ...options,
      answer: (question, { kind, text }) => {
        kinds.push(`${question} ${kind} ${text.split(' (')[0]}`)
        return { option: question.endsWith('approve-D') ? 'leave-out' : 'approve' }
      },
    })
    expect([...new Set(kinds)]).toEqual([
      'execute/wave-1-r1/approve approval Wave 1 of 3: 2 tasks',
      'execute/wave-1-r1/approve-D choice D',
      'execute/wave-2-r1/approve approval Wave 2 of 3: 1 task',
    ])
    expect(played.outcome).toMatchObject({
      result: [
        { id: 'A', state: 'done' },
        { id: 'B', state: 'done' },
        { id: 'D', state: 'given-up', problem: 'Left out by test.' },
        { id: 'E', state: 'blocked' },
        { id: 'F', state: 'done' },
        { id: 'G', state: 'blocked' },
      ],
    })
  })

  it('A49: what a person says before a wave makes the plan anew, and what is done stays done', async () => {
    const approvals = { ...plainProcess.approvals, wave: 'person' as const }
    const value: Json = {
      objective: 'so',
      tasks: [
        { id: 'A', title: 'A' },
        { id: 'Z', title: 'Z' },
      ],
    }
    const options: FloorOptions = {
      tasks,
      policy: processWith({ approvals }),
      scenes: [on({ role: 'planner' }, { act: 'reply', value })],
      answer: (question) =>
        question === 'execute/wave-2-r1/approve'
          ? { option: null, text: 'no C, but Z' }
          : { option: 'approve' },
    }
    const played = await playExecute(options)
    expect(played.prompts.get('plan/r2/try-1/turn')).toContain('## What a person said about it\nno C, but Z')
    expect(turns(played)).toContain('execute/Z@r2/attempt-1/implement')
    expect(turns(played)).not.toContain('execute/C@r1/attempt-1/implement')
    await expectSameFromAnyEvent(options, played)
  })

  it('A29: each wave is announced before it starts', async () => {
    const waves = { ...plainProcess.waves, announce: ['small'] as const, review: ['small'] as const }
    const policy = processWith({ waves })
    const scenes = [says('reviewer', '**', approved)]
    const { events } = await playExecute({ tasks, scenes, touches, policy })
    const told = events.flatMap((event) =>
      event.type === 'fact-recorded' && (event.kind === 'announced' || event.name.endsWith('task-working'))
        ? [event.kind === 'announced' ? (event.value as { text: string }).text : event.name]
        : [],
    )
    expect(told).toEqual([
      'Wave 1 of 2 is about to start:\n1. A: A (implementer)\n2. B: B (implementer)\nIt starts now, unless you say otherwise.',
      'execute/A@r1/attempt-1/task-working',
      'execute/B@r1/attempt-1/task-working',
      'Wave 2 of 2 is about to start:\n1. C: C (implementer)\nIt starts now, unless you say otherwise.',
      'execute/C@r1/attempt-1/task-working',
    ])
  })

  it('A29: an announcement alone makes nobody wait', async () => {
    const waves = { ...plainProcess.waves, announce: ['small'] as const }
    const slow = on(
      { role: 'implementer', step: 'execute/B@r1/**' },
      { act: 'wait', ms: 60_000 },
      { act: 'reply', value: { status: 'completed', summary: 'done' } },
    )
    const { events } = await playExecute({ tasks, scenes: [slow], policy: processWith({ waves }) })
    const names = events.flatMap((event) => (event.type === 'fact-recorded' ? [event.name] : []))
    const order = [
      'execute/announced-r1',
      'execute/A@r1/attempt-1/task-working',
      'execute/C@r1/attempt-1/task-working',
      'execute/B@r1/attempt-1/task-done',
    ]
    expect(names.filter((name) => order.includes(name))).toEqual(order)
  })

  it('A48: a simplifier goes over a wave that is about cleaning up, if the policy wants one', async () => {
    const waves = { ...plainProcess.waves, simplifier: true }
    const simplified = { status: 'completed', summary: 'less', preservedBehaviour: true, changes: ['less'] }
    const options: FloorOptions = {
      tasks: [
        { id: 'A', title: 'clean up the parser' },
        { id: 'B', dependencies: ['A'] },
      ],
      touches,
      policy: processWith({ waves }),
      scenes: [on({ role: 'code-simplifier' }, { act: 'reply', value: simplified })],
    }
    const played = await playExecute(options)
    expect(turns(played)).toEqual([
      'execute/A@r1/attempt-1/implement',
      'execute/S1@r2/attempt-1/implement',
      'execute/B@r1/attempt-1/implement',
    ])
    await expectSameFromAnyEvent(options, played)
  })
})
