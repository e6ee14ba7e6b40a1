import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCycles } from '../../../src/plan/find-cycles.ts'
import { analyseTask, withResearch } from '../../../src/records/team-coordinate/analyse-task.ts'
import { dispatchTasks } from '../../../src/records/team-coordinate/dispatch-tasks.ts'
import { problemsOfTasks } from '../../../src/records/team-coordinate/problems-of-tasks.ts'
import { sessionId } from '../../../src/records/team-coordinate/session-id.ts'
import type { TaskAnalysis } from '../../../src/records/team-coordinate/task-analysis.ts'

const everything =
  'Research caching, plan the work, design the schema, implement the cache, document it, test it and review it'

function graphOf(text: string): Readonly<Record<string, readonly string[]>> {
  const { dependency_graph } = analyseTask(text)
  return Object.fromEntries(Object.entries(dependency_graph).map(([id, { blockedBy }]) => [id, blockedBy]))
}

function rolesOf(text: string): readonly string[] {
  return analyseTask(text).roles.map(({ name }) => name)
}

describe('signals', () => {
  test.each([
    ['D16, D41: looking into something is research', 'Investigate why builds are slow', 'RESEARCH-001'],
    ['D16, D41: writing is a draft', 'Draft an article about caching', 'DRAFT-001'],
    ['D16, D41: building is an implementation', 'Implement a cache', 'IMPL-001'],
    ['D16, D41: structure is design', 'Design the storage layer', 'DESIGN-001'],
    ['D16, D41: judging is analysis', 'Audit the login flow', 'ANALYSIS-001'],
    ['D16, D41: checking is a test', 'Verify the login flow', 'TEST-001'],
    ['D16, D41: dividing work is a plan', 'Prioritise the backlog of bugs', 'PLAN-001'],
    [
      'D16, D34, D41: nothing of the kind is one general role',
      'A dark mode for the settings page',
      'TASK-001',
    ],
    ['D16: forms of a word are the word', 'Refactoring of the parser', 'IMPL-001'],
    ['D16: tests that are to be written are for the tester', 'Write unit tests for the parser', 'TEST-001'],
    ['D16: a word that names a thing calls for nobody', 'Fix the report module', 'IMPL-001'],
  ])('%s', (_rule, text, id) => {
    expect(Object.keys(graphOf(text))).toEqual([id])
  })

  test('D14 impossible: the analysis knows the words of the request and nothing else', () => {
    // It is given no repository, no world and no clock; the same words give the same team, whoever asks.
    expect(analyseTask.length).toBe(1)
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(analyseTask(text)).toEqual(analyseTask(text))
      }),
    )
  })
})

describe('the graph', () => {
  test('D16, D40, D42: who comes first is told by tiers, made anew for every request', () => {
    expect(graphOf('Design and implement a REST API with tests')).toEqual({
      'DESIGN-001': [],
      'IMPL-001': ['DESIGN-001'],
      'TEST-001': ['IMPL-001'],
    })
    expect(graphOf('Implement a cache. Test the cache.')).toEqual({
      'IMPL-001': [],
      'TEST-001': ['IMPL-001'],
    })
  })

  test('D42: a node names its role, what it waits for and how soon it can begin', () => {
    const { dependency_graph } = analyseTask('Investigate the queries, fix them and test the result')
    expect(dependency_graph).toEqual({
      'RESEARCH-001': { role: 'researcher', blockedBy: [], priority: 'P0' },
      'IMPL-001': { role: 'developer', blockedBy: ['RESEARCH-001'], priority: 'P1' },
      'TEST-001': { role: 'tester', blockedBy: ['IMPL-001'], priority: 'P2' },
    })
  })

  test('D16: what the request says about the order comes before the tiers', () => {
    expect(graphOf('Review the payment module and then fix what you find')).toEqual({
      'ANALYSIS-001': [],
      'IMPL-001': ['ANALYSIS-001'],
    })
  })

  test('D16, D34 impossible: no request can be given a graph that waits for itself', () => {
    const words = [
      'fix',
      'review',
      'then',
      'research',
      'test',
      'plan',
      'design',
      'write',
      'it',
      '.',
      ',',
      'and',
      '\n2.',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 40 }), (said) => {
        const analysis = analyseTask(said.join(' '))
        const linked = Object.entries(analysis.dependency_graph).map(([id, { blockedBy }]) => ({
          id,
          dependencies: blockedBy,
        }))
        expect(findCycles(linked)).toEqual([])
        expect(problemsOfTasks(dispatchTasks(analysis, 'TC-x'), analysis)).toEqual([])
      }),
    )
  })
})

