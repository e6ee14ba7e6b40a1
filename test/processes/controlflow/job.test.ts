import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunEvent } from '../../../src/kernel/event.ts'
import { controlflowPolicy } from '../../../src/policy/controlflow-policy.ts'
import { ROSTER } from '../../../src/records/controlflow/agents.ts'
import { controlflowBook, gateLines } from '../../../src/records/controlflow/book.ts'
import { chronicleOf } from '../../../src/records/controlflow/chronicle.ts'
import { gateLineSchema } from '../../../src/records/controlflow/gate-event-schema.ts'
import { nothingBefore } from '../../../src/records/controlflow/own-facts.ts'
import { controlflowPlanSchema } from '../../../src/records/controlflow/plan-schema.ts'
import { sessionOutcomeSchema } from '../../../src/records/controlflow/session-outcome.ts'
import { isLegal } from '../../../src/records/controlflow/states.ts'
import { traceIdOf } from '../../../src/records/controlflow/trace-id.ts'
import { storyOf } from '../../../src/records/story.ts'
import type { TestRepository } from '../../fixtures/git-repository.ts'
import type { ProcessPlay } from '../../harness/play-process.ts'
import { makeStage, playProcess } from '../../harness/play-process.ts'
import { job } from './job.ts'
import { LONG } from './play-controlflow.ts'

const slug = 'read_store_list'
const log = `plans/artifacts/observability/${slug}.ndjson`
let repository: TestRepository
let play: ProcessPlay
let commits: readonly string[]
let messages: string

beforeAll(async () => {
  repository = await makeStage(job)
  play = await playProcess(repository, job)
  commits = await play.commits()
  messages = await repository.git(['log', '--format=%B', `main..${play.branch}`])
}, LONG)
afterAll(() => repository.remove())

const told = (events: readonly RunEvent[] = play.events) =>
  chronicleOf(storyOf(events), controlflowPolicy, nothingBefore)
const file = (path: string): string => play.files[path] ?? ''
const at = (found: (event: RunEvent) => boolean): number => play.events.findIndex(found)
const factAt = (kind: string, has = ''): number =>
  at(
    (event) =>
      event.type === 'fact-recorded' && event.kind === kind && JSON.stringify(event.value).includes(has),
  )
const askedAt = (name: string): number =>
  at((event) => event.type === 'question-asked' && event.question === name)

