import { describe, expect, it } from 'vitest'
import {
  expectSameFromAnyEvent,
  facts,
  processWith,
  says,
  turns,
} from '../../../test/harness/floor-reviews.ts'
import type { FloorOptions } from '../../../test/harness/play-execute.ts'
import { playExecute } from '../../../test/harness/play-execute.ts'
import { on } from '../../../test/harness/play-standard.ts'
import type { Json } from '../../kernel/json.ts'
import type { Question } from '../../kernel/question.ts'

const full = processWith({ reports: 'full' })

const diagnosed = {
  rootCause: 'the button has no handler',
  location: { path: 'src/button.ts' },
  kind: 'code',
  fix: 'give it one',
  changes: 'it has one',
  confidence: 0.9,
}

describe('the role that the plan names', () => {
  it('A66, A62: a tester whose flows fail has not completed; the implementer mends and the tester looks again, in one attempt', async () => {
    const seen = (passed: number): Json => ({
      status: 'completed',
      summary: 'went through',
      flows: { executed: 3, passed },
    })
    const options: FloorOptions = {
      tasks: [{ id: 'A', role: 'browser-tester', writeSet: ['e2e/**'] }],
      policy: full,
      scenes: [
        says('browser-tester', 'execute/A@r1/attempt-1/**', seen(2)),
        says('browser-tester', '**', seen(3)),
        says('debugger', '**', diagnosed),
      ],
      touches: (commit) => (commit.includes('/mend/') ? ['src/button.ts'] : []),
    }
    const played = await playExecute(options)
    expect(turns(played)).toEqual([
      'execute/A@r1/attempt-1/implement',
      'execute/A@r1/attempt-1/diagnose',
      'execute/A@r1/attempt-2/mend/implement',
      'execute/A@r1/attempt-2/implement',
    ])
    expect(played.outcome).toMatchObject({ result: [{ state: 'done', attempts: 2 }] })
    expect(facts(played, 'failure')).toMatchObject([{ problem: expect.stringContaining('1 of 3 flows') }])
    expect(facts(played, 'extended')).toEqual([{ task: 'A', paths: ['src/button.ts'] }])
    const again = played.prompts.get('execute/A@r1/attempt-2/implement/try-1/turn')
    expect(again).toContain('The implementer has worked on it (give it one)')
    await expectSameFromAnyEvent(options, played)
  })

  it.each(['config', 'test', 'infra'])('A61: a fault in %s is for the role itself', async (kind) => {
    const flows = { executed: 1, passed: 0 }
    const played = await playExecute({
      tasks: [{ id: 'A', role: 'browser-tester' }],
      policy: full,
      scenes: [
        says('browser-tester', '**/attempt-1/**', { status: 'completed', summary: 'x', flows }),
        says('browser-tester', '**', {
          status: 'completed',
          summary: 'x',
          flows: { ...flows, passed: 1 },
        }),
        says('debugger', '**', { ...diagnosed, kind }),
      ],
    })
    expect(turns(played)).toEqual([
      'execute/A@r1/attempt-1/implement',
      'execute/A@r1/attempt-1/diagnose',
      'execute/A@r1/attempt-2/implement',
    ])
  })

  it('A65: completed with failing tests is not completed, and needs a diagnosis like any failure', async () => {
    const played = await playExecute({
      tasks: [{ id: 'A' }],
      policy: full,
      scenes: [
        says('implementer', '**/attempt-1/**', {
          status: 'completed',
          summary: 'all good',
          tests: { total: 9, passed: 7, failed: 2 },
        }),
      ],
    })
    expect(turns(played)[1]).toBe('execute/A@r1/attempt-1/diagnose')
    expect(facts(played, 'failure')).toMatchObject([
      { problem: expect.stringContaining('2 of 9 tests fail. It called that completed') },
    ])
    expect(played.outcome).toMatchObject({ result: [{ state: 'done', attempts: 2 }] })
  })

  it('A67: what passes only sometimes is told, and does not stop the work', async () => {
    const played = await playExecute({
      tasks: [{ id: 'A', role: 'mobile-tester' }],
      policy: full,
      isIdle: () => true,
      scenes: [
        says('mobile-tester', '**', {
          status: 'completed',
          summary: 'x',
          flows: { executed: 2, passed: 2 },
          flaky: ['scrolls'],
        }),
      ],
    })
    expect(facts(played, 'notice')).toEqual([{ text: 'A: passes only sometimes: scrolls.' }])
    expect(played.outcome).toMatchObject({ result: [{ state: 'done', commit: 'base' }] })
  })

  it('P2: only those who look may leave everything as it is', async () => {
    const docs = { created: [], updated: ['README.md'], parityVerified: true }
    const played = await playExecute({
      tasks: [{ id: 'A', role: 'documentation-writer' }],
      policy: { ...full, attempts: 1 },
      isIdle: () => true,
      scenes: [says('documentation-writer', '**', { status: 'completed', summary: 'x', docs })],
    })
    expect(facts(played, 'failure')).toMatchObject([{ problem: expect.stringContaining('changed nothing') }])
  })

  it('A41: an agent that says that only a person can help gets one, and no diagnosis', async () => {
    const value = { status: 'failed', failure: 'escalate', summary: 'the account is closed' }
    const played = await playExecute({
      tasks: [{ id: 'A' }],
      policy: full,
      scenes: [says('implementer', '**', value)],
    })
    expect(turns(played)).toEqual(['execute/A@r1/attempt-1/implement'])
    expect(played.outcome).toMatchObject({ result: [{ state: 'given-up' }] })
  })
})

