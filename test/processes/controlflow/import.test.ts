import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlflowImporter, goOnWith } from '../../../src/records/controlflow/importer.ts'
import { planOfRecord } from '../../../src/records/controlflow/plan-record.ts'
import { readControlflowPlan } from '../../../src/records/controlflow/read-plan.ts'
import type { TestRepository } from '../../fixtures/git-repository.ts'
import type { ProcessPlay } from '../../harness/play-process.ts'
import { makeStage, playProcess } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import { cast, planOf } from '../../stories/cast.ts'
import { halfFinished, leftFiles } from './job.ts'
import { LONG } from './play-controlflow.ts'

const [planFile = { path: '', text: '' }] = leftFiles
const given = { path: '.', files: [...leftFiles] }
const withPlan = (text: string, path = planFile.path) => ({ path: '.', files: [{ path, text }] })

describe('a half-finished job', () => {
  let repository: TestRepository
  let play: ProcessPlay
  beforeAll(async () => {
    repository = await makeStage(halfFinished)
    play = await playProcess(repository, halfFinished)
  }, LONG)
  afterAll(() => repository.remove())

  it('C19: holds todos against what is there before anything else is done', () => {
    const [reconciled] = play.facts('cf-reconciled') as readonly { readonly phases: readonly object[] }[]
    expect(reconciled?.phases).toMatchObject([
      { phase: 1, isMarked: false, isCompleted: true },
      { phase: 2, isMarked: true, isCompleted: false },
      { phase: 3, isMarked: false, isCompleted: false },
    ])
    const told = play.events.findIndex(
      (event) => event.type === 'fact-recorded' && event.kind === 'cf-reconciled',
    )
    const turn = play.events.findIndex(
      (event) => event.type === 'step-started' && event.step.endsWith('/turn'),
    )
    expect(told).toBeGreaterThan(-1)
    expect(told).toBeLessThan(turn)
  })

  it('C19, C22: does only what is left, under the numbers and in the files it had, and asks for it first', () => {
    expect(play.outcome.status).toBe('completed')
    expect(play.turns.filter((step) => step.includes('/implement/'))).toEqual([
      'execute/store-the-prices@r1/attempt-1/implement/try-1/turn',
      'execute/show-the-prices@r1/attempt-1/implement/try-1/turn',
    ])
    expect([...play.questions.keys()][0]).toBe('approve/r1/plan')
    expect(play.files['plans/shop-plan.md']).toContain('- [x] Phase 1 — Read the prices\n- [x] Phase 2')
    expect(play.files['plans/shop-phase-3-complete.md']).toContain('Phase 3 Complete: Show the prices')
    expect(play.files['plans/shop-phase-1-complete.md']).toBeUndefined()
    expect(play.files['plans/shop-plan.md']).toContain('#### Phase 1 — Read the prices')
  })

  it('C19: a second import of what it wrote finds everything completed', () => {
    const files = Object.entries({
      ...Object.fromEntries(leftFiles.map((each) => [each.path, each.text])),
      ...play.files,
    })
    const again = goOnWith({ path: '.', files: files.map(([path, text]) => ({ path, text })) })
    expect(again.given.isLeft).toBe(false)
    expect(again.before.phases.map(({ isMarked, isCompleted }) => [isMarked, isCompleted])).toEqual(
      Array.from({ length: 3 }, () => [true, true]),
    )
  })

  it('C22: the data of a plan is read like its document', () => {
    const data = play.files['plans/shop-plan.json'] ?? ''
    const [fromData, fromText] = [data, play.files['plans/shop-plan.md'] ?? ''].map((text) => {
      const { plan } = readControlflowPlan(text, 'plan')
      return plan.phases.map(({ phase_id, title, objective, executor_agent, files }) => ({
        phase_id,
        title,
        objective,
        executor_agent,
        files: files.map(({ path, action }) => `${action} ${path}`),
      }))
    })
    expect(fromData).toEqual(fromText)
  })
})

