import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Task } from '../../plan/plan.ts'
import type { AgreedPlan } from '../plan/agreed-plan.ts'
import { execute } from '../execute/execute.ts'
import type { Objection } from '../facts.ts'
import { fact } from '../facts.ts'
import { diagnoseRepairs } from './diagnose-repairs.ts'
import { findOwners } from './find-owners.ts'
import type { FollowUp } from '../plan/fix-plan.ts'
import { executorsOf } from '../plan/plan-background-of.ts'
import { fixPlan, repairsOf } from '../plan/fix-plan.ts'
import type { Inspector } from './inspect-change.ts'
import { inspectChange } from './inspect-change.ts'
import type { Job } from '../job.ts'
import type { MergeQueue } from '../integrate/merge-queue.ts'
import type { ReadChange } from './read-change.ts'
import { readChange } from './read-change.ts'
import type { TaskResult } from '../execute/see-through.ts'
import { breachesOf, culpritsOf, failForPlan } from './specification-breach.ts'
import type { WeighedIssue } from './weigh-issues.ts'
import { objectionOf } from './weigh-issues.ts'

/** Where work is carried out, and how far it has come. */
export interface Course {
  /** The newest plan, with every task that was added to it. */
  readonly agreed: AgreedPlan
  readonly results: readonly TaskResult[]
  readonly replans: number
}

/** Work that is to be judged as a whole. */
export interface Matter {
  readonly scope: 'wave' | 'final'
  readonly of: string
  /** How a person would call it. */
  readonly subject: string
  /** The commit before it. */
  readonly from: string
  readonly tasks: readonly Task[]
  readonly wave: number | null
  readonly inspectorsOf: (change: ReadChange) => readonly Inspector[]
}

export interface Settled {
  readonly course: Course
  /** What was held against the work and is not settled. */
  readonly open: readonly Objection[]
}

/**
 * Has work judged and what blocks it repaired, as often as the policy says; what is left then is for a person to
 * decide. Repairs are tasks like any others: proven, and merged by the same queue.
 */
export async function settleIssues(
  run: Run,
  floor: { readonly run: Run; readonly job: Job; readonly queue: MergeQueue },
  first: Course,
  matter: Matter,
): Promise<Settled> {
  const { job, queue } = floor
  let course = first
  let earlier: readonly string[] = []
  let fixes: ReadonlyMap<string, readonly string[]> = new Map()
  const { review, waves } = job.policy.process
  const mayReplan = (): boolean => matter.scope === 'wave' && course.replans < job.policy.replans
  for (let round = 1; ; round += 1) {
    const scope = run.scope(`round-${round}`)
    const commit = await scope.decide('head', () => queue.line.head)
    const change = await readChange(scope, 'change', matter.from, commit)
    const inspectors = matter.inspectorsOf(change)
    if (change.files.length === 0 || inspectors.length === 0) return { course, open: [] }
    const ownersOf = await findOwners(scope, queue.landed)
    const { plan } = course.agreed
    const { scope: kind, of, tasks } = matter
    const inspected = { scope: kind, of, commit, plan, tasks, change, ownersOf, earlier } as const
    const { issues, objections: open, isJudged } = await inspectChange(scope, job, inspected, inspectors)
    const blocking = issues.filter(({ weight }) => weight === 'blocking')
    if (blocking.length === 0) {
      const isEnough = isJudged || (kind === 'wave' && waves.unjudged === 'go-on')
      if (isEnough || (await isTakenUnjudged(scope, matter, open))) return { course, open }
      continue
    }
    const breaches = breachesOf(job, blocking)
    if (breaches.some(({ severity }) => severity === 'critical') && mayReplan()) {
      const culprits = culpritsOf(breaches, ownersOf, tasks[0]?.id ?? '')
      return { course: await failForPlan(scope, course, of, culprits), open }
    }
    const repairs = repairsOf(blocking, plan, executorsOf(job), ownersOf, matter.subject, review.owner)
    const isForPerson = breaches.length > 0 || round > review.fixCycles
    const wanted = isForPerson ? await askPerson(scope, matter, blocking, repairs) : repairs
    if (wanted === null) return { course, open }
    let followUps = wanted
    if (review.diagnose) {
      const diagnosed = await diagnoseRepairs(scope, job, { commit, plan, repairs: wanted }, fixes)
      const { toReplan } = diagnosed
      if (toReplan.length > 0 && mayReplan()) {
        return { course: await failForPlan(scope, course, of, toReplan), open }
      }
      followUps = diagnosed.repairs
      fixes = diagnosed.fixes
    }
    course = await carryOutMore(floor, course, followUps, matter.wave)
    if (course.results.some(({ state }) => state === 'replanning')) {
      if (kind === 'wave') return { course, open }
      // No plan is made anew after the work is done: it is looked at again without this repair.
      course = { ...course, results: course.results.map(closed) }
    }
    earlier = blocking.map(({ text }) => text)
  }
}