test('D16: a list as long as they come is read at once', () => {
  const list = Array.from(
    { length: 60 },
    (_, index) => `${index + 1}. ${index % 2 === 0 ? 'Fix' : 'Test'} part ${index}`,
  )
  expect(Object.keys(analyseTask(list.join('\n')).dependency_graph)).toHaveLength(20)
})

describe('complexity and roles', () => {
  test.each([
    ['D16: one capability is low', 'Implement a cache', 1, 'low'],
    ['D16: each further one and each level counts', 'Design and implement a cache', 3, 'low'],
    ['D16: tracks side by side count', 'Implement a cache, implement a queue and test both', 4, 'medium'],
    ['D16: three tiers count twice', 'Design, implement and test a cache', 7, 'high'],
  ])('%s', (_rule, text, score, level) => {
    expect(analyseTask(text).complexity).toMatchObject({ total_score: score, level })
  })

  test('D6, D16: seven capabilities are merged until five roles are left, each into its nearest', () => {
    const { roles, complexity, dependency_graph } = analyseTask(everything)
    expect(complexity).toMatchObject({ capability_count: 7, level: 'high' })
    expect(
      roles.map(({ name, role_spec_metadata: { additional_members } }) => [name, additional_members]),
    ).toEqual([
      ['researcher', ['planner']],
      ['designer', []],
      ['developer', []],
      ['writer', []],
      ['analyst', ['tester']],
    ])
    expect(Object.keys(dependency_graph)).toHaveLength(7)
  })

  test('D6, D16: a policy that allows fewer roles has fewer', () => {
    const { roles, dependency_graph } = analyseTask(everything, {}, 2)
    expect(roles.map(({ name }) => name)).toEqual(['researcher', 'developer'])
    expect(Object.keys(dependency_graph)).toHaveLength(7)
  })

  test('D6 impossible: no request has a sixth role', () => {
    const words = everything.split(/\W+/)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words, '.', 'then', '-'), { maxLength: 60 }), (said) => {
        const { roles } = analyseTask(said.join(' '))
        expect(roles.length).toBeGreaterThanOrEqual(1)
        expect(roles.length).toBeLessThanOrEqual(5)
      }),
    )
  })

  test('D34: capabilities that merge into one role are a team of one', () => {
    expect(rolesOf('Fix the code of the report module')).toEqual(['developer'])
  })

  test('D16, D26: a role with tasks one after the other goes through them in one loop', () => {
    const serial = analyseTask('1. Implement login\n2. Implement logout\n3. Implement reset')
    expect(serial.roles).toMatchObject([{ name: 'developer', inner_loop: true, task_count: 3 }])
    const beside = analyseTask('Implement login and implement logout')
    expect(beside.roles).toMatchObject([{ name: 'developer', inner_loop: false, task_count: 2 }])
  })

  test.each([
    ['D16, D21: what is examined leaves a document', 'Audit the login flow', 'artifact'],
    ['D16, D21: what is repaired changes the project', 'Fix the login flow', 'codebase'],
    ['D16, D21: what is built does both', 'Implement a login flow', 'mixed'],
  ])('%s', (_rule, text, output) => {
    expect(analyseTask(text).roles[0]?.role_spec_metadata).toMatchObject({ output_type: output })
  })

  test('D16, D22: a role is told its prefix, its members and its words for success and failure', () => {
    expect(analyseTask('Write unit tests for the parser').roles).toEqual([
      {
        name: 'tester',
        prefix: 'TEST',
        responsibility_type: 'validation',
        task_count: 1,
        inner_loop: false,
        role_spec_metadata: {
          additional_members: ['writer'],
          pattern_hint: 'validation',
          output_type: 'mixed',
          message_types: { success: 'test_complete', error: 'error' },
        },
      },
    ])
  })
})

