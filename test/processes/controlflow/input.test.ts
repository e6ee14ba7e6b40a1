import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/kernel/json.ts'
import { reply, scene } from '../../harness/script.ts'
import type { CastTask } from '../../stories/cast.ts'
import { planOf } from '../../stories/cast.ts'
import type { FlowPlay } from './play-controlflow.ts'
import { LONG, playFlow, playPlanning, tasksOf } from './play-controlflow.ts'

describe('a plain job', () => {
  let play: FlowPlay
  beforeAll(async () => {
    play = await playFlow({ tier: 'small', tasks: tasksOf('T1', 'T2') })
  }, LONG)

  it('C12: a person is asked at its gates and about nothing else', () => {
    expect([...play.questions.keys()]).toEqual(['approve/r1/plan', 'execute/wave-1-r1/approve', 'completion'])
  })

  it('C21, C22: research comes first, the planner is told of it, and a person approves before anything is built', () => {
    const first = (part: string): number => play.turns.findIndex((step) => step.startsWith(part))
    expect(first('research/')).toBeGreaterThanOrEqual(0)
    expect(first('research/')).toBeLessThan(first('plan/'))
    expect(play.promptOf('plan/r1/')).toContain('A small project.')
    const answered = play.events.findIndex(
      (event) => event.type === 'question-answered' && event.question === 'approve/r1/plan',
    )
    const built = play.events.findIndex(
      (event) => event.type === 'step-started' && event.step.includes('/implement/'),
    )
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThan(built)
  })

  it('C3, C4: a phase goes to the agent that its plan names, and nobody outside the roster is asked', () => {
    const asked = [...play.prompts.values()].map((prompt) => /^agent: (.*)$/m.exec(prompt)?.[1])
    expect(asked).toContain('Planner')
    const named = play.promptOf('execute/T1@r1/attempt-1/implement/')
    expect(named).toContain('agent: CoreImplementer-subagent')
    const roster: readonly (string | undefined)[] = [
      'Planner',
      ...'CodeMapper Researcher CoreImplementer UIImplementer PlatformEngineer TechnicalWriter BrowserTester'
        .split(' ')
        .map((name) => `${name}-subagent`),
      ...'CodeReviewer PlanAuditor AssumptionVerifier ExecutabilityVerifier'
        .split(' ')
        .map((name) => `${name}-subagent`),
    ]
    expect(roster).toHaveLength(12)
    expect(asked.filter((name) => !roster.includes(name))).toEqual([])
  })
})

