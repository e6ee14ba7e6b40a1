import { describe, expect, it } from 'vitest'
import type { FloorOptions, FloorPlay } from '../../test/harness/play-execute.ts'
import { playExecute } from '../../test/harness/play-execute.ts'
import { on } from '../../test/harness/play-standard.ts'
import type { Scene } from '../adapters/agents/scripted/script.ts'
import type { Json } from '../kernel/json.ts'
import type { ProcessPolicy } from '../policy/process-policy.ts'
import { plainProcess } from '../policy/process-policy.ts'
import type { ReviewFact } from './facts.ts'
import type { TaskResult } from './see-through.ts'

const approved = { verdict: 'approved', confidence: 0.9, summary: 'fine', issues: [] }

const blocking = {
  severity: 'major',
  confirmed: true,
  text: 'the sum is wrong',
  evidence: 'add(1, 1) gave 3',
  file: 'shared',
  about: 'risk:correctness',
}

function against(...issues: readonly Json[]): Json {
  return { verdict: 'needs_revision', confidence: 0.9, summary: 'not yet', issues: [...issues] }
}

function says(role: string, step: string, value: Json): Scene {
  return on({ role, step }, { act: 'reply', value })
}

function process(parts: Partial<ProcessPolicy>): FloorOptions['policy'] {
  return { attempts: 5, process: { ...plainProcess, ...parts } }
}

const reviewTasks = process({ review: { tasks: ['small'], final: [], fixCycles: 1 } })
const reviewAll = process({ review: { tasks: [], final: ['small'], fixCycles: 1 } })
const betweenWaves = process({
  waves: { ...plainProcess.waves, review: ['small'], critic: ['small'], designer: ['small'] },
  review: { tasks: [], final: [], fixCycles: 1 },
})

function reviews({ events }: FloorPlay): readonly Json[] {
  return events.flatMap((event) => {
    if (event.type !== 'fact-recorded' || event.kind !== 'reviewed') return []
    const { scope, of, by, verdict } = event.value as unknown as ReviewFact
    return [`${scope} ${of} ${by} ${verdict}`]
  })
}

function asked({ events }: FloorPlay): readonly string[] {
  return events.flatMap((event) => (event.type === 'question-asked' ? [event.question] : []))
}

function turns({ events }: FloorPlay): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'step-started' && event.kind === 'turn' ? [event.step.replace('/try-1/turn', '')] : [],
  )
}

/** Who of two comes onto the line first is nobody's promise before it is recorded. */
function ends({ outcome }: FloorPlay): Json {
  if (outcome.status !== 'completed') return outcome.status
  const results = outcome.result as unknown as readonly TaskResult[]
  return results.map(({ id, state, attempts, problem }) => ({ id, state, attempts, problem }))
}

async function expectSameFromAnyEvent(options: FloorOptions, whole: FloorPlay): Promise<void> {
  for (let cut = 1; cut < whole.events.length; cut += 1) {
    const resumed = await playExecute({ ...options, past: whole.events.slice(0, cut) })
    expect([cut, ends(resumed)]).toEqual([cut, ends(whole)])
    expect([cut, new Set(turns(resumed))]).toEqual([cut, new Set(turns(whole))])
    const finished = new Set<string>()
    for (const event of resumed.events) {
      if (event.type === 'step-started') expect([cut, finished.has(event.step)]).toEqual([cut, false])
      if (event.type === 'step-completed') finished.add(event.step)
    }
  }
}

const touches = (): readonly string[] => ['shared']

describe('the review of a task', () => {
  const tasks = [{ id: 'A' }]

  it('A59, C32: sends work back for what it can show, without a diagnosis, and takes it when that is settled', async () => {
    const scenes = [
      says('reviewer', 'execute/A@r1/attempt-1/**', against(blocking)),
      says('reviewer', '**', approved),
    ]
    const options = { tasks, scenes, touches, policy: reviewTasks }
    const played = await playExecute(options)
    expect(played.outcome).toMatchObject({ result: [{ id: 'A', state: 'done', attempts: 2 }] })
    expect(reviews(played)).toEqual(['task A reviewer blocked', 'task A reviewer approved'])
    expect(turns(played)).not.toContain('execute/A@r1/attempt-1/diagnose')
    const prompt = played.prompts.get('execute/A@r1/attempt-2/implement/try-1/turn')
    expect(prompt).toContain('shared: the sum is wrong (add(1, 1) gave 3)')
    await expectSameFromAnyEvent(options, played)
  })

  it.each([
    ['nobody has seen', { ...blocking, confirmed: false }],
    ['is about a file that did not change', { ...blocking, file: 'other' }],
    ['is about a line that is not there', { ...blocking, line: 5 }],
    ['is small', { ...blocking, severity: 'minor' }],
  ])('C32: is not stopped by an issue that %s; it is told', async (_, issue) => {
    const scenes = [says('reviewer', '**', against(issue))]
    const played = await playExecute({ tasks, scenes, touches, policy: reviewTasks })
    expect(played.outcome).toMatchObject({ result: [{ state: 'done', attempts: 1 }] })
    expect(reviews(played)).toEqual(['task A reviewer advised'])
  })

  it.each([
    ['abstains', says('reviewer', '**', { ...approved, verdict: 'abstain' })],
    ['is unsure', says('reviewer', '**', { ...approved, confidence: 0.2 })],
    ['gives no reply', on({ role: 'reviewer' }, { act: 'say', text: 'fine, I think' })],
  ])('C37: that %s is no approval, and is told as such', async (_, scene) => {
    const played = await playExecute({ tasks, scenes: [scene], touches, policy: reviewTasks })
    expect(played.outcome).toMatchObject({ result: [{ state: 'done' }] })
    expect(reviews(played)).toEqual(['task A reviewer abstained'])
  })

  it('P4: that finds the same again and again ends with a person', async () => {
    const scenes = [says('reviewer', '**', against(blocking))]
    const played = await playExecute({ tasks, scenes, touches, policy: reviewTasks })
    expect(asked(played)).toEqual(['execute/A@r1/exhausted-3'])
    expect(played.outcome).toMatchObject({ result: [{ state: 'given-up', attempts: 3 }] })
  })

  it('is only done where the policy says so', async () => {
    const played = await playExecute({ tasks, touches, policy: process({}) })
    expect(turns(played)).toEqual(['execute/A@r1/attempt-1/implement'])
  })
})

