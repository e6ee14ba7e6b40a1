import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findBudgetBreaches } from '../../../test/harness/find-budget-breaches.ts'
import { findFloorBreaches } from '../../../test/harness/find-floor-breaches.ts'
import { against, approved, blocking, says } from '../../../test/harness/floor-reviews.ts'
import type { FloorOptions, FloorPlay, FloorTask } from '../../../test/harness/play-execute.ts'
import { playExecute } from '../../../test/harness/play-execute.ts'
import { completed, on } from '../../../test/harness/play-standard.ts'
import type { Act, Scene } from '../../adapters/agents/scripted/script.ts'
import type { Json } from '../../kernel/json.ts'
import { budgetForEach } from '../../policy/failure-budget.ts'
import type { ProcessPolicy } from '../../policy/process-policy.ts'
import { standardProcess } from '../../policy/process-policy.ts'
import { standardPolicy } from '../../policy/run-policy.ts'
import type { TaskResult } from './see-through.ts'

const MISHAPS = [
  'crash',
  'limit',
  'garbage',
  'idle',
  'failed',
  'red',
  'merged-red',
  'conflict',
  'stray',
  'objection',
] as const
type Mishap = (typeof MISHAPS)[number] | 'none'

/** What befalls each attempt at a task, the first one first; after the last everything goes well. */
interface DrawnTask {
  readonly needs: readonly number[]
  readonly file: number
  readonly minutes: number
  readonly luck: readonly Mishap[]
}

const drawnTask: fc.Arbitrary<DrawnTask> = fc.record({
  needs: fc.array(fc.nat({ max: 5 }), { maxLength: 2 }),
  file: fc.nat({ max: 5 }),
  minutes: fc.nat({ max: 5 }),
  luck: fc.array(fc.constantFrom<Mishap>('none', ...MISHAPS), { maxLength: 4 }),
})

const drawnTasks = fc.array(drawnTask, { minLength: 2, maxLength: 6 })

const drawnPolicy = fc.record({
  parallel: fc.integer({ min: 1, max: 4 }),
  order: fc.constantFrom('ready' as const, 'waves' as const),
  outside: fc.constantFrom('refuse' as const, 'extend' as const),
  attempts: fc.integer({ min: 1, max: 5 }),
  failures: fc.integer({ min: 1, max: 3 }),
  batch: fc.integer({ min: 1, max: 3 }),
  isReviewed: fc.boolean(),
})

type DrawnPolicy = typeof drawnPolicy extends fc.Arbitrary<infer T> ? T : never

const acts: Readonly<Partial<Record<Mishap, Act>>> = {
  crash: { act: 'crash', code: 1 },
  limit: { act: 'rate-limit', retryAfterSeconds: 300 },
  garbage: { act: 'say', text: 'no reply at all' },
  failed: { act: 'reply', value: { status: 'failed', summary: 'no' } },
}

/** Every task is reviewed, and so is every wave, so that the waves wait for each other. */
const reviewedProcess: ProcessPolicy = {
  ...standardProcess,
  waves: { ...standardProcess.waves, review: ['small'] },
  review: { ...standardProcess.review, tasks: ['small'], final: ['small'], fixCycles: 1 },
}

function optionsOf(
  draws: readonly DrawnTask[],
  { outside, failures, isReviewed, ...parts }: DrawnPolicy,
  wide: number,
): FloorOptions & { readonly tasks: readonly FloorTask[]; readonly policy: typeof standardPolicy } {
  const tasks = draws.map(({ needs, file, minutes }, index): FloorTask => ({
    id: `T${index}`,
    dependencies: index === 0 ? [] : [...new Set(needs.map((each) => `T${each % index}`))],
    writeSet: [`file-${file}`],
    estimates: { minutes: 20 + minutes },
  }))
  const luckOf = (text: string): Mishap => {
    const [, task = '', attempt = ''] = /T(\d)@r1\/attempt-(\d+)/.exec(text) ?? []
    return draws[Number(task)]?.luck[Number(attempt) - 1] ?? 'none'
  }
  const scenes = draws.flatMap(({ luck, minutes, file }, index): readonly Scene[] => {
    const wait: Act = { act: 'wait', ms: minutes * 1000 }
    const first = luck.flatMap((mishap, nth): readonly Scene[] => {
      const act = acts[mishap]
      if (mishap === 'objection') {
        const step = `execute/T${index}@r1/attempt-${nth + 1}/review/**`
        return [says('reviewer', step, against({ ...blocking, file: `file-${file}` }))]
      }
      const step = `execute/T${index}@r1/attempt-${nth + 1}/implement/${mishap === 'limit' ? 'try-1/turn' : '**'}`
      return act === undefined ? [] : [on({ role: 'implementer', step }, wait, act)]
    })
    return [...first, on({ role: 'implementer', step: `execute/T${index}@r1/**` }, wait, completed)]
  })
  const policy = {
    ...standardPolicy,
    ...parts,
    process: isReviewed ? reviewedProcess : standardProcess,
    failures: budgetForEach({ task: failures, wave: failures * wide, run: failures * wide }),
    protection: { ...standardPolicy.protection, outside },
  }
  return {
    tasks,
    scenes: [...scenes, says('reviewer', '**', approved)],
    policy,
    fails: (step, commit) =>
      step.includes('/integrate/')
        ? commit.split(' ').some((each) => luckOf(each) === 'merged-red')
        : /attempt-\d+\/verify/.test(step) && luckOf(step) === 'red',
    touches: (commit) => {
      const [, task = ''] = /T(\d)@r1/.exec(commit) ?? []
      const own = `file-${draws[Number(task)]?.file}`
      return luckOf(commit) === 'stray' && !commit.includes('implement-') ? [own, 'file-9', 'file-0'] : [own]
    },
    conflicts: ({ theirs }) => luckOf(theirs) === 'conflict' && !theirs.startsWith('base'),
    isIdle: (step) => luckOf(step) === 'idle',
    answer: answerBy,
  }
}

