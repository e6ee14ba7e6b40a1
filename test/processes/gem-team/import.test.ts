import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestRepository } from '../../fixtures/git-repository.ts'
import type { ProcessPlay, ProcessScript } from '../../harness/play-process.ts'
import { makeStage, playProcess } from '../../harness/play-process.ts'
import { scene } from '../../harness/script.ts'
import { cast, says, write } from '../../stories/cast.ts'
import { gemTeamImporter } from '../../../src/records/gem-team/importer.ts'
import { readGiven } from '../../../src/records/gem-team/given-plan.ts'
import { readPlan } from '../../../src/records/gem-team/read-plan.ts'
import type { GivenFiles } from '../../../src/records/given-files.ts'
import { halfFinished } from './job.ts'

const PATH = 'docs/plan/short-links'
const FILE = `${PATH}/plan.yaml`
const open: TestRepository[] = []

afterAll(async () => {
  for (const repository of open) await repository.remove()
})

async function played(script: ProcessScript): Promise<ProcessPlay> {
  const repository = await makeStage(script)
  open.push(repository)
  return playProcess(repository, script)
}

function from(text: string): GivenFiles {
  return { process: 'gem-team', path: FILE, files: [{ path: 'plan.yaml', text }] }
}

const taskOf = (id: string, more = ''): string => `  - id: ${id}\n    title: "chore: ${id}"\n${more}`

const small = (status: string, tasks: string): string =>
  `plan_id: short-links\nobjective: Short links\nstatus: ${status}\ntasks:\n${tasks}`

function readingOf(text: string): ReturnType<typeof readPlan> {
  return readPlan(text, FILE, ['implementer'])
}

