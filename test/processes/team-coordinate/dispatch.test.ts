import { describe, expect, test } from 'vitest'
import { lintPlan } from '../../../src/plan/lint-plan.ts'
import { analyseTask } from '../../../src/records/team-coordinate/analyse-task.ts'
import { dispatchTasks } from '../../../src/records/team-coordinate/dispatch-tasks.ts'
import { planOfTeam } from '../../../src/records/team-coordinate/plan-of-team.ts'
import { problemsOfTasks, withoutDuplicates } from '../../../src/records/team-coordinate/problems-of-tasks.ts'

describe('dispatch', () => {
  const analysis = analyseTask('Test the cache, implement a cache, design the cache')
  const tasks = dispatchTasks(analysis, 'TC-cache-2026-01-01')

  test('D26: tasks stand after those they wait for, one for each node, each with its role', () => {
    expect(tasks.map(({ id, role, deps, status }) => [id, role, deps, status])).toEqual([
      ['DESIGN-001', 'designer', [], 'pending'],
      ['IMPL-001', 'developer', ['DESIGN-001'], 'pending'],
      ['TEST-001', 'tester', ['IMPL-001'], 'pending'],
    ])
  })

  test('D26: a description has everything that a worker needs to begin', () => {
    expect(
      tasks[1]?.description.split('\n').map((line) => /^\s*(?:- )?([A-Za-z ]+)[:]|^(---)$/.exec(line)?.[0]),
    ).toEqual([
      'PURPOSE:',
      'TASK:',
      undefined,
      '  - Make the change:',
      undefined,
      'CONTEXT:',
      '  - Session:',
      '  - Upstream artifacts:',
      '  - Key files:',
      '  - Shared state:',
      'EXPECTED:',
      'CONSTRAINTS:',
      '---',
      'InnerLoop:',
      'RoleSpec:',
    ])
    expect(tasks[1]?.description).toContain('Session: .workflow/.team/TC-cache-2026-01-01\n')
    expect(tasks[1]?.description).toContain('Upstream artifacts: DESIGN-001-design-spec.md')
  })

  test('D26: whoever carries out plans can carry them out', () => {
    const plan = planOfTeam('A cache', tasks, analysis)
    const executors = analysis.roles.map(({ name }) => name)
    expect(lintPlan(plan, { executors }).filter(({ severity }) => severity === 'error')).toEqual([])
    expect(plan.tasks.map(({ dependencies }) => dependencies)).toEqual([[], ['DESIGN-001'], ['IMPL-001']])
  })

  const broken = (change: (id: string) => object): ReturnType<typeof problemsOfTasks> =>
    problemsOfTasks(
      tasks.map((task) => ({ ...task, ...change(task.id) })),
      analysis,
    )

  test.each([
    [
      'D6, D34: a circle is reported with everybody in it',
      { 'DESIGN-001': { deps: ['TEST-001'] } },
      /DESIGN-001 waits for .*TEST-001.* waits for DESIGN-001/,
    ],
    [
      'D6: a dep that is not there is reported',
      { 'IMPL-001': { deps: ['PLAN-009'] } },
      /IMPL-001 waits for PLAN-009, which is not there/,
    ],
    [
      'D6: a task that waits for itself is reported',
      { 'IMPL-001': { deps: ['IMPL-001'] } },
      /IMPL-001 waits for itself/,
    ],
    [
      'D6, D26: a role that nobody has is reported',
      { 'IMPL-001': { role: 'painter' } },
      /IMPL-001 is for the role painter/,
    ],
    [
      'D26: a task that names no session is reported',
      { 'IMPL-001': { description: 'Do it.' } },
      /IMPL-001 does not name its session/,
    ],
    ['D26: as many tasks as nodes', { 'IMPL-001': { id: 'IMPL-009' } }, /IMPL-001, which is not there/],
  ] as const)('%s', (_rule, changes: Readonly<Record<string, object>>, problem) => {
    expect(broken((id) => changes[id] ?? {}).join('\n')).toMatch(problem)
  })

  test('D26: a task that is there twice is created once', () => {
    const { tasks: once, skipped } = withoutDuplicates([...tasks, ...tasks.slice(0, 1)])
    expect(once).toEqual(tasks)
    expect(skipped).toEqual(['DESIGN-001'])
  })
})
