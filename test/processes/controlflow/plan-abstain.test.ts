import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/kernel/json.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { checks } from '../../fixtures/challenge-replies.ts'
import { reply, scene } from '../../harness/script.ts'
import { planOf } from '../../stories/cast.ts'
import { auditor, finding, isLetThrough, LONG, playPlanning, tasksOf } from './play-controlflow.ts'

const tasks = tasksOf('T1', 'T2', 'T3')
const ALL = ['assumption-verifier', 'executability-verifier', 'plan-auditor']
const against = { verdict: 'needs_revision', findings: [finding('Not so.')] }

describe('reviewers of plans that cannot tell', () => {
  it(
    'C7: an auditor and a verifier that abstain are logged, and the plan goes on without asking again',
    async () => {
      const play = await playPlanning({
        tier: 'medium',
        tasks,
        first: [
          auditor(tasks, { verdict: 'abstain' }),
          scene(
            { role: 'assumption-verifier' },
            reply({ verdict: 'abstain', lookedAt: [], confidence: 0.2 }),
          ),
        ],
      })
      const said = play.facts('notice').map((value) => (value as { readonly text: string }).text)
      expect(said.filter((text) => text.includes('goes on without its word'))).toHaveLength(2)
      expect(isLetThrough(play)).toBe(true)
      expect([...play.questions.keys()].filter((name) => name.startsWith('approve/'))).toHaveLength(1)
    },
    LONG,
  )

  it.each<[string, number, readonly string[]]>([
    ['C4, C7: an auditor that is sure by 0.69 only has abstained', 0.69, ['approved']],
    ['C7: one that is sure by 0.7 is believed', 0.7, ['revise', 'approved']],
  ])(
    '%s',
    async (_rule, confidence, verdicts) => {
      const play = await playPlanning({
        tier: 'small',
        tasks,
        first: [auditor(tasks, { ...against, confidence }, 1)],
      })
      expect(play.rounds.map(({ verdict }) => verdict)).toEqual(verdicts)
    },
    LONG,
  )

  it.each<[string, number, readonly string[], string]>([
    ['C27: a walk that is sure by 0.6 counts', 0.6, ['revise', 'approved'], 'failed'],
    [
      'C4, C6: one that is sure by 0.59 only has abstained, and a person decides',
      0.59,
      ['unheard'],
      'waiting',
    ],
  ])(
    '%s',
    async (_rule, confidence, verdicts, status) => {
      const walked = tasks.map(({ id }) => ({ task: id, checks, stuck: null }))
      const findings = [finding('Somebody would guess.', { category: 'unclear', severity: 'minor' })]
      const play = await playPlanning({
        tier: 'large',
        tasks,
        first: [
          scene(
            { role: 'executability-verifier', step: 'challenge/r1/**' },
            reply({ verdict: 'warn', walked, findings, confidence }),
          ),
        ],
      })
      expect(play.rounds.map(({ verdict }) => verdict)).toEqual(verdicts)
      expect(play.outcome.status).toBe(status)
    },
    LONG,
  )

  it(
    'C4 impossible: a verdict that is none of the fixed ones is not taken',
    async () => {
      const play = await playPlanning({ tier: 'small', tasks, first: [auditor(tasks, { verdict: 'LGTM' })] })
      expect(play.turns.filter((step) => step.includes('/plan-auditor/')).length).toBeGreaterThan(2)
      expect(play.facts('notice')).toContainEqual({
        text: 'The plan-auditor gave no reply that fits, so the plan goes on without its word.',
      })
    },
    LONG,
  )
})

describe('a plan that was revised', () => {
  it(
    'C26: is looked at by everybody again, though a single word has changed',
    async () => {
      const reworded = planOf(tasks, { confidence: 0.95, objective: 'What the story really wants' })
      const play = await playPlanning({
        tier: 'large',
        tasks,
        first: [scene({ role: 'planner', step: 'plan/r2/**' }, reply(reworded)), auditor(tasks, against, 1)],
      })
      expect(play.lookedAt(1)).toEqual(['assumption-verifier', 'plan-auditor'])
      expect(play.lookedAt(2)).toEqual(ALL)
    },
    LONG,
  )

  it(
    'C26 impossible: a revision does not get out of the review by being small, sure and without danger',
    async () => {
      const risk = { category: 'performance', applicability: 'applicable', impact: 'high', note: '' }
      const revised = planOf(tasksOf('T1'), {
        confidence: 1,
        risks: [{ ...risk, disposition: 'resolved' }],
      })
      const play = await playPlanning({
        tier: 'small',
        tasks,
        plan: { risks: [{ ...risk, disposition: 'open-question' }] },
        first: [scene({ role: 'planner', step: 'plan/r2/**' }, reply(revised)), auditor(tasks, against, 1)],
      })
      expect(play.lookedAt(2)).toEqual(ALL)
      expect(play.rounds.map(({ round, verdict }) => [round, verdict])).toEqual([
        [1, 'revise'],
        [2, 'approved'],
      ])
    },
    LONG,
  )

  it(
    'C30, C31: what held before and no longer does blocks by itself, and every revision says where it comes from',
    async () => {
      const play = await playPlanning({
        tier: 'medium',
        tasks,
        first: [
          auditor(tasks, { ...against, verified: ['README.md names the port'] }, 1),
          auditor(
            tasks,
            {
              verdict: 'needs_revision',
              regressed: [{ item: 'V1', text: 'The port is gone.', where: 'T1' }],
            },
            2,
          ),
        ],
      })
      expect(play.promptOf('challenge/r2/plan-auditor')).toContain('V1: README.md names the port')
      expect(play.rounds.map(({ verdict }) => verdict)).toEqual(['revise', 'revise', 'approved'])
      expect(play.rounds[1]?.objections).toContainEqual({
        by: 'plan-auditor',
        severity: 'blocking',
        text: 'No longer so: The port is gone.',
        about: 'README.md names the port',
        where: 'T1',
      })
      const plans = play.facts('plan') as unknown as readonly Plan[]
      expect(plans.map(({ lineage }) => lineage.map(({ revision }) => revision))).toEqual([[], [2], [2, 3]])
      expect(plans[1]?.lineage[0]?.reason).toContain('Not so.')
      const [, items] = Object.entries(play.files).find(([path]) => path.endsWith('/verified-items.md')) ?? []
      expect(items).toMatch(/regression_finding_id \S+, regression_iteration 2: BLOCKING/)
    },
    LONG,
  )

  it(
    'C30 impossible: nobody approves a plan and says that something no longer holds',
    async () => {
      const regressed: Json = [{ item: 'V1', text: 'The port is gone.', where: 'T1' }]
      const play = await playPlanning({
        tier: 'small',
        tasks,
        first: [
          auditor(tasks, { ...against, verified: ['README.md names the port'] }, 1),
          auditor(tasks, { regressed }, 2),
        ],
      })
      expect(play.prompts.get('challenge/r2/plan-auditor/try-1/repair-1')).toContain('does not go together')
    },
    LONG,
  )
})
