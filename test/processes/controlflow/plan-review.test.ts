import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/kernel/json.ts'
import type { Tier } from '../../../src/policy/tier.ts'
import { allow, isLetThrough, LONG, playPlanning, tasksOf } from './play-controlflow.ts'

const AUDITOR = ['plan-auditor']
const BOTH = ['assumption-verifier', 'plan-auditor']
const ALL = ['assumption-verifier', 'executability-verifier', 'plan-auditor']

function risk(more: Readonly<Record<string, Json>> = {}): Json {
  return {
    category: 'performance',
    applicability: 'applicable',
    impact: 'high',
    disposition: 'open-question',
    note: '',
    ...more,
  }
}

describe('when a plan is reviewed', () => {
  it.each<[string, readonly string[], readonly string[], Readonly<Record<string, Json>>]>([
    ['C23: three phases are enough', ['T1', 'T2', 'T3'], AUDITOR, {}],
    ['C23: two phases of a sure planner are not, so the work begins', ['T1', 'T2'], [], {}],
    ['C23: a planner that is sure by 0.89 only', ['T1', 'T2'], AUDITOR, { confidence: 0.89 }],
    ['C23: a planner that is sure by 0.9 is sure', ['T1', 'T2'], [], { confidence: 0.9 }],
    ['C23, C24: an open high danger calls for everybody', ['T1'], ALL, { risks: [risk()] }],
    ['C23: a danger that is resolved is none', ['T1'], [], { risks: [risk({ disposition: 'resolved' })] }],
    [
      'C23: a danger that may not apply is none',
      ['T1'],
      [],
      { risks: [risk({ applicability: 'uncertain' })] },
    ],
    ['C23: a danger that is not high is none', ['T1'], [], { risks: [risk({ impact: 'medium' })] }],
  ])(
    '%s',
    async (_rule, ids, who, plan) => {
      const play = await playPlanning({ tier: 'small', tasks: tasksOf(...ids), plan })
      expect(isLetThrough(play)).toBe(true)
      expect(play.lookedAt(1)).toEqual(who)
      expect(play.rounds.map(({ by }) => by.toSorted())).toEqual(who.length === 0 ? [] : [who])
    },
    LONG,
  )

  it(
    'C23: what may destroy something is reviewed, however sure its planner is',
    async () => {
      const tasks = [{ id: 'T1', more: { description: 'Drop table users.' } }]
      const play = await playPlanning({ tier: 'small', tasks, answer: allow })
      expect(play.lookedAt(1)).toEqual(AUDITOR)
    },
    LONG,
  )

  it.each<[string, Tier, readonly string[]]>([
    ['C24: TRIVIAL is reviewed by nobody', 'trivial', []],
    ['C24: SMALL by the auditor', 'small', AUDITOR],
    ['C24: MEDIUM by the assumption verifier too', 'medium', BOTH],
    ['C24: LARGE by the executability verifier too', 'large', ALL],
  ])(
    '%s',
    async (_rule, tier, who) => {
      const play = await playPlanning({ tier, tasks: tasksOf('T1', 'T2', 'T3'), plan: { confidence: 0.5 } })
      expect(isLetThrough(play)).toBe(true)
      expect(play.lookedAt(1)).toEqual(who)
    },
    LONG,
  )

  it(
    'C24: those of one round look at the same time, and whoever walks through the phases comes after them',
    async () => {
      const play = await playPlanning({ tier: 'large', tasks: tasksOf('T1', 'T2', 'T3') })
      const at = (type: string, role: string): number =>
        play.events.findIndex(
          (event) =>
            event.type === type &&
            'step' in event &&
            event.step.startsWith(`challenge/r1/${role}/try-1/turn`),
        )
      const started = BOTH.map((role) => at('step-started', role))
      const ended = BOTH.map((role) => at('step-completed', role))
      expect(Math.min(...started, ...ended)).toBeGreaterThan(0)
      expect(Math.max(...started)).toBeLessThan(Math.min(...ended))
      expect(at('step-started', 'executability-verifier')).toBeGreaterThan(Math.max(...ended))
    },
    LONG,
  )

  it(
    'C25: each kind of danger has the auditors look at something with special care',
    async () => {
      const focus: Readonly<Record<string, RegExp>> = {
        'data-volume': /performance with much data/,
        performance: /- performance\n/,
        concurrency: /architecture: what happens at the same time/,
        'access-control': /architecture: who may do what/,
        'migration-rollback': /what is destroyed, and whether it can be undone/,
        dependency: /architecture: what is relied on/,
        operability: /gaps in the scope/,
      }
      const tasks = tasksOf('T1', 'T2', 'T3')
      const risks = Object.keys(focus).map((category) => risk({ category, impact: 'low' }))
      const [all, none] = await Promise.all([
        playPlanning({ tier: 'small', tasks, plan: { risks } }),
        playPlanning({ tier: 'small', tasks }),
      ])
      const asked = all.promptOf('challenge/r1/plan-auditor')
      expect(asked).toContain('Look at this with special care')
      for (const words of Object.values(focus)) expect(asked).toMatch(words)
      expect(none.promptOf('challenge/r1/plan-auditor')).not.toContain('with special care')
    },
    LONG,
  )
})
