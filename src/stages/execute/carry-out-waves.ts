import { codeCritic } from '../../contracts/code-critic.ts'
import { designerValidate, mobileDesignerValidate } from '../../contracts/designer-validate.ts'
import { reviewer } from '../../contracts/reviewer.ts'
import type { Run } from '../../kernel/playbook.ts'
import { plannedWaves } from '../../plan/plan-graph.ts'
import type { Task } from '../../plan/plan.ts'
import { announce, isLaidOut } from '../approve/announce.ts'
import type { WaveAsking } from '../approve/approve-wave.ts'
import { approveWave } from '../approve/approve-wave.ts'
import { execute } from './execute.ts'
import type { Objection } from '../facts.ts'
import type { Inspector } from '../review/inspect-change.ts'
import type { Job } from '../job.ts'
import type { WaveAhead } from '../manner.ts'
import type { MergeQueue } from '../integrate/merge-queue.ts'
import type { ReadChange } from '../review/read-change.ts'
import type { TaskResult } from './see-through.ts'
import { slowedAfter } from './slowed-after.ts'
import { leaveOut } from './see-through.ts'
import type { Course, Settled } from '../review/settle-issues.ts'
import { settleIssues } from '../review/settle-issues.ts'
import { takeFeedback } from './take-feedback.ts'
import { simplifyWave } from '../review/simplify-wave.ts'
import { takeUpLintRules } from '../review/take-up-lint-rules.ts'

/** Whether the waves of a plan wait for each other, because something happens between them. */
export function isByWave({ policy, tier }: Pick<Job, 'policy' | 'tier'>): boolean {
  const { waves, approvals } = policy.process
  const between = [waves.review, waves.critic, waves.designer]
  return waves.simplifier || approvals.wave !== 'free' || between.some((tiers) => tiers.includes(tier))
}

export type Waves = Course & {
  /** What was held against waves and is not settled. */
  readonly open: readonly Objection[]
  /** What a person wants to be different before the next wave. */
  readonly feedback: string | null
}

/** Carries out a plan wave by wave: each is announced, allowed, done, judged and repaired before the next starts. */
export async function carryOutWaves(run: Run, job: Job, queue: MergeQueue, first: Course): Promise<Waves> {
  const { plan, revision } = first.agreed
  const waves = plannedWaves(plan.tasks)
  let course = first
  const open: Objection[] = []
  for (const [index, ids] of waves.entries()) {
    const over = new Set(course.results.map(({ id }) => id))
    const tasks = plan.tasks.filter(({ id }) => ids.includes(id) && !over.has(id))
    if (tasks.length === 0) continue
    const number = index + 1
    const heading = `Wave ${number} of ${waves.length}`
    const wave = `wave-${number}-r${revision}`
    const feedback = await takeFeedback(run, wave)
    if (feedback !== null) return { ...course, open, feedback }
    const scope = run.scope(wave)
    const able = tasks.filter((task) => canStart(task, course))
    const ahead = { number, of: waves.length, revision, plan, tasks: able, done: [...over], base: job.base }
    const words = job.manner?.voice?.before(ahead, isLaidOut(job)) ?? null
    await announce(scope, 'announced', job, heading, able, words)
    const looked = await lookAhead(scope, job, queue, ahead)
    if (looked.kind === 'replan') return { ...course, open, feedback: looked.why }
    const word = await approveWave(scope, job, heading, plan, able, looked.asking)
    if (word.kind === 'feedback') return { ...course, open, feedback: word.text }
    const without: TaskResult[] = []
    for (const { task, by } of word.leftOut) {
      without.push(await leaveOut(run.scope(`${task.id}@r${revision}`), task, by))
    }
    const from = await scope.decide('from', () => queue.line.head)
    const done = [...course.results, ...without]
    const known = new Set([...over, ...ids])
    const part = { ...course.agreed.plan, tasks: course.agreed.plan.tasks.filter(({ id }) => known.has(id)) }
    const execution = { plan: part, revision, done, replans: course.replans, part: `w${number}-r${revision}` }
    const slowed = slowedAfter(run, job, waves.slice(0, index))
    course = { ...course, results: await execute(run, slowed, queue, execution) }
    if (isStuck(course)) break
    const judged = await afterWave(scope, { run, job, queue }, course, { number, from, tasks })
    course = judged.course
    open.push(...judged.open)
    if (isStuck(course)) break
    await job.manner?.voice?.after(scope, ahead)
  }
  return { ...course, open, feedback: null }
}

