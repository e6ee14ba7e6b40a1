import { describe, expect, it } from 'vitest'
import type { Scene } from '../../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../../src/kernel/json.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { checks } from '../../fixtures/challenge-replies.ts'
import { reply, scene } from '../../harness/script.ts'
import { planOf } from '../../stories/cast.ts'
import type { FlowPlay } from './play-controlflow.ts'
import { auditor, finding, isLetThrough, LONG, playPlanning, scored, tasksOf } from './play-controlflow.ts'

const tasks = tasksOf('T1', 'T2', 'T3')

function verifier(more: Readonly<Record<string, Json>>, revision = 1): Scene {
  const value = { verdict: 'complete', lookedAt: ['README.md'], confidence: 0.9, ...more }
  return scene({ role: 'assumption-verifier', step: `challenge/r${revision}/**` }, reply(value))
}

function walker(more: Readonly<Record<string, Json>>, stuck: readonly string[], revision = 1): Scene {
  const walked = tasks.map(({ id }) => ({ task: id, checks, stuck: stuck.includes(id) ? 'here' : null }))
  const value = { verdict: 'fail', walked, confidence: 0.9, ...more }
  return scene({ role: 'executability-verifier', step: `challenge/r${revision}/**` }, reply(value))
}

const mirage = (text: string, severity = 'major'): Json =>
  finding(text, { category: 'missing-file', severity })
const stuck = (text: string): Json => finding(text, { category: 'stuck', severity: 'minor' })
const verdicts = ({ rounds }: FlowPlay): readonly string[] => rounds.map(({ verdict }) => verdict)
const scores = ({ rounds }: FlowPlay): readonly (number | undefined)[] =>
  rounds.map(({ score }) => (score === undefined ? undefined : Math.round(score * 100) / 100))