describe("a role of the team's own", () => {
  const translator = {
    name: 'translator',
    description: 'translates',
    instructions: 'Say du, not Sie.',
    from: '.tutti/roles/translator.md',
    access: 'write',
  } as const

  it('P9: does a task in the words of the team, and is proven like any other', async () => {
    const played = await playExecute({
      tasks: [{ id: 'A', role: 'translator' }],
      policy: full,
      teamRoles: [translator],
      scenes: [says('translator', '**', { status: 'completed', summary: 'done' })],
    })
    expect(played.outcome).toMatchObject({ result: [{ state: 'done' }] })
    const prompt = played.prompts.get('execute/A@r1/attempt-1/implement/try-1/turn')
    expect(prompt).toContain('Say du, not Sie.')
    expect(prompt).toContain('## Your task A: A')
  })
})

describe('an agent that cannot go on alone', () => {
  it('C47: offers choices with a recommendation, and goes on in the same session with the one that was made', async () => {
    const clarification = {
      options: [
        { id: 'sql', description: 'Use a table', pros: 'fast', cons: '', affectedFiles: ['db.ts'] },
        { id: 'file', description: 'Use a file' },
      ],
      recommended: 'sql',
      impact: 'everything that reads',
    }
    const questions: Question[] = []
    const played = await playExecute({
      tasks: [{ id: 'A' }],
      policy: full,
      scenes: [
        on(
          { role: 'implementer', prompt: 'The answer: Use a table' },
          { act: 'reply', value: { status: 'completed', summary: 'done' } },
        ),
        says('implementer', '**', { status: 'needs_input', summary: 'where to?', clarification }),
      ],
      answer: (_, question) => {
        questions.push(question)
        return { option: 'option-sql' }
      },
    })
    expect(questions[0]?.options.slice(0, 2)).toEqual([
      { id: 'option-sql', label: 'Use a table (recommended)', description: 'For it: fast. Files: db.ts' },
      { id: 'option-file', label: 'Use a file' },
    ])
    expect(played.sessions.get('execute/A@r1/attempt-1/implement-2/try-1/turn')).not.toBeNull()
    expect(played.outcome).toMatchObject({ result: [{ state: 'done', attempts: 1 }] })
    expect(facts(played, 'failure')).toEqual([])
  })

  const lacks = (suggested: string | null): Json => ({
    status: 'failed',
    summary: 'not mine',
    capabilityGap: { missing: 'a cluster', suggested },
  })
  const shipped = says('platform-engineer', '**', {
    status: 'completed',
    summary: 'shipped',
    healthChecks: [],
  })

  it('D34: hands the task to the role that it names, which is no failure', async () => {
    const options = {
      tasks: [{ id: 'A' }],
      policy: full,
      scenes: [says('implementer', '**', lacks('platform-engineer')), shipped],
    }
    const played = await playExecute(options)
    expect(facts(played, 'reassigned')).toEqual([
      {
        task: 'A',
        from: 'implementer',
        to: 'platform-engineer',
        missing: 'a cluster',
        by: 'the implementer',
      },
    ])
    expect(facts(played, 'failure')).toEqual([])
    expect(played.outcome).toMatchObject({ result: [{ state: 'done', attempts: 2 }] })
    await expectSameFromAnyEvent(options, played)
  })

  it.each([
    ['knows nobody', null],
    ['names nobody we have', 'wizard'],
    ['names itself', 'implementer'],
  ])('D34: asks a person when it %s', async (_, suggested) => {
    const played = await playExecute({
      tasks: [{ id: 'A' }],
      policy: full,
      scenes: [says('implementer', '**', lacks(suggested)), shipped],
      answer: () => ({ option: 'to-platform-engineer', by: 'Ada' }),
    })
    expect(facts(played, 'reassigned')).toMatchObject([{ to: 'platform-engineer', by: 'Ada' }])
    expect(played.outcome).toMatchObject({ result: [{ state: 'done' }] })
  })
})