/** Answers depend on nothing but the question: the first exhaustion of every other task gets more. */
function answerBy(question: string): { readonly option: string } {
  if (question.endsWith('unsure')) return { option: 'try' }
  if (question.includes('audit')) return { option: 'send-back' }
  return { option: /T[02468]@r1\/exhausted-[123]$/.test(question) ? 'again' : 'give-up' }
}

function states({ outcome }: FloorPlay): readonly string[] {
  if (outcome.status !== 'completed') return [JSON.stringify(outcome)]
  return (outcome.result as TaskResult[]).map(({ id, state }) => `${id} ${state}`)
}

function decisions({ events }: FloorPlay): ReadonlyMap<string, Json> {
  return new Map(
    events.flatMap((event) =>
      event.type === 'fact-recorded' && event.name.includes('/after-') ? [[event.name, event.value]] : [],
    ),
  )
}

function breaches({ tasks, policy }: ReturnType<typeof optionsOf>, { events }: FloorPlay): readonly string[] {
  return [...findFloorBreaches(tasks, policy.parallel, events), ...findBudgetBreaches(policy, events)]
}

describe('any plan, any failures, any order', () => {
  it('P3: tasks are apart, after what they need, within every budget, and come to an end', async () => {
    await fc.assert(
      fc.asyncProperty(
        drawnTasks,
        drawnPolicy,
        fc.integer({ min: 1, max: 4 }),
        async (draws, parts, wide) => {
          const options = optionsOf(draws, parts, wide)
          const played = await playExecute(options)
          expect(played.outcome.status).toBe('completed')
          expect(breaches(options, played)).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })

  // Growing write-sets and budgets of all tasks are left out: what they allow depends on who comes first.
  it('P1: cut anywhere, twice, every task comes to the same end, within the same bounds', async () => {
    await fc.assert(
      fc.asyncProperty(drawnTasks, drawnPolicy, fc.nat(), fc.nat(), async (draws, parts, cut, again) => {
        const drawn = optionsOf(draws, { ...parts, outside: 'refuse' }, 1000)
        const options = { ...drawn, policy: { ...drawn.policy, sameFailures: 1000 } }
        const whole = await playExecute(options)
        const once = await resume(options, whole, 1 + (cut % (whole.events.length - 1)))
        const twice = await resume(options, once, 1 + (again % (once.events.length - 1)))
        for (const resumed of [once, twice]) {
          expect(states(resumed)).toEqual(states(whole))
          expect(breaches(options, resumed)).toEqual([])
        }
      }),
      { numRuns: 40 },
    )
  }, 120_000)

  it('P4: a failure is followed by the same, whether it was decided before the cut or after it', async () => {
    await fc.assert(
      fc.asyncProperty(
        drawnTasks,
        drawnPolicy,
        fc.integer({ min: 1, max: 3 }),
        async (draws, parts, wide) => {
          const options = optionsOf(draws, parts, wide)
          const whole = await playExecute(options)
          const decided = decisions(whole)
          const failures = whole.events.flatMap((event, index) =>
            event.type === 'fact-recorded' && event.kind === 'failure' ? [{ name: event.name, index }] : [],
          )
          for (const { name, index } of failures.slice(-2)) {
            const after = name.replace('/failure-', '/after-')
            const resumed = await resume(options, whole, index + 1)
            expect([after, decisions(resumed).get(after)]).toEqual([after, decided.get(after)])
          }
        },
      ),
      { numRuns: 30 },
    )
  })
})

function resume(options: FloorOptions, { events }: FloorPlay, count: number): Promise<FloorPlay> {
  return playExecute({ ...options, past: events.slice(0, count) })
}

describe('a planted breach is found:', () => {
  const draw = { needs: [], file: 1, minutes: 1, luck: ['red', 'red', 'red'] } as const
  const parts = {
    parallel: 2,
    order: 'ready',
    outside: 'extend',
    attempts: 5,
    failures: 3,
    batch: 1,
    isReviewed: false,
  } as const

  it('work goes on although a budget is used up', async () => {
    const options = optionsOf([draw], parts, 1)
    const { events } = await playExecute({ ...options, answer: () => ({ option: 'again' }) })
    expect(findBudgetBreaches(options.policy, events)).toEqual([])
    const silent = events.filter(({ type }) => type !== 'question-asked')
    expect(findBudgetBreaches(options.policy, silent)).toEqual([
      'execute/T0@r1/attempt-3/failure-verify used up what same allows, and work went on',
    ])
    expect(findBudgetBreaches({ ...options.policy, attempts: 1 }, events)).toEqual([
      'execute/T0@r1/attempt-1/failure-verify used up what attempts allows, and work went on',
    ])
  })

  it('a write-set grows into that of another task at work', async () => {
    const stray = { ...draw, luck: ['stray'] as const }
    const options = optionsOf([stray, { ...draw, file: 2, minutes: 5, luck: [] }], parts, 1)
    const { events } = await playExecute(options)
    expect(findFloorBreaches(options.tasks, 2, events)).toEqual([])
    const claimed = options.tasks.map((task) => (task.id === 'T1' ? { ...task, writeSet: ['file-9'] } : task))
    expect(findFloorBreaches(claimed, 2, events)).toContain('T0 grew into T1')
  })
})