describe('a plan that gem-team left half-finished', () => {
  let play: ProcessPlay
  let plan: ReturnType<typeof readPlan>
  beforeAll(async () => {
    play = await played(halfFinished)
    plan = readPlan(play.files[FILE] ?? '', FILE, null)
  }, 120_000)

  const written = (id: string) => plan.written?.tasks.find((task) => task.id === id)

  test('A5, A8: goes on with what can be done, without a new plan and without asking', () => {
    expect(play.outcome.status).toBe('completed')
    expect(play.turns.filter((turn) => /^(?:plan|research|challenge|discuss)\//.test(turn))).toEqual([])
    expect([...play.questions.keys()]).toEqual([])
    expect(play.turns.filter((turn) => turn.startsWith('execute/T'))).toEqual([
      'execute/T2@r1/attempt-1/implement/try-1/turn',
      'execute/T3@r1/attempt-1/implement/try-1/turn',
    ])
  })

  test('A28, A31: only what is pending and has everything it waits for is done; what is blocked stays so', () => {
    const statuses = plan.written?.tasks.map(({ id, status }) => [id, status])
    expect(statuses).toEqual([
      ['T1', 'completed'],
      ['T2', 'completed'],
      ['T3', 'completed'],
      ['T5', 'blocked'],
      ['T6', 'blocked'],
    ])
    expect(plan.written?.status).toBe('in_progress')
  })

  test('A30: what a done task has agreed on reaches the one that builds on it', () => {
    expect(play.prompts.get('execute/T3@r1/attempt-1/implement/try-1/turn')).toMatch(
      /links[^]*Map<string, string>/,
    )
  })

  test('A37, A40: a diagnosis that was injected is told to the next attempt', () => {
    const prompt = play.prompts.get('execute/T2@r1/attempt-1/implement/try-1/turn') ?? ''
    expect(prompt).toContain('Cause: The expression was left out.')
    expect(prompt).toContain('Do now: Write it out.')
    expect(written('T2')?.diagnosis).toEqual({
      root_cause: 'The expression was left out.',
      fix_recommendations: 'Write it out.',
      injected_at: '2026-04-09T07:00:00Z',
    })
  })

  test('A67, A74: flags stay as they were', () => {
    expect(written('T1')?.flags).toEqual({ flaky: true, retries_used: 1 })
    expect(written('T2')?.flags).toEqual({ flaky: false, retries_used: 2 })
  })

  test('A54: what only gem-team says of a task is told to whoever does it, and stays in the file', () => {
    expect(play.prompts.get('execute/T2@r1/attempt-1/implement/try-1/turn')).toContain('tech_stack')
    expect(written('T2')).toMatchObject({
      tech_stack: ['typescript'],
      test_coverage: '80%',
      description: 'Check names.',
    })
    expect(written('T5')).toMatchObject({ environment: 'production', requires_approval: true })
  })

  test('A26: goes on in the same file, with its history', () => {
    expect(plan.written).toMatchObject({
      plan_id: 'short-links',
      created_at: '2026-04-09T06:26:21Z',
      tldr: 'Links in a map, a command on top.\n',
      planning_pass: 2,
    })
    expect(plan.written?.planning_history.map(({ pass }) => pass)).toEqual([1, 2])
    expect(Object.keys(play.files).filter((path) => path.endsWith('plan.yaml'))).toEqual([FILE])
  })
})

test('A38, A81: retries that were used before the run are not given again', async () => {
  const broken = [
    write('T1.txt', 'BROKEN\n'),
    ...says('completed', 'Done.', { tests: { total: 1, passed: 1, failed: 0 } }),
  ]
  const play = await played({
    process: 'gem-team',
    objective: 'Short links',
    input: { from: from(small('approved', taskOf('T1', '    flags: { retries_used: 3 }\n'))) },
    scenes: cast([{ id: 'T1' }], [scene({ step: 'execute/T1@**/implement**' }, broken)]).scenes,
  })
  expect([...play.questions.keys()]).toEqual(['execute/T1@r1/exhausted-1'])
}, 60_000)

describe('where a plan is entered', () => {
  const done = taskOf('T1', '    status: completed\n')

  test('A7, A10, A49: with words of a person it is planned anew, in the same place', async () => {
    const play = await played({
      process: 'gem-team',
      objective: 'Keep the links in a file instead',
      input: { from: from(small('in_progress', `${done}${taskOf('T2')}`)) },
      scenes: cast([{ id: 'T2' }, { id: 'T3' }]).scenes,
    })
    const planning = play.turns.find((turn) => turn.startsWith('plan/r1/')) ?? ''
    expect(play.prompts.get(planning)).toContain('Keep the links in a file instead')
    const { written } = readingOf(play.files[FILE] ?? '')
    expect(written?.tasks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'T1 completed',
      'T2 completed',
      'T3 completed',
    ])
    expect(written?.planning_history.at(-1)).toMatchObject({ reason: 'Keep the links in a file instead' })
  }, 60_000)

  test('A9: with everything completed or blocked, a person is asked', async () => {
    const play = await played({
      process: 'gem-team',
      objective: 'Short links',
      input: { from: from(small('in_progress', `${done}${taskOf('T2', '    status: blocked\n')}`)) },
      scenes: cast([{ id: 'T2' }]).scenes,
    })
    expect(play.outcome.status).toBe('waiting')
    expect(play.turns).toEqual([])
    expect(play.questions.get('intake/nothing-left')?.text).toContain('is completed or blocked')
  }, 60_000)

  test('A24, A27: one that nobody has approved yet is verified, critiqued and shown first', async () => {
    const play = await played({
      process: 'gem-team',
      objective: 'Short links',
      input: { from: from(small('pending', taskOf('T1'))) },
      scenes: cast([{ id: 'T1' }]).scenes,
    })
    const asked = new Set(play.turns.slice(0, 2).map((turn) => turn.split('/')[2]))
    expect(asked).toEqual(new Set(['reviewer', 'critic']))
    expect([...play.questions.keys()]).toEqual(['approve/r1/plan'])
    expect(play.outcome.status).toBe('completed')
  }, 60_000)
})

test('A5, A10: a plan of gem-team that is named as a plan is gone on with too', async () => {
  const text = small('approved', `${taskOf('T1', '    status: completed\n')}${taskOf('T2')}`)
  const play = await played({
    process: 'gem-team',
    objective: 'Carry out the plan',
    input: { plan: { path: FILE, text } },
    scenes: cast([{ id: 'T2' }]).scenes,
  })
  expect(play.turns[0]).toBe('execute/T2@r1/attempt-1/implement/try-1/turn')
  expect(readingOf(play.files[FILE] ?? '').written?.tasks.map(({ status }) => status)).toEqual([
    'completed',
    'completed',
  ])
}, 60_000)

describe('what is read', () => {
  test('A23: of variants that nobody has chosen from, the best is taken', () => {
    const variant = (letter: string, tasks: string): { path: string; text: string } => ({
      path: `plan_${letter}.yaml`,
      text: small('pending', tasks),
    })
    const files = [
      variant('a', `${taskOf('T1')}${taskOf('T2', '    dependencies: [T1]\n')}`),
      variant('b', `${taskOf('T1')}${taskOf('T2')}`),
    ]
    expect(gemTeamImporter.recognises({ path: PATH, files })).toBe(true)
    expect(readGiven({ path: PATH, files }).path).toBe(`${PATH}/plan_b.yaml`)
  })

  test('A33: a task that stands before what it waits for goes after it; in the same wave it may stay', () => {
    const { plan, findings } = readingOf(
      small(
        'pending',
        [
          taskOf('T1', '    wave: 2\n'),
          taskOf('T2', '    wave: 1\n    dependencies: [T1]\n'),
          taskOf('T3', '    wave: 2\n    dependencies: [T1]\n'),
        ].join(''),
      ),
    )
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(plan?.tasks.map(({ wave }) => wave)).toEqual([2, 3, 2])
  })

  const history =
    '  - pass: 1\n    reason: first\n    estimated_effort: small\n    verification:\n      - npm test\n'

  test('A26: half of a task that stands under planning_history is given back to the task', () => {
    const { plan, written } = readingOf(
      `${small('pending', `${taskOf('T1', '    estimated_effort: large\n')}${taskOf('T2')}`)}planning_history:\n${history}`,
    )
    expect(plan?.tasks[1]).toMatchObject({ verification: ['npm test'], estimates: { effort: 'small' } })
    expect(written?.planning_history).toEqual([{ pass: 1, reason: 'first', changed: [] }])
  })

  const refused = [
    {
      what: 'A26: half of a task under planning_history is refused with its line where nobody can say whose it is',
      text: `${small('pending', `${taskOf('T1')}${taskOf('T2')}`)}planning_history:\n${history}`,
      says: `${FILE}:12:5: \`estimated_effort\`, \`verification\` under \`planning_history\` belong to a task, and nothing says to which; move them there.`,
    },
    {
      what: 'A34: an agent that can be given no task is refused with its line',
      text: small('pending', taskOf('T1', '    agent: gem-orchestrator\n')),
      says: `${FILE}:7:12: `,
    },
    {
      what: 'A31: a dependency that is not there is refused with its line',
      text: small('pending', taskOf('T1', '    dependencies: [T9]\n')),
      says: `${FILE}:7:20: `,
    },
    {
      what: 'A90: a status that gem-team does not have is refused with its line',
      text: small('pending', taskOf('T1', '    status: halfway\n')),
      says: `${FILE}:7:13: \`tasks.0.status\` does not fit: `,
    },
    { what: 'A5: what is no YAML is refused with its line', text: 'plan_id: a\n\t- b', says: `${FILE}:2:` },
    {
      what: 'A5: a plan without an objective is refused',
      text: 'plan_id: a\ntasks: []\n',
      says: '`objective` is missing.',
    },
  ]

  test.each(refused)('$what', ({ text, says: expected }) => {
    const given = { path: FILE, files: [{ path: 'plan.yaml', text }] }
    expect(() => readGiven(given, ['implementer'])).toThrow(expected)
  })

  test('A5: where there are several plans, or none, it is said what to name', () => {
    const text = small('pending', taskOf('T1'))
    const files = ['a', 'b'].map((id) => ({ path: `${id}/plan.yaml`, text }))
    expect(() => readGiven({ path: 'docs/plan', files })).toThrow(
      'docs/plan: there are several plans (docs/plan/a/plan.yaml, docs/plan/b/plan.yaml); name one of them.',
    )
    expect(gemTeamImporter.recognises({ path: '.', files: [{ path: 'plan.yaml', text: 'tasks: []' }] })).toBe(
      false,
    )
    expect(() => gemTeamImporter.objectiveOf({ path: '.', files: [] })).toThrow(
      'there is no plan.yaml of gem-team',
    )
  })
})