describe('what a request leaves open', () => {
  test.each([
    ['D15: nothing is asked about what is clear', 'Implement a cache for the parser', []],
    ['D15: what names nothing is asked about', 'Make it better', ['scope', 'deliverables', 'constraints']],
    [
      'D15: vague words are asked about',
      'Fix something in the parser',
      ['scope', 'deliverables', 'constraints'],
    ],
    ['D15: what was said is not asked', 'Improve something without new packages', ['scope', 'deliverables']],
    ['D15: a bare thing is asked about', 'Parser', ['scope', 'deliverables', 'constraints']],
  ])('%s', (_rule, text, points) => {
    expect(analyseTask(text).unclear).toEqual(points)
  })

  test('D15: answers go into the tasks, and nothing is asked again', () => {
    const analysis = analyseTask('Parser', {
      scope: 'src/parser.ts',
      deliverables: 'Analysis reports',
      constraints: 'None new',
    })
    expect(analysis.unclear).toEqual([])
    const [capability] = analysis.capabilities
    expect(capability).toMatchObject({ name: 'analyst' })
    expect(capability?.tasks[0]).toMatchObject({
      key_files: ['src/parser.ts'],
      constraints: 'Scope: src/parser.ts; Deliverables: Analysis reports; None new',
    })
  })

  test('D15, D26: what the request says how, not what, holds for every task', () => {
    const { capabilities } = analyseTask('Implement login. Test it. It must not break the API.')
    const constraints = capabilities.flatMap(({ tasks }) => tasks.map((task) => task.constraints))
    expect(constraints).toEqual(['It must not break the API', 'It must not break the API'])
  })

  test.each([
    [
      'D17: code that is there and that nobody names has to be looked at first',
      'Refactor the existing cache',
      true,
    ],
    ['D17: a file that is named need not be looked for', 'Refactor src/cache.ts', false],
    ['D17: a team that has a researcher needs none before it', 'Investigate and fix the cache', false],
    ['D17: what is new need not be looked for', 'Implement a cache', false],
  ])('%s', (_rule, text, needs) => {
    expect(analyseTask(text).needs_research).toBe(needs)
  })

  test('D19: what research found stands in the analysis and with every task', () => {
    const found = { by: 'RESEARCH-001', summary: 'The cache is a map.', files: ['src/cache.ts'] }
    const enriched = withResearch(analyseTask('Refactor the existing cache'), found)
    expect(enriched.research).toEqual({ by: 'RESEARCH-001', summary: 'The cache is a map.' })
    expect(enriched.capabilities[0]?.tasks[0]?.key_files).toEqual(['src/cache.ts'])
  })
})

test('D20: a session is called by the first three telling words and the day', () => {
  const at = Date.UTC(2026, 0, 15, 23)
  expect(sessionId('Please implement the payment gateway retry logic for us', at)).toBe(
    'TC-payment-gateway-retry-2026-01-15',
  )
  expect(sessionId('???', at)).toBe('TC-work-2026-01-15')
})

test('D16: the artifacts of a team are named before anybody works', () => {
  const { artifacts }: TaskAnalysis = analyseTask('Design and implement a cache')
  expect(artifacts).toEqual([
    { name: 'DESIGN-001-design-spec.md', producer: 'designer', path: 'artifacts/DESIGN-001-design-spec.md' },
    {
      name: 'IMPL-001-implementation-summary.md',
      producer: 'developer',
      path: 'artifacts/IMPL-001-implementation-summary.md',
    },
  ])
})