describe('plans that a person has to see', () => {
  const text = [
    'objective: What was planned elsewhere',
    'confidence: 0.5',
    'tasks:',
    '  - {id: T1, title: "feat: T1", role: implementer, writeSet: [T1.txt], acceptance: [T1 is there]}',
  ].join('\n')

  it(
    'C22 impossible: a plan that is brought along is no approved plan',
    async () => {
      const play = await playFlow({
        tier: 'small',
        tasks: tasksOf('T1'),
        objective: 'Carry out plan.yaml',
        input: { plan: { path: 'plan.yaml', text } },
        answer: (name) => (name === 'approve/r1/plan' ? { option: 'reject' } : null),
      })
      expect(play.outcome).toMatchObject({ status: 'failed', failure: { code: 'rejected' } })
      expect(play.turns.filter((step) => /^(?:plan|execute)\//.test(step))).toEqual([])
    },
    LONG,
  )

  it(
    'C22: one that is brought along is reviewed as any other is',
    async () => {
      const play = await playPlanning({
        tier: 'small',
        tasks: tasksOf('T1'),
        objective: 'Carry out plan.yaml',
        input: { plan: { path: 'plan.yaml', text } },
      })
      expect(play.lookedAt(1)).toEqual(['plan-auditor'])
    },
    LONG,
  )

  it(
    'C12, C21: forks in the design are put to the person with the plan, and their word goes to the planner',
    async () => {
      const openQuestions: Json = [
        { question: 'One file or two?', options: ['one', 'two'], recommendation: 'one' },
      ]
      const play = await playPlanning({
        tier: 'trivial',
        tasks: tasksOf('T1'),
        plan: { openQuestions },
        answer: (name) => (name === 'approve/r1/plan' ? { text: 'Two files, please' } : null),
      })
      expect(play.questions.get('approve/r1/plan')?.details).toMatchObject({
        openQuestions: [{ question: 'One file or two?', options: ['one', 'two'], recommendation: 'one' }],
      })
      expect(play.promptOf('plan/r2/')).toContain('Two files, please')
    },
    LONG,
  )

  it(
    'C12: a change of the architecture is asked about',
    async () => {
      const tasks: readonly CastTask[] = [{ id: 'T1', more: { grave: ['architecture'] } }]
      const play = await playPlanning({ tier: 'trivial', tasks })
      expect([...play.questions.keys()]).toContain('approve/r1/allow-architecture')
    },
    LONG,
  )
})

function withoutRole(task: Readonly<Record<string, Json>>): Json {
  return Object.fromEntries(Object.entries(task).filter(([key]) => key !== 'role'))
}

describe('who does a phase', () => {
  it(
    'C32 impossible: a phase without an executor is nobody’s by default: the planner has to name one',
    async () => {
      const whole = planOf(tasksOf('T1')) as { readonly tasks: readonly Readonly<Record<string, Json>>[] }
      const nameless = { ...whole, tasks: whole.tasks.map(withoutRole) } as unknown as Json
      const play = await playPlanning({
        tier: 'trivial',
        tasks: tasksOf('T1'),
        first: [scene({ step: 'plan/r1/try-1/turn' }, reply(nameless))],
      })
      expect(play.turns.slice(0, 3)).toContain('plan/r1/try-1/repair-1')
      expect(play.prompts.get('plan/r1/try-1/repair-1')).toContain('role')
      expect(play.facts('plan')).toHaveLength(1)
    },
    LONG,
  )

  it.each([
    ['C3 impossible: a phase does not go to a reviewer', 'reviewer'],
    ['C3 impossible: nor to somebody whom the roster does not have', 'designer'],
  ])(
    '%s',
    async (_rule, role) => {
      const play = await playPlanning({
        tier: 'trivial',
        tasks: tasksOf('T1'),
        first: [scene({ step: 'plan/r1/try-1/turn' }, reply(planOf([{ id: 'T1', role }])))],
      })
      expect(play.prompts.get('plan/r1/try-1/repair-1')).toContain(role)
      const [{ tasks }] = play.facts('plan') as unknown as readonly [
        { readonly tasks: readonly { readonly role: string }[] },
      ]
      expect(tasks.map((task) => task.role)).toEqual(['implementer'])
    },
    LONG,
  )
})

it(
  'C8, C11: every action of high risk waits for a person, whatever else is approved by itself',
  async () => {
    const actions = [
      'Delete all files of the old module.',
      'Rewrite all contracts of the service.',
      'Then force-push the branch.',
      'Use git reset --hard.',
      'Drop table users.',
      'Run rm -rf on the cache.',
      'Amend the published commit.',
      'Merge it into main.',
      'Push it to the shared registry.',
    ]
    const tasks = actions.map((description, index) => ({
      id: `T${index + 1}`,
      more: { description, wave: 1 },
    }))
    const play = await playFlow({
      tier: 'small',
      tasks,
      answer: (name, ask) =>
        name === 'execute/wave-1-r1/approve-T9'
          ? { option: 'reject' }
          : ask.kind === 'choice'
            ? { option: 'approve' }
            : null,
    })
    const asked = [...play.questions].filter(([name]) => name.startsWith('execute/wave-1-r1/approve-'))
    expect(asked.map(([name]) => name.slice(-2))).toEqual(tasks.map(({ id }) => id))
    expect(asked.filter(([, { kind }]) => kind !== 'choice')).toEqual([])
    expect(play.turns.some((step) => step.includes('/implement/'))).toBe(false)
  },
  LONG,
)
