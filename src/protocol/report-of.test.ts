import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testSeal } from '../../test/harness/test-seal.ts'
import { decodeJournal } from '../adapters/journal/jsonl/decode-journal.ts'
import type { EventBody, RunEvent } from '../kernel/event.ts'
import type { Objection, StageFact } from '../stages/facts.ts'
import { reportMarkdown } from './report-markdown.ts'
import { reportOf } from './report-of.ts'

const fixture = join(import.meta.dirname, '../../test/fixtures/journals/present/completed.jsonl')
const recorded = decodeJournal(readFileSync(fixture), fixture, testSeal).events

/** The recorded run with more facts before its end. */
function including(...facts: readonly StageFact[]): readonly RunEvent[] {
  const bodies: readonly EventBody[] = facts.map(({ kind, value }, index) => ({
    type: 'fact-recorded',
    name: `more/${index}`,
    kind,
    version: 1,
    value,
  }))
  const end = recorded.slice(-1)
  return [...recorded.slice(0, -1), ...bodies, ...end].map(
    (event, index) => ({ v: 1, at: recorded[0]?.at ?? 0, ...event, seq: index + 1 }) as RunEvent,
  )
}

const objection: Objection = {
  by: 'reviewer',
  severity: 'major',
  text: 'It forgets *zero*.\n# Not a heading',
  about: 'AC-001',
  where: 'a.ok',
}

