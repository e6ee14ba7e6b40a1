import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFrontmatter } from '../../../src/config/read-frontmatter.ts'
import { analyseTask, withResearch } from '../../../src/records/team-coordinate/analyse-task.ts'
import { composeRoleSpec } from '../../../src/records/team-coordinate/compose-role-spec.ts'
import { problemsOfRoleSpec } from '../../../src/records/team-coordinate/problems-of-role-spec.ts'

function specsOf(text: string): Readonly<Record<string, string>> {
  const analysis = analyseTask(text)
  return Object.fromEntries(analysis.roles.map((role) => [role.name, composeRoleSpec(role, analysis)]))
}

function part(spec: string | undefined, heading: string): string {
  const [, after = ''] = (spec ?? '').split(`## ${heading}`)
  return after.split('\n## ')[0] ?? ''
}

describe('a role-spec', () => {
  const specs = specsOf('Investigate the slow queries in src/db.ts, then fix them and test the result')

  test('D21, D22: begins with what the session registers of the role', () => {
    expect(readFrontmatter(specs['developer'] ?? '', 'developer.md').keys).toEqual({
      role: 'developer',
      prefix: 'IMPL',
      inner_loop: false,
      additional_members: [],
      output_type: 'codebase',
      output_tag: '[developer]',
      message_types: { success: 'impl_complete', error: 'error' },
    })
  })

  test('D21: takes its context from the task and from who is upstream', () => {
    expect(part(specs['developer'], 'Phase 2')).toContain('the artifacts of the researcher')
    expect(part(specs['researcher'], 'Phase 2')).toContain('nobody is upstream of this role')
  })

  test('D36: everybody takes in what there is to know in one order', () => {
    const order = [
      'The path of the session',
      'The state of the team',
      'What the state refers to',
      'The wisdom',
      'what was explored',
    ]
    const places = order.map((words) => part(specs['tester'], 'Phase 2').indexOf(words))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(part(specs['tester'], 'Phase 2')).toContain('This is never left out')
  })

  test('D21: says what, and leaves how to the worker', () => {
    const goal = part(specs['developer'], 'Phase 3')
    expect(goal).toContain('IMPL-001: fix them')
    expect(goal).toContain('how is yours to choose')
    expect(goal).not.toMatch(/\b(?:npm|grep|git|claude|codex|gemini)\b/)
  })

  test('D21: checks its work by where the work goes', () => {
    expect(part(specs['researcher'], 'Phase 4')).toContain('The artifact lies in the session')
    expect(part(specs['researcher'], 'Phase 4')).not.toContain('changed file really differs')
    expect(part(specs['developer'], 'Phase 4')).toContain('changed file really differs')
    expect(part(specs['researcher'], 'Boundaries')).toContain('Change a file of the project')
  })

  test('D21: is composed for its job, never the same for two', () => {
    const others = specsOf('Investigate the flaky login, then fix it and test the result')
    for (const name of ['researcher', 'developer', 'tester']) {
      expect(others[name]).not.toBe(specs[name])
      expect(part(others[name], 'Phase 3')).toContain('login')
    }
  })

  test('D16, D21: of a merged role has the duties of all its members', () => {
    const merged = specsOf(
      'Research caching, plan it, design it, implement it, document it, test it and review it',
    )
    expect(Object.keys(merged)).toHaveLength(5)
    expect(part(merged['analyst'], 'Boundaries')).toContain('severity')
    expect(merged['analyst']).toContain('Show whether it works')
  })

  test('D16, D35: of a role that loops has what it did before', () => {
    const { developer } = specsOf('1. Implement login\n2. Implement logout')
    expect(part(developer, 'Phase 2')).toContain('What this role has done in its tasks before')
    expect(part(specs['developer'], 'Phase 2')).not.toContain('in its tasks before')
  })

  test('D19: has what research found', () => {
    const analysis = withResearch(analyseTask('Refactor the existing cache'), {
      by: 'RESEARCH-001',
      summary: 'The cache is a map.',
      files: [],
    })
    const [role] = analysis.roles
    if (role === undefined) throw new Error('There is no role.')
    expect(composeRoleSpec(role, analysis)).toContain('The cache is a map.')
  })

  test('D21 impossible: no request gets a role-spec that a worker could not be given', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3000 }), (text) => {
        for (const spec of Object.values(
          specsOf(`${text}\n\nImplement it. ${text} then test it, research it`),
        )) {
          expect(problemsOfRoleSpec(spec)).toEqual([])
        }
      }),
    )
  })
})

describe('a role-spec that cannot be used', () => {
  const { developer: sound = '' } = specsOf('Implement a cache')

  test.each([
    ['D21: without frontmatter', sound.replace(/^---[\s\S]*?---\n/, ''), /no frontmatter/],
    ['D21: with frontmatter that does not end', sound.replace('\n---\n', '\n'), /has no end/],
    ['D21: without a role', sound.replace('role: developer', 'rolle: developer'), /`role` must be/],
    ['D21: without a prefix', sound.replace('prefix: IMPL', 'prefix: impl'), /`prefix` must be/],
    [
      'D21: without the loop',
      sound.replace('inner_loop: false', 'inner_loop: maybe'),
      /`inner_loop` must be/,
    ],
    [
      'D21: without words for success',
      sound.replace('  success: impl_complete\n', ''),
      /`message_types` must be/,
    ],
    ['D21: without an identity', sound.replace('## Identity', '## Name'), /Identity is missing/],
    ['D21: without what it must', sound.replace('### MUST\n', '### Should\n'), /: MUST is missing/],
    [
      'D21: without what it must not',
      sound.replace('### MUST NOT', '### Rather not'),
      /: MUST NOT is missing/,
    ],
    ['D21: without Phase 3', sound.replace('## Phase 3', '## Phase three'), /Phase 3 is missing/],
    ['D21: with too few errors', sound.replace(/\| (?:The first|The work).*\n/g, ''), /at least 3 rows/],
    ['D21: longer than 120 lines', `${sound}${'x\n'.repeat(120)}`, /keep it to 120/],
  ])('%s is told so', (_rule, text, problem) => {
    expect(text).not.toBe(sound)
    expect(problemsOfRoleSpec(text).join('\n')).toMatch(problem)
  })
})