describe('a whole job', () => {
  it('C1: goes from research and planning over implementation and review to commits', () => {
    expect(play.outcome.status).toBe('completed')
    const stages = ['research/', 'plan/r1', 'challenge/r1', 'execute/store']
    const order = stages.map((stage) => play.turns.findIndex((step) => step.startsWith(stage)))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order).not.toContain(-1)
    expect(commits).toHaveLength(5)
  })

  it('C2, C3: asks only agents of its roster, each under its own name', () => {
    const names = [...play.prompts.values()].map((prompt) => /^agent: (.+)$/m.exec(prompt)?.[1] ?? '')
    expect(names).toHaveLength(play.turns.length)
    expect(names.filter((name) => !ROSTER.some((known) => known === name))).toEqual([])
    expect(new Set(names).size).toBeGreaterThan(5)
  })

  it('C5, C6: goes through its states by legal steps alone', () => {
    const steps = told().transitions.map(({ value }) => value)
    expect(steps.filter(({ from, to }) => !isLegal(from, to))).toEqual([])
    expect(steps.slice(0, 4).map(({ to }) => to)).toEqual([
      'WAITING_APPROVAL',
      'PLAN_REVIEW',
      'WAITING_APPROVAL',
      'ACTING',
    ])
    expect(steps.at(-1)).toEqual({ from: 'WAITING_APPROVAL', to: 'COMPLETE' })
    expect(told().state).toBe('COMPLETE')
  })

  it('C9: builds nothing before the plan is settled, and plans nothing while it builds', () => {
    const first = play.turns.findIndex((step) => step.startsWith('execute/'))
    const planned = play.turns.findLastIndex((step) => /^(?:plan|challenge)\//.test(step))
    expect(planned).toBeLessThan(first)
    expect(askedAt('execute/wave-1-r2/approve')).toBeLessThan(factAt('task', '"working"'))
  })

  it('C13: one trace id stands in every gate event and every request', () => {
    const trace = traceIdOf('r1')
    expect(trace).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    for (const { value } of told().gates) {
      expect(value.trace_id).toBe(trace)
      expect(value.max_iterations).toBe(5)
    }
    for (const prompt of play.prompts.values()) expect(prompt).toContain(`trace_id: ${trace}`)
    const iterations = told().gates.map(({ value }) => value.iteration_index)
    expect(Math.max(...iterations)).toBe(2)
  })

  it('C13, C27, C45: reviewers are told the round, and whoever tries again the how-manieth time it is', () => {
    const prompt = (step: string): string => play.prompts.get(step) ?? ''
    expect(prompt('challenge/r1/plan-auditor/try-1/turn')).toContain('iteration_index: 1')
    expect(prompt('challenge/r2/plan-auditor/try-1/turn')).toContain('iteration_index: 2')
    expect(prompt('challenge/r2/plan-auditor/try-1/turn')).toContain(`plan_path: plans/${slug}-plan.md`)
    expect(prompt('execute/show@r2/attempt-1/implement/try-1/turn')).not.toContain('retry_attempt')
    expect(prompt('execute/show@r2/attempt-2/implement/try-1/turn')).toContain('retry_attempt: 1')
  })

  it('C14: every line of the log has its form, and a longer story only adds lines', () => {
    const lines = file(log).trimEnd().split('\n')
    for (const line of lines) expect(gateLineSchema.safeParse(JSON.parse(line)).error).toBeUndefined()
    expect(new Set(lines.map((line) => JSON.parse(line).event_type))).toEqual(
      new Set(['PLAN_GATE', 'PREFLECT_GATE', 'PHASE_REVIEW_GATE', 'COMPLETION_GATE']),
    )
    const texts = play.events.map((_, index) => gateLines(told(play.events.slice(0, index + 1))))
    for (const [index, text] of texts.entries()) expect(text.startsWith(texts[index - 1] ?? '')).toBe(true)
    expect(texts.at(-1)).toBe(file(log))
  })

  it('C17: can be asked at any time where it is', () => {
    const during = factAt('failure', '"show"')
    const book = controlflowBook(controlflowPolicy, nothingBefore).render(
      storyOf(play.events.slice(0, during + 1)),
    )
    const notes = book.find(({ path }) => path === 'NOTES.md')?.text
    expect(notes).toContain('- Current State: REVIEWING')
    expect(notes).toContain('- Plan Progress: Phase 3 of 4 — Show the prices')
    expect(notes).toContain('- Wave: 2 of 2')
    expect(notes).toContain('UIImplementer-subagent')
    expect(notes).toContain('- Failure Retries: fixable 1')
    expect(notes).toMatch(/^- Last Action: \S+/m)
    expect(notes).toMatch(/^- Next Action: \S+/m)
  })

  it('C16: leaves notes of at most twenty lines', () => {
    expect(file('NOTES.md').trimEnd().split('\n').length).toBeLessThanOrEqual(20)
  })

  it('C18: marks each todo by itself, after the review of its phase and before the next wave', () => {
    const plan = file(`plans/${slug}-plan.md`)
    expect(plan.match(/^- \[x\] Phase \d — .+$/gm)).toEqual([
      '- [x] Phase 1 — Parse the list of prices',
      '- [x] Phase 2 — Store what was parsed',
      '- [x] Phase 3 — Show the prices',
      '- [x] Phase 4 — Write the guide to the prices',
    ])
    expect(play.facts('cf-todo')).toHaveLength(4)
    for (const task of ['parse', 'store', 'show', 'guide']) {
      expect(factAt('cf-todo', `"${task}"`)).toBeGreaterThan(factAt('reviewed', `"of":"${task}"`))
    }
  })

  it('C20 impossible: no wave begins while a todo of the one before is open', () => {
    const second = askedAt('execute/wave-2-r2/approve')
    const open = ['parse', 'store'].filter((task) => factAt('cf-todo', `"${task}"`) > second)
    expect(open).toEqual([])
  })

  it('C36: writes the outcome of the session before anybody sees the summary', () => {
    const [line = ''] = file('plans/session-outcomes.ndjson').split('\n')
    expect(sessionOutcomeSchema.parse(JSON.parse(line))).toMatchObject({
      plan_id: `${slug}-plan`,
      phases: { planned: 4, completed: 4 },
      status: 'SUCCESS',
      review_iterations: { used: 2, max: 5 },
    })
    expect(file('plans/session-outcomes.md')).toContain('**Status:** `SUCCESS`')
    const written = at((event) => event.type === 'step-completed' && event.step === 'files/book/cf/outcome')
    expect(written).toBeGreaterThan(-1)
    expect(written).toBeLessThan(askedAt('completion'))
  })

  it('C39, C48: stops for the plan, for each wave and before it delivers', () => {
    const asked = [...play.questions.keys()].filter((name) => !name.endsWith('/input-1'))
    expect(asked).toEqual([
      'approve/r1/plan',
      'approve/r2/plan',
      'execute/wave-1-r2/approve',
      'execute/wave-2-r2/approve',
      'completion',
    ])
    expect(askedAt('completion')).toBeLessThan(factAt('delivered'))
  })

  it('C49: tells each decision in five labelled lines, never as data', () => {
    const said = (play.facts('announced') as readonly { readonly text: string }[]).map(({ text }) => text)
    const gates = said.filter((text) => text.includes('_GATE'))
    expect(gates.length).toBeGreaterThanOrEqual(10)
    for (const text of gates) {
      expect(text).toMatch(
        /\nDecision: (?:GO|REPLAN|ABSTAIN|BLOCKED)\nConfidence: [\d.]+\nRequires Human Approval: (?:yes|no)\nReason: .+\nNext Action: .+$/,
      )
      expect(text).not.toContain('{')
    }
  })

  it('C50: writes a plan without code, in data of its form, and commits of its five kinds', () => {
    expect(file(`plans/${slug}-plan.md`)).not.toContain('```')
    const plan = controlflowPlanSchema.parse(JSON.parse(file(`plans/${slug}-plan.json`)))
    expect(plan.phases.map(({ phase_id, wave, executor_agent }) => [phase_id, wave, executor_agent])).toEqual(
      [
        [1, 1, 'CoreImplementer-subagent'],
        [2, 1, 'CoreImplementer-subagent'],
        [3, 2, 'UIImplementer-subagent'],
        [4, 2, 'TechnicalWriter-subagent'],
      ],
    )
    expect(plan.phases[1]?.files.map(({ path, action }) => `${action} ${path}`)).toEqual([
      'create src/store.txt',
      'modify src/index.txt',
    ])
    expect(plan).toMatchObject({
      complexity_tier: 'MEDIUM',
      revision_of: expect.stringContaining('revision 1'),
    })
    expect(commits.filter((subject) => !/^(?:fix|feat|chore|test|refactor): /.test(subject))).toEqual([])
    expect(messages).not.toMatch(/phase[ -]\d|-plan\b/i)
  })

  it('C51: completes no phase without a proof that it ran itself', () => {
    for (const number of [1, 2, 3, 4]) {
      const document = file(`plans/${slug}-phase-${number}-complete.md`)
      expect(document).toContain('### Build State\n\nPASS')
      expect(document).toContain('### Review Status\n\nAPPROVED')
    }
    expect(file(`plans/${slug}-phase-3-complete.md`)).toContain('Attempt 1, fixable:')
    const proof = factAt('verdict', '"passed"')
    expect(factAt('cf-todo')).toBeGreaterThan(proof)
  })
})