type LookedAt =
  | { readonly kind: 'replan'; readonly why: string }
  | { readonly kind: 'ask'; readonly asking: WaveAsking | null }

/** Where a process looks at a wave before it starts, what it found decides how the wave is asked about. */
async function lookAhead(
  run: Run,
  { manner }: Job,
  { line }: MergeQueue,
  of: Omit<WaveAhead, 'head'>,
): Promise<LookedAt> {
  const gate = manner?.wave
  if (gate === undefined || of.tasks.length === 0) return { kind: 'ask', asking: null }
  const wave = { ...of, head: await run.decide('before', () => line.head) }
  const check = await gate.check(run, wave)
  if (check.kind === 'replan') return check
  const unsure = check.kind === 'unsure' ? check.why : null
  return { kind: 'ask', asking: { words: gate.words(wave), risksOf: (task) => gate.risksOf(task), unsure } }
}

async function afterWave(
  scope: Run,
  floor: { readonly run: Run; readonly job: Job; readonly queue: MergeQueue },
  course: Course,
  {
    number,
    from,
    tasks,
  }: { readonly number: number; readonly from: string; readonly tasks: readonly Task[] },
): Promise<Settled> {
  const settled = await settleIssues(scope, floor, course, {
    scope: 'wave',
    of: String(number),
    subject: `wave ${number}`,
    from,
    tasks,
    wave: number,
    inspectorsOf: (change) => inspectorsFor(floor.job, change, tasks),
  })
  if (isStuck(settled.course)) return settled
  const before = new Set(course.agreed.plan.tasks.map(({ id }) => id))
  const added = settled.course.agreed.plan.tasks.filter(({ id }) => !before.has(id))
  const ids = [...tasks, ...added].map(({ id }) => id)
  const linted = await takeUpLintRules(scope, floor, settled.course, { number, ids })
  if (isStuck(linted)) return { ...settled, course: linted }
  return { ...settled, course: await simplifyWave(scope, floor, linted, { number, from, tasks }) }
}

const UI_FILE = /\.(vue|jsx|tsx|css|scss|html|svelte|dart|swift|kt)$/i

const MOBILE_UI_FILE = /\.(dart|swift|kt)$/i

function inspectorsFor(
  { policy, tier }: Job,
  { files }: ReadChange,
  tasks: readonly Task[],
): readonly Inspector[] {
  const { waves, planning } = policy.process
  const { review, critic, designer, uiWords } = waves
  const isAbout = (text: string): boolean => uiWords.some((word) => text.toLowerCase().includes(word))
  const isUi =
    files.some(({ path }) => UI_FILE.test(path)) ||
    tasks.some(({ title, description }) => isAbout(`${title} ${description}`))
  const isMobile =
    planning.executors.includes('mobile-designer') && files.some(({ path }) => MOBILE_UI_FILE.test(path))
  return [
    ...(review.includes(tier) ? [reviewer] : []),
    ...(critic.includes(tier) ? [codeCritic] : []),
    ...(designer.includes(tier) && isUi ? [designerValidate] : []),
    ...(designer.includes(tier) && isMobile ? [mobileDesignerValidate] : []),
  ]
}

/** Nobody is asked about a task that waits for one that was not done. */
function canStart({ dependencies }: Task, { results }: Course): boolean {
  return dependencies.every((id) => (results.find((each) => each.id === id)?.state ?? 'done') === 'done')
}

function isStuck({ results }: Course): boolean {
  return results.some(({ state }) => state === 'replanning')
}