describe('the loop of plan review', () => {
  it(
    'C6, C27: an auditor that wants a revision and a mirage that blocks go back to the planner together',
    async () => {
      const play = await playPlanning({
        tier: 'medium',
        tasks,
        first: [
          auditor(
            tasks,
            { verdict: 'needs_revision', findings: [finding('Too late.', { severity: 'minor' })] },
            1,
          ),
          verifier({ findings: [mirage('There is no such file.', 'blocking')] }),
        ],
      })
      expect(verdicts(play)).toEqual(['revise', 'approved'])
      const asked = play.promptOf('plan/r2/')
      expect(asked).toContain('Too late.')
      expect(asked).toContain('There is no such file.')
      expect(play.promptOf('challenge/r2/plan-auditor')).toContain('round 2')
      expect(isLetThrough(play)).toBe(true)
    },
    LONG,
  )

  it.each<[string, readonly Scene[], readonly string[]]>([
    [
      'C27: one BLOCKING mirage is enough, whatever the auditor says',
      [verifier({ findings: [mirage('There is no such file.', 'blocking')] })],
      ['revise', 'approved'],
    ],
    [
      'C27: mirages that do not block are shown, and the plan goes on',
      [verifier({ findings: [mirage('That may be old.'), mirage('So may this.', 'minor')] })],
      ['approved'],
    ],
    [
      'C27: what the auditor approves by 75 of 100 only is approved, and by 74 not',
      [auditor(tasks, { scores: scored(3.7) }, 1), auditor(tasks, { scores: scored(3.75) }, 2)],
      ['revise', 'approved'],
    ],
    [
      'C27: three things of weight are too many',
      [auditor(tasks, { findings: ['a', 'b', 'c'].map((text) => finding(text, { severity: 'major' })) }, 1)],
      ['revise', 'approved'],
    ],
  ])(
    '%s',
    async (_rule, first, expected) => {
      expect(verdicts(await playPlanning({ tier: 'medium', tasks, first }))).toEqual(expected)
    },
    LONG,
  )

  it(
    'C27: a walk that fails or only warns sends the plan back, and what it found bounds the score',
    async () => {
      const play = await playPlanning({
        tier: 'large',
        tasks,
        first: [
          walker({ findings: [stuck('T1 and T2 cannot be done.')] }, ['T1', 'T2'], 1),
          walker({ verdict: 'warn', findings: [stuck('Somebody would guess.')] }, ['T1'], 2),
        ],
      })
      expect(verdicts(play)).toEqual(['revise', 'revise', 'approved'])
      expect(play.promptOf('plan/r3/')).toContain('Somebody would guess.')
      expect(scores(play)).toEqual([0.8, 0.9, 1])
    },
    LONG,
  )

  it(
    'C27: mirages bound the score of what is taken for granted',
    async () => {
      const found = (count: number): readonly Json[] =>
        Array.from({ length: count }, (_, index) => mirage(`Mirage ${index}`))
      const play = await playPlanning({
        tier: 'medium',
        tasks,
        first: [
          verifier({ findings: [...found(4)] }, 1),
          verifier({ findings: [...found(3)] }, 2),
          verifier({ findings: [...found(1)] }, 3),
        ],
      })
      expect(scores(play)).toEqual([0.85, 0.9, 0.95])
      expect(verdicts(play)).toEqual(['revise', 'revise', 'approved'])
    },
    LONG,
  )

  it.each<[string, Readonly<Record<string, Json>>]>([
    [
      'C6: a plan that is rejected waits for a person',
      { verdict: 'rejected', findings: [finding('Wrong.')] },
    ],
    ['C6, C27: so does one that scores less than 60 of 100', { scores: scored(2.9) }],
  ])(
    '%s',
    async (_rule, said) => {
      const play = await playPlanning({ tier: 'small', tasks, first: [auditor(tasks, said)] })
      expect(verdicts(play)).toEqual(['rejected'])
      expect(play.outcome.status).toBe('waiting')
      expect([...play.questions.values()].at(-1)).toMatchObject({ kind: 'choice' })
      expect(play.turns.some((step) => step.startsWith('execute/'))).toBe(false)
    },
    LONG,
  )

  it(
    'C28: from the third round on a score that gains less than 5 of 100 over two rounds is stagnation',
    async () => {
      const round = (each: number, revision: number): Scene =>
        auditor(tasks, { scores: scored(each) }, revision)
      const first = [round(3.5, 1), round(3.55, 2), round(3.6, 3)]
      const play = await playPlanning({ tier: 'medium', tasks, first })
      expect(verdicts(play)).toEqual(['revise', 'revise', 'stagnant'])
      expect(play.outcome.status).toBe('waiting')
      const [name = '', asked] = [...play.questions].at(-1) ?? []
      expect(name).toMatch(/^approve\//)
      expect(asked).toMatchObject({ kind: 'choice' })
      expect(asked?.text).toContain('Revising this plan brings nothing more')
    },
    LONG,
  )

  it(
    'C28, C29: a score that keeps rising is revised on, and after five looks a person decides',
    async () => {
      const first = [3.1, 3.3, 3.4, 3.6, 3.7].map((each, index) =>
        auditor(tasks, { scores: scored(each) }, index + 1),
      )
      const play = await playPlanning({ tier: 'medium', tasks, first })
      expect(verdicts(play)).toEqual(['revise', 'revise', 'revise', 'revise', 'exhausted'])
      expect(play.outcome.status).toBe('waiting')
    },
    LONG,
  )

  it(
    'C29: after two looks at a small plan the best of both is shown, with what is not settled',
    async () => {
      const second = planOf(tasksOf('T1', 'T2', 'T3', 'T4'), { confidence: 0.95 })
      const play = await playPlanning({
        tier: 'small',
        tasks,
        first: [
          scene({ role: 'planner', step: 'plan/r2/**' }, reply(second)),
          auditor(tasks, { verdict: 'needs_revision', findings: [finding('One thing.')] }, 1),
          auditor(tasks, { verdict: 'needs_revision', findings: [finding('One.'), finding('Two.')] }, 2),
        ],
      })
      expect(verdicts(play)).toEqual(['revise', 'exhausted'])
      const plans = play.facts('plan') as unknown as readonly (Plan & { readonly revision: number })[]
      expect(plans.map(({ revision, tasks: { length } }) => [revision, length])).toEqual([
        [1, 3],
        [2, 4],
        [3, 3],
      ])
      expect([...play.questions.values()].at(-1)?.details).toMatchObject({
        critique: { unsettled: 'exhausted', open: [{ text: 'One thing.' }] },
      })
    },
    LONG,
  )
})
