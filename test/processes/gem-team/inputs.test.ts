import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/kernel/json.ts'
import { scene } from '../../harness/script.ts'
import type { CastTask } from '../../stories/cast.ts'
import { says, write } from '../../stories/cast.ts'
import type { GemPlay } from './gem-play.ts'
import { inputOf, LONG, playGem } from './gem-play.ts'

const shown = { accessibility: { isMet: true, notes: '' } }
const flows = { flows: { executed: 1, passed: 1 } }

/** One task for each agent that can be given one, and what it has to show. */
const workers: readonly (readonly [string, string, Readonly<Record<string, Json>>])[] = [
  ['W1', 'implementer', {}],
  ['W2', 'mobile-implementer', {}],
  ['W3', 'browser-tester', flows],
  ['W4', 'mobile-tester', flows],
  ['W5', 'platform-engineer', { healthChecks: [] }],
  ['W6', 'documentation-writer', { docs: { created: ['W6.txt'], updated: [], parityVerified: true } }],
  ['W7', 'code-simplifier', { preservedBehaviour: true }],
  ['W8', 'designer', shown],
  ['W9', 'mobile-designer', shown],
]

const tasks: readonly CastTask[] = workers.map(([id, role]) => ({
  id,
  role,
  more: { covers: ['AC-001'], ...(role === 'platform-engineer' ? { grave: ['deployment'] } : {}) },
}))

describe('what every agent is handed', () => {
  let play: GemPlay
  beforeAll(async () => {
    play = await playGem({
      tier: 'large',
      objective:
        'Move the login to a new token format across all packages, with a migration, skip discussion',
      tasks,
      first: workers.map(([id, , more]) =>
        scene({ step: `execute/${id}@*/attempt-*/implement**` }, [
          write(`${id}.txt`, id === 'W1' ? 'one\n' : `${id}\n`),
          ...says('completed', 'Done.', more),
        ]),
      ),
      answer: (_, ask) => (ask.kind === 'choice' ? { option: ask.options[0]?.id ?? null } : null),
    })
  }, LONG)

  const plan = {
    plan_id: expect.stringMatching(/^\w+$/),
    plan_path: expect.stringMatching(/^docs\/plan\/\w+\/plan\.yaml$/),
  }
  const work = (id: string, agent: string): object => ({
    task_id: id,
    ...plan,
    task_definition: expect.objectContaining({
      id,
      agent,
      description: `Do ${id}.`,
      acceptance_criteria: [`${id} is there (verify: look)`],
    }),
  })
  const design = { constraints: { responsive: true, accessible: true, dark_mode: false } }

  it.each<[string, string, object]>([
    [
      'A54: a researcher: the job, its focus, how complex it is, what was clarified',
      'research/',
      {
        plan_id: plan.plan_id,
        objective: expect.stringContaining('login'),
        focus_area: expect.any(String),
        complexity: 'complex',
        task_clarifications: [],
      },
    ],
    [
      'A54: a planner: the job, its variant, how complex it is, what was clarified',
      'plan/r1/b/',
      { plan_id: plan.plan_id, variant: 'b', complexity: 'complex', task_clarifications: [] },
    ],
    [
      'A54: a reviewer of a plan: its scope, the plan, what to measure it by',
      'challenge/r1/reviewer',
      {
        review_scope: 'plan',
        ...plan,
        review_criteria: [expect.objectContaining({ id: 'AC-001' })],
        task_clarifications: [],
      },
    ],
    [
      'A54: a critic of a plan: its scope and target',
      'challenge/r1/critic',
      { ...plan, scope: 'plan', target: plan.plan_path, context: expect.stringContaining('login') },
    ],
    ['A54: an implementer: its task as the plan has it', 'execute/W1@', work('W1', 'gem-implementer')],
    ['A54: an implementer of mobile apps: the same', 'execute/W2@', work('W2', 'gem-implementer-mobile')],
    ['A54: a browser tester: the same', 'execute/W3@', work('W3', 'gem-browser-tester')],
    ['A54: a mobile tester: the same', 'execute/W4@', work('W4', 'gem-mobile-tester')],
    [
      'A54: devops: whether it needs approval and is about security as well',
      'execute/W5@',
      {
        ...work('W5', 'gem-devops'),
        requires_approval: true,
        devops_security_sensitive: expect.any(Boolean),
      },
    ],
    [
      'A54: who writes documents: what kind, and for whom',
      'execute/W6@',
      { ...work('W6', 'gem-documentation-writer'), task_type: 'documentation', audience: 'developers' },
    ],
    [
      'A54: a simplifier: where, on what, and what must stay',
      'execute/W7@',
      {
        task_id: 'W7',
        scope: 'single_file',
        targets: ['W7.txt'],
        focus: 'all',
        constraints: { preserve_api: true, run_tests: true },
      },
    ],
    [
      'A54: a designer: what to make, and within which bounds',
      'execute/W8@',
      { ...work('W8', 'gem-designer'), mode: 'create', scope: 'component', ...design },
    ],
    [
      'A54: a designer for phones: the same',
      'execute/W9@',
      { ...work('W9', 'gem-designer-mobile'), mode: 'create', ...design },
    ],
    [
      'A54: a reviewer of a wave: its tasks, how closely to look, whether security is at stake',
      'execute/wave-1-r1/round-1/reviewer',
      {
        review_scope: 'wave',
        ...plan,
        wave_tasks: workers.map(([id]) => id),
        review_depth: expect.stringMatching(/^(full|standard|lightweight)$/),
        review_security_sensitive: expect.any(Boolean),
      },
    ],
    [
      'A54, A44: a critic of a wave: its files',
      'execute/wave-1-r1/round-1/critic',
      { ...plan, scope: 'code', target: expect.stringContaining('W1.txt') },
    ],
  ])('%s', (_, step, expected) => {
    expect(inputOf(play, step)).toMatchObject(expected)
  })

  it('A68, A85: a deployment is allowed by a person before devops starts', () => {
    const [name] = [...play.questions.keys()].filter((question) => question.includes('deployment'))
    expect(play.questions.get(name ?? '')?.text).toContain('W5')
  })
})
