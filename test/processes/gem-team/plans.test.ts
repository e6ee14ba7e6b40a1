import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/kernel/json.ts'
import { points } from '../../fixtures/challenge-replies.ts'
import { reply, scene } from '../../harness/script.ts'
import { planOf } from '../../stories/cast.ts'
import { asked, inputOf, LONG, playGem } from './gem-play.ts'

const LARGE = 'Move the whole storage to a new format across all packages, with a migration'
const plain = { covers: ['AC-001'] }
const held = (severity: string, text: string, category: string): Json => ({
  severity,
  category,
  text,
  about: 'T1',
  where: 'T1',
  fix: 'Say how.',
})
const verified = (verdict: string, findings: readonly Json[] = []): Json => ({
  verdict,
  checks: points,
  confidence: 0.9,
  findings: [...findings],
})
const critique = (verdict: string, findings: readonly Json[] = []): Json => ({
  verdict,
  confidence: 0.9,
  findings: [...findings],
  praise: ['The steps are small.'],
})
const first = (
  _: string,
  ask: { readonly kind: string; readonly options: readonly { readonly id: string }[] },
) => (ask.kind === 'choice' ? { option: ask.options[0]?.id ?? null } : null)

describe('the plan of a complex job', () => {
  let play: Awaited<ReturnType<typeof playGem>>
  beforeAll(async () => {
    const wide = [
      { id: 'T1', more: plain },
      { id: 'T2', more: plain },
    ]
    const long = [
      { id: 'T1', more: plain },
      { id: 'T2', after: ['T1'], more: plain },
    ]
    play = await playGem({
      tier: 'large',
      objective: LARGE,
      tasks: wide,
      first: [
        scene({ role: 'planner', step: 'plan/r1/a/**' }, reply(planOf(long, { confidence: 0.9 }))),
        scene(
          { role: 'planner', step: 'plan/r1/b/**' },
          reply(planOf(wide, { confidence: 0.9, objective: 'The wide one' })),
        ),
        scene({ role: 'planner', step: 'plan/r1/c/**' }, reply(planOf(long, { confidence: 0.9 }))),
        scene(
          { role: 'planner', step: 'plan/r2/**' },
          reply(planOf(wide, { confidence: 0.9, objective: 'Mended' })),
        ),
        scene(
          { role: 'reviewer', step: 'challenge/r1/**' },
          reply(verified('needs_revision', [held('blocking', 'T1 writes nothing down.', 'specification')])),
        ),
        scene(
          { role: 'critic', step: 'challenge/r1/**' },
          reply(critique('blocking', [held('blocking', 'Data is lost on the way.', 'data-loss')])),
        ),
        scene({ role: 'reviewer', step: 'challenge/**' }, reply(verified('approved'))),
        scene(
          { role: 'critic', step: 'challenge/**' },
          reply(critique('needs_changes', [held('major', 'It could be simpler.', 'simpler-way')])),
        ),
      ],
      answer: first,
    })
  }, LONG)

  it('A23: three planners draft side by side, and the plan with the most that starts at once is taken', () => {
    expect(
      play.turns
        .filter((step) => step.startsWith('plan/r1/'))
        .map((step) => step.split('/')[2] ?? '')
        .toSorted(),
    ).toEqual(['a', 'b', 'c'])
    expect(play.facts('plan')[0]).toMatchObject({ objective: 'The wide one' })
    expect(['a', 'b', 'c'].map((variant) => inputOf(play, `plan/r1/${variant}/`)['variant'])).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('A21, A22: a complex job is researched from four sides at once, each with what was clarified', () => {
    const turns = play.turns.filter((step) => step.startsWith('research/'))
    expect(turns).toHaveLength(4)
    for (const step of turns) {
      expect(inputOf(play, step)).toMatchObject({ complexity: 'complex', focus_area: step.split('/')[1] })
      expect(inputOf(play, step)['task_clarifications']).toHaveLength(3)
    }
  })

  it('A24, A52: reviewer and critic both look at every version of the plan, one for its rules, one for its way', () => {
    const turns = play.turns
      .filter((step) => step.startsWith('challenge/'))
      .map((step) => step.split('/').slice(1, 3).join(' '))
    expect(turns.toSorted()).toEqual(['r1 critic', 'r1 reviewer', 'r2 critic', 'r2 reviewer'])
    expect(play.prompts.get('challenge/r1/reviewer/try-1/turn')).toContain('You review a plan for compliance')
    expect(play.prompts.get('challenge/r1/critic/try-1/turn')).toContain(
      'Whether it keeps to rules is for others to say',
    )
  })

  it('A25, A26, A59, A60: what both hold against it goes to the planner, and both look again', () => {
    const prompt = play.prompts.get('plan/r2/try-1/turn') ?? ''
    expect(prompt).toContain('T1 writes nothing down.')
    expect(prompt).toContain('Data is lost on the way.')
    expect(play.facts('plan').at(-1)).toMatchObject({ revision: 2, objective: 'Mended' })
  })

  it('A55, A25, A27: a plan that passes is shown with what the critic still wants and what is good about it', () => {
    expect(asked(play, 'approve/')).toEqual(['approve/r2/plan'])
    const details = JSON.stringify(play.questions.get('approve/r2/plan')?.details)
    expect(details).toContain('It could be simpler.')
    expect(details).toContain('The steps are small.')
  })

  it('A27: nothing is built before the person has approved', () => {
    const answered = play.events.findIndex(
      (event) => event.type === 'question-answered' && event.question === 'approve/r2/plan',
    )
    const built = play.events.findIndex(
      (event) => event.type === 'step-started' && event.step.startsWith('execute/T'),
    )
    expect(answered).toBeGreaterThan(0)
    expect(built).toBeGreaterThan(answered)
  })
})

describe('the plan of a simple job', () => {
  it(
    'A23, A26, A27: one planner, mended twice at most, then the person decides; feedback plans anew',
    async () => {
      let asks = 0
      const play = await playGem({
        tasks: [{ id: 'T1', more: { covers: [] } }],
        first: [
          scene(
            { role: 'critic', step: 'challenge/**' },
            reply(critique('blocking', [held('blocking', 'It is the wrong way.', 'logic-gap')])),
          ),
        ],
        answer: (name) => {
          if (!name.startsWith('approve/')) return null
          asks += 1
          return asks === 1 ? { option: null, text: 'Take the other way.' } : { option: 'approve' }
        },
      })
      const planned = play.turns.filter((step) => step.startsWith('plan/'))
      const passes = planned.map((step) => step.split('/')[1])
      expect(passes.slice(0, 4)).toEqual(['r1', 'r2', 'r3', 'r4'])
      expect(asked(play, 'approve/')[0]).toBe('approve/r3/plan')
      expect(play.prompts.get('plan/r4/try-1/turn')).toContain('Take the other way.')
      expect(play.outcome).toMatchObject({ status: 'completed' })
    },
    LONG,
  )

  it(
    'A42, A72: a task that says the plan cannot work is planned anew with what was found out, without a diagnosis of its own',
    async () => {
      const play = await playGem({
        tasks: [{ id: 'T1', more: { covers: [] } }],
        first: [
          scene(
            { step: 'execute/T1@r1/attempt-1/implement/**' },
            reply({ status: 'needs_revision', summary: 'Half of it.' }),
          ),
          scene(
            { step: 'execute/T1@r1/attempt-2/implement/**' },
            reply({ status: 'failed', summary: 'It needs a database first.', failure: 'needs_replan' }),
          ),
        ],
      })
      expect(play.on('T1')).toEqual([
        'attempt-1/implement',
        'attempt-1/diagnose',
        'attempt-2/implement',
        'attempt-1/implement',
      ])
      const prompt = play.prompts.get('plan/r2/try-1/turn') ?? ''
      expect(prompt).toContain('It needs a database first.')
      expect(prompt).toContain('The file does not say what it must.')
      expect(play.outcome).toMatchObject({ status: 'completed' })
    },
    LONG,
  )
})