/** Adds tasks to the plan, as a revision of its own, and carries them out; everything else waits. */
export async function carryOutMore(
  { run, job, queue }: { readonly run: Run; readonly job: Job; readonly queue: MergeQueue },
  { agreed: before, results, replans }: Course,
  followUps: readonly FollowUp[],
  wave: number | null,
): Promise<Course> {
  const { agreed, added } = fixPlan(before, followUps, wave)
  const { plan, revision } = agreed
  await run.record(`plan-r${revision}`, fact({ kind: 'plan', value: { revision, ...plan } }))
  const over = new Set([...results, ...added].map(({ id }) => id))
  const part = { ...plan, tasks: plan.tasks.filter(({ id }) => over.has(id)) }
  const execution = { plan: part, revision, done: results, replans, part: `r${revision}` }
  return { agreed, replans, results: await execute(run, job, queue, execution) }
}

function closed(result: TaskResult): TaskResult {
  return result.state === 'replanning' ? { ...result, state: 'given-up' } : result
}

/** Whether a person wants to have what nobody could judge; `false`: it is to be judged once more. */
export async function isTakenUnjudged(
  run: Run,
  { subject }: Pick<Matter, 'subject'>,
  open: readonly Objection[],
): Promise<boolean> {
  const answer = await run.question('unjudged', {
    kind: 'choice',
    text: `Nobody could judge ${subject}: ${open.map(({ text }) => text).join(' ')}`,
    options: [
      { id: 'again', label: 'Have it judged once more' },
      { id: 'go-on', label: 'Deliver it as it is: its proof holds' },
      { id: 'stop', label: 'End the run' },
    ],
    free: false,
    details: { open },
  })
  if (answer.option === 'stop') throw endedAt(subject, answer.by)
  return answer.option === 'go-on'
}

function endedAt(subject: string, by: string): RunFailure {
  return new RunFailure({ code: 'rejected', message: `Ended by ${by} at the review of ${subject}.` })
}

/** `null`: it is to go on as it is. */
async function askPerson(
  run: Run,
  { scope, subject }: Matter,
  blocking: readonly WeighedIssue[],
  repairs: readonly FollowUp[],
): Promise<readonly FollowUp[] | null> {
  const answer = await run.question('blocked', {
    kind: 'choice',
    text: `What blocks ${subject} is not settled: ${blocking.map(({ text }) => text).join(' ')}`,
    options: [
      { id: 'again', label: 'Have it repaired once more' },
      { id: 'go-on', label: scope === 'final' ? 'Deliver it as it is' : 'Go on with it as it is' },
      { id: 'stop', label: 'End the run' },
    ],
    free: true,
    details: { open: blocking.map(objectionOf) },
  })
  if (answer.option === 'stop') throw endedAt(subject, answer.by)
  if (answer.option === 'go-on') return null
  return answer.option === 'again' || answer.text === null ? repairs : repairs.map(toldBy(answer.text))
}

function toldBy(text: string): (repair: FollowUp) => FollowUp {
  return (repair) => ({ ...repair, description: `${text}\n\n${repair.description}` })
}