describe('a report', () => {
  it('P8: says what was asked, decided, built and proven', () => {
    const report = reportOf(recorded)
    expect(report).toMatchObject({
      run: 'r1',
      status: 'completed',
      playbook: 'standard',
      asked: { objective: 'make it so', brief: null },
      built: {
        delivery: { branch: 'tutti/r1', files: [] },
        merged: null,
      },
    })
    expect(report.decided.answers).toEqual([
      { question: 'approve/r1/plan', text: expect.any(String), answer: 'Approve', by: 'test' },
    ])
    expect(report.decided.plans).toEqual([{ revision: 1, tasks: ['T1', 'T2', 'T3'], reason: null }])
    const [first, second] = report.built.tasks
    expect(first).toMatchObject({ id: 'T1', state: 'done', attempts: 2, files: ['a.ok'] })
    expect(first?.commit).toMatch(/^[0-9a-f]{40}$/)
    expect(second?.commit).toMatch(/^[0-9a-f]{40}$/)
    expect(report.proven.map(({ of, status }) => `${of} ${status}`)).toEqual([
      'the base passed',
      'T1 failed',
      'T2 passed',
      'T1 passed',
      'T1 merged passed',
      'T3 passed',
    ])
    expect(report.proven[0]?.evidence).toEqual([
      { name: 'proof', command: 'sh prove.sh', exitCode: 0, durationMs: 0, counts: null },
    ])
    expect(report.leftOpen).toEqual({
      questions: [],
      tasks: [],
      objections: [],
      abstained: [],
      findings: [],
      leftOut: [],
    })
  })

  it('P5: never calls spend zero that nobody reported', () => {
    const none = { turns: 1, tokens: null, usd: null }
    const unmetered = recorded.map((event) => ('usage' in event ? { ...event, usage: none } : event))
    const { spent } = reportOf(unmetered)
    expect(spent).toMatchObject({ usd: null, tokens: null })
    expect(reportMarkdown(reportOf(unmetered))).toContain('cost unknown')
  })

  it('tells a finished journal from one that was cut', () => {
    const diagnosing = recorded.findIndex(
      (event) => event.type === 'step-started' && event.step.endsWith('/diagnose/try-1/turn'),
    )
    const cut = reportOf(recorded.slice(0, diagnosing))
    expect(cut).toMatchObject({ status: 'open', endedAt: null })
    expect(cut.leftOpen.tasks.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'T1 diagnosing',
      'T2 working',
      'T3 waiting',
    ])
    const waiting = reportOf(recorded.slice(0, 36))
    expect(waiting.leftOpen.questions).toHaveLength(1)
  })

  it('lists what people decided and what stays open', () => {
    const review = { scope: 'final', of: 'f'.repeat(40), by: 'reviewer', objections: [objection] } as const
    const report = reportOf(
      including(
        {
          kind: 'clarified',
          value: { question: 'Which store?', answer: 'A file', scope: 'architectural', by: 'me' },
        },
        { kind: 'reviewed', value: { ...review, verdict: 'blocked' } },
        { kind: 'reviewed', value: { ...review, verdict: 'advised' } },
        {
          kind: 'reviewed',
          value: { ...review, scope: 'task', of: 'T2', verdict: 'abstained', objections: [] },
        },
        { kind: 'left-out', value: { role: 'planner', titles: ['docs/LONG.md'], length: 9 } },
        { kind: 'finding', value: { task: 'T1', action: 'undone', message: 'a branch' } },
        { kind: 'finding', value: { task: 'T1', action: 'reported', message: 'a push' } },
        { kind: 'file', value: { path: 'docs/PRD.yaml', folder: '/f', commit: 'c1', by: 'run' } },
        { kind: 'file', value: { path: 'docs/PRD.yaml', folder: '/f', commit: 'c2', by: 'person' } },
        { kind: 'merged', value: { branch: 'main', commit: 'c3', by: 'me' } },
      ),
    )
    expect(report.decided.clarifications).toHaveLength(1)
    expect(report.leftOpen.objections).toEqual([objection])
    expect(report.leftOpen.abstained).toMatchObject([{ of: 'T2' }])
    expect(report.leftOpen.findings).toEqual([{ task: 'T1', message: 'a push' }])
    expect(report.files).toEqual([{ path: 'docs/PRD.yaml', commit: 'c2', by: 'person' }])
    expect(report.built.merged).toEqual({ branch: 'main', commit: 'c3', by: 'me' })
  })

  it('P7: says by whom the work was done, and with which model', () => {
    const over = { role: 'implementer', task: 'T1', from: 'a', to: 'b', isAway: true, until: null }
    const report = reportOf(
      including(
        { kind: 'failed-over', value: { ...over, text: 'a: no. b takes over as implementer.' } },
        { kind: 'model', value: { role: 'implementer', task: 'T1', agent: 'b', model: 'm-2' } },
      ),
    )
    expect(reportMarkdown(report)).toContain(
      '## By whom\n\n- implementer of T1: b, which says that it runs `m-2`\n- a: no. b takes over as implementer.',
    )
  })

  it('takes the open objections from the outcome where there is one', () => {
    const outcome = {
      objective: 'x',
      tier: 'small',
      tasks: { done: [], notDone: [], attempts: 0 },
      failures: {},
      verdicts: { passed: 0, failed: 0, errored: 0 },
      spent: { turns: 0, tokens: 0, usd: 0, workMs: 0, elapsedMs: 0 },
      objections: [],
      commit: null,
    } as const
    const review = {
      scope: 'task',
      of: 'T1',
      by: 'reviewer',
      verdict: 'blocked',
      objections: [objection],
    } as const
    const report = reportOf(
      including({ kind: 'reviewed', value: review }, { kind: 'outcome', value: outcome }),
    )
    expect(report.leftOpen.objections).toEqual([])
  })
})

describe('a report as markdown', () => {
  it('has every section that has something to say, and no other', () => {
    const headings = (events: readonly RunEvent[]): readonly string[] =>
      reportMarkdown(reportOf(events))
        .split('\n')
        .filter((line) => line.startsWith('#'))
    const sections = ['Asked', 'Decided', 'Built', 'Proven', 'Isolation'].map((name) => `## ${name}`)
    expect(headings(recorded)).toEqual(['# make it so', ...sections])
    expect(headings(recorded.slice(0, 36))).toContain('## Left open')
  })

  it('takes no markup from agents', () => {
    const value = {
      scope: 'task',
      of: 'T1',
      by: 'reviewer',
      verdict: 'blocked',
      objections: [objection],
    } as const
    const text = reportMarkdown(reportOf(including({ kind: 'reviewed', value })))
    expect(text).toContain(String.raw`It forgets \*zero\*. \# Not a heading`)
    expect(text.split('\n').filter((line) => line.startsWith('# '))).toHaveLength(1)
  })
})