describe('between two waves', () => {
  const tasks = [{ id: 'A' }, { id: 'B' }, { id: 'C', dependencies: ['A'] }]
  const pass = { ...approved, verdict: 'pass' }

  it('A44–A47, C40: the reviewer and the critic look at the wave, and what blocks is repaired before the next', async () => {
    const scenes = [
      says('critic', 'execute/wave-1-r1/round-1/**', {
        ...against({ ...blocking, owner: 'ui-implementer' }),
        verdict: 'blocking',
      } as Json),
      says('critic', '**', pass),
      says('reviewer', '**', approved),
      on({ role: 'ui-implementer' }, { act: 'reply', value: { status: 'completed', summary: 'repaired' } }),
    ]
    const options = { tasks, scenes, touches, policy: betweenWaves }
    const played = await playExecute(options)
    expect(played.outcome).toMatchObject({
      result: [
        { id: 'A', state: 'done' },
        { id: 'B', state: 'done' },
        { id: 'C', state: 'done' },
        { id: 'F1', state: 'done' },
      ],
    })
    expect(turns(played).filter((turn) => !turn.includes('reviewer'))).toEqual([
      'execute/A@r1/attempt-1/implement',
      'execute/B@r1/attempt-1/implement',
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
    const options = { tasks: [...grave, { id: 'E', dependencies: ['D'] }], policy: process({ approvals }) }
    const played = await playExecute({
      ...options,
      answer: (question, { kind }) => {
        kinds.push(`${question} ${kind}`)
        return { option: question.endsWith('approve-D') ? 'leave-out' : 'approve' }
      },
    })
    expect([...new Set(kinds)]).toEqual([
      'execute/wave-1-r1/approve approval',
      'execute/wave-1-r1/approve-D choice',
      'execute/wave-2-r1/approve approval',
    ])
    expect(played.outcome).toMatchObject({
      result: [
        { id: 'A', state: 'done' },
        { id: 'B', state: 'done' },
        { id: 'D', state: 'given-up', problem: 'Left out by test.' },
        { id: 'E', state: 'blocked' },
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
      policy: process({ approvals }),
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
    const policy = process({ waves })
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

  it('A48: a simplifier goes over a wave that is about cleaning up, if the policy wants one', async () => {
    const waves = { ...plainProcess.waves, simplifier: true }
    const simplified = { status: 'completed', summary: 'less', preservedBehaviour: true, changes: ['less'] }
    const options: FloorOptions = {
      tasks: [
        { id: 'A', title: 'clean up the parser' },
        { id: 'B', dependencies: ['A'] },
      ],
      touches,
      policy: process({ waves }),
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

describe('the final review', () => {
  const tasks = [{ id: 'A' }, { id: 'B', role: 'documentation-writer', dependencies: ['A'] }]
  const documented = {
    status: 'completed',
    summary: 'ok',
    docs: { created: [], updated: [], parityVerified: true },
  }
  const writer = on({ role: 'documentation-writer' }, { act: 'reply', value: documented })

  it('C33–C35: gives what blocks to the last task that changed the file, once, and looks again', async () => {
    const scenes = [
      says('reviewer', 'review/round-1/**', against(blocking)),
      says('reviewer', '**', approved),
      writer,
    ]
    const options = { tasks, scenes, touches, policy: reviewAll }
    const played = await playExecute(options)
    expect(reviews(played)).toEqual(['final all reviewer blocked', 'final all reviewer approved'])
    expect(played.outcome).toMatchObject({ result: [{ id: 'A' }, { id: 'B' }, { id: 'F1', state: 'done' }] })
    expect(played.prompts.get('review/round-1/reviewer/try-1/turn')).toContain('- shared (added, by A, B)')
    expect(turns(played).slice(-2)).toEqual(['execute/F1@r2/attempt-1/implement', 'review/round-2/reviewer'])
    await expectSameFromAnyEvent(options, played)
  })

  it('C35: asks a person when it is still blocked', async () => {
    const scenes = [says('reviewer', '**', against(blocking)), writer]
    const played = await playExecute({
      tasks,
      scenes,
      touches,
      policy: reviewAll,
      answer: () => ({ option: 'go-on' }),
    })
    expect(asked(played)).toEqual(['review/round-2/blocked'])
    expect(played.outcome).toMatchObject({ status: 'completed' })
  })
})