describe('files that are given', () => {
  it('C22: are recognised by what they are, and say what they are about', () => {
    expect(controlflowImporter.recognises(given)).toBe(true)
    expect(controlflowImporter.objectiveOf(given)).toBe('Prices of the shop can be read, stored and shown.')
    expect(
      controlflowImporter.recognises({ path: '.', files: [{ path: 'plan.yaml', text: 'tasks: []' }] }),
    ).toBe(false)
    expect(controlflowImporter.recognises(withPlan('nothing'))).toBe(false)
  })

  it.each([
    ['no phases', '## Plan: Prices\n', 'plans/shop-plan.md:1:1: this is no plan: it has not a heading'],
    [
      'a wave that is none',
      planFile.text.replace('- **Wave:** 2', '- **Wave:** 0'),
      'plans/shop-plan.md:31:1: Phase 2: wave does not fit',
    ],
    ['data that is cut off', '{"phases": [{"executor_agent": ', 'plans/shop-plan.json:1:'],
    [
      'data with a phase without a title',
      '{"task_title": "Prices", "phases": [{"phase_id": 1, "executor_agent": "CoreImplementer-subagent", "objective": "Do it"}]}',
      '`phases.0.title` does not fit',
    ],
  ])('C4, C22: with %s are refused with file and line', (what, text, message) => {
    const path = what.startsWith('data') ? 'plans/shop-plan.json' : planFile.path
    expect(() => goOnWith(withPlan(text, path))).toThrow(message)
  })

  it('C22: a line that nobody would write is read as fast as any other', () => {
    const phase = '#### Phase 1 — Links\n- **Executor Agent:** CoreImplementer-subagent\n'
    const text = `## Plan: Links\n\n${phase}- **Files:** ${'a'.repeat(200_000)}\n`
    expect(readControlflowPlan(text, 'plans/links-plan.md').plan.phases).toMatchObject([{ files: [] }])
  })

  it('C22: of two plans nobody guesses which is meant', () => {
    const files = [planFile, { path: 'plans/other-plan.md', text: planFile.text }]
    expect(() => goOnWith({ path: 'plans', files })).toThrow('more than one plan')
  })

  it(
    'C4, C32: a phase that names nobody goes back to the planner, and nobody is guessed',
    async () => {
      const text = planFile.text.replace('- **Executor Agent:** UIImplementer-subagent\n', '')
      expect(goOnWith(withPlan(text)).given.revise).toContain('Show the prices')
      const tasks = ['read', 'store', 'show'].map((id) => ({ id: `${id}-the-prices` }))
      const script = {
        ...halfFinished,
        input: { from: { process: 'controlflow', path: '.', files: withPlan(text).files } } as const,
        ...cast(tasks, [scene({ role: 'planner' }, reply(planOf(tasks, { confidence: 0.95 })))]),
      }
      const stage = await makeStage(script)
      const played = await playProcess(stage, script)
      await stage.remove()
      const planner = played.turns.find((step) => step.startsWith('plan/r1/')) ?? ''
      expect(played.prompts.get(planner)).toContain('no executor_agent that builds something is named')
      expect(played.outcome.status).toBe('completed')
      const asked = played.turns.findIndex((step) => step.startsWith('execute/'))
      expect(played.turns.indexOf(planner)).toBeLessThan(asked)
    },
    LONG,
  )

  it('C50: a plan that was read and written says the same', () => {
    const { plan } = readControlflowPlan(planFile.text, planFile.path)
    const tasks = planOfRecord(plan).tasks.map(({ id, role, writeSet, dependencies }) => ({
      id,
      role,
      writeSet,
      dependencies,
    }))
    expect(tasks).toEqual([
      { id: 'read-the-prices', role: 'implementer', writeSet: ['src/read.txt'], dependencies: [] },
      {
        id: 'store-the-prices',
        role: 'implementer',
        writeSet: ['src/store.txt'],
        dependencies: ['read-the-prices'],
      },
      {
        id: 'show-the-prices',
        role: 'ui-implementer',
        writeSet: ['src/show.txt'],
        dependencies: ['store-the-prices'],
      },
    ])
  })
})
