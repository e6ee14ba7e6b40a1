import { RunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import type { Book } from '../records/book.ts'
import { keepBook } from '../records/book.ts'
import { withApprovedPrd } from '../stages/approve/approved-prd.ts'
import { carryOut } from '../stages/execute/carry-out-plan.ts'
import type { HeardFact, HeardQuestion } from '../stages/heard-run.ts'
import { heardRun } from '../stages/heard-run.ts'
import { checkBase } from '../stages/intake/check-base.ts'
import { intake } from '../stages/intake/intake.ts'
import type { GivenPlan } from '../stages/intake/phase-of.ts'
import type { Job } from '../stages/job.ts'
import type { Manner } from '../stages/manner.ts'
import { agreeOnPlan } from '../stages/plan/agree-on-plan.ts'
import type { AgreedPlan, FirstRevision, PlanSurroundings } from '../stages/plan/agreed-plan.ts'
import type { PlanFormat } from '../stages/plan/plan-file.ts'
import { isResearched, research } from '../stages/research/research.ts'
import { finalReview } from '../stages/review/final-review.ts'
import type { ProcessFiles } from '../stages/specify/process-files.ts'
import { openFiles } from '../stages/specify/open-files.ts'
import type { CleanUp } from './clean-up.ts'
import { cleanUpAfter } from './clean-up.ts'
import { enter } from './enter.ts'
import type { StandardResult } from './finish.ts'
import { finish } from './finish.ts'
import type { Ready } from './get-ready.ts'
import { getReady } from './get-ready.ts'
import { readGivenPlan } from './given-plan.ts'
import { openLine } from './open-line.ts'
import { sayDirty } from './say-dirty.ts'
import type { StandardInput } from './standard-input.ts'
import { jobFor } from './standard-job.ts'

/** What a process that goes through the whole lifecycle has of its own, beside its policy. */
export interface Process {
  /** Its own files. */
  readonly book: (input: StandardInput) => Book
  /** How it writes its plan, given the book; without it, as the standard process does. */
  readonly format?: (book: Book) => PlanFormat
  /** What it tells beside what the stages tell; its facts go into the book too. */
  readonly hear?: (run: Run, input: StandardInput) => (fact: HeardFact) => Promise<void>
  /** What it tells before a person is asked something. */
  readonly heed?: (run: Run, input: StandardInput) => (question: HeardQuestion) => Promise<void>
  /** What it does in its own way where the stages leave it open. */
  readonly manner?: (run: Run, input: StandardInput) => Manner
  /** The plan that it goes on with, out of the files that were given. */
  readonly given?: (input: StandardInput) => GivenPlan | null
}

/**
 * From an objective to a proven branch: look, clarify, specify, research, plan, challenge, approve, build in parallel,
 * prove, review, learn, deliver; as deep as the job needs and the policy says.
 */
export async function playLifecycle(
  run: Run,
  input: StandardInput,
  own: Process | null,
): Promise<StandardResult> {
  return cleanUpAfter(run, (after) => perform(run, input, own, after))
}

async function perform(
  first: Run,
  input: StandardInput,
  own: Process | null,
  after: CleanUp,
): Promise<StandardResult> {
  const given = givenTo(input, own)
  await enter(first, 'intake')
  const facts = await intake(first.scope('intake'))
  const book = own?.book(input) ?? null
  const { inPlace } = input
  const files =
    book === null
      ? null
      : await openFiles(first.scope('files'), facts.base, { problemWith: problemIn(book), inPlace })
  after.files = files
  const run = handsFor(first, input, own, book, files)
  const manner = own?.manner?.(run, input)
  const begun: Job = {
    ...jobFor(first, input, facts),
    ...(manner === undefined ? {} : { manner }),
    ...(given?.before === undefined ? {} : { before: given.before }),
  }
  if (facts.dirty.length > 0) await sayDirty(run, facts)
  await checkBase(run.scope('intake'), begun)
  const ready = await getReady(run, begun, facts, given, {
    files,
    inPlace,
    ...(book === null || own?.format === undefined ? {} : { format: own.format(book) }),
  })
  after.files = ready.more?.files ?? files

  const brief = ready.more?.brief ?? null
  const isLookedAt = isResearched(ready.job, brief)
  if (isLookedAt) await enter(run, 'research')
  const findings = isLookedAt ? await research(run.scope('research'), ready.job, brief, facts.files) : []
  const plan = (onto: Job, next: FirstRevision, more = ready.more): Promise<AgreedPlan> =>
    agreeOnPlan(run, onto, findings, next, more ?? undefined)
  const agreed = await plan(ready.job, { revision: 1, revise: ready.revise })

  const specified = await asSpecified(run, ready)
  const planned = { ...specified, tier: agreed.tier ?? specified.tier }
  const { line, queue } = openLine(run, planned, facts, brief !== null)
  const built = await carryOut(run, planned, queue, agreed, (onto, next) =>
    plan(onto, next, later(ready.more)),
  )
  if (!built.results.some(({ state }) => state === 'done')) {
    throw new RunFailure({
      code: 'not-proven',
      message: 'No task was proven, so there is nothing to deliver.',
    })
  }

  // A plan that took another's place may go deeper, and has its own objections.
  const job = { ...planned, tier: built.agreed.tier ?? planned.tier }
  if (job.policy.process.review.final.includes(job.tier)) await enter(run, 'review')
  const reviewed = await finalReview(run, job, queue, built.agreed, built.results)
  const objections = [...(built.agreed.open ?? []), ...built.open, ...reviewed.open]
  return finish(run, job, ready, facts, input.branch, {
    line,
    plan: reviewed.agreed.plan,
    results: reviewed.results,
    objections,
  })
}

function problemIn(book: Book): ProcessFiles['problemWith'] {
  return (path, text) => book.problemWith(path, text)
}

/** Whoever keeps a book hears of everything; what a process tells itself is told in the book as well. */
function handsFor(
  run: Run,
  input: StandardInput,
  own: Process | null,
  book: Book | null,
  files: ProcessFiles | null,
): Run {
  const kept = book === null || files === null ? run : keepBook(run, files, book)
  return own?.hear === undefined ? kept : heardRun(kept, own.hear(kept, input), own.heed?.(kept, input))
}

function givenTo(input: StandardInput, own: Process | null): GivenPlan | null {
  const given = own?.given?.(input) ?? null
  return given ?? (input.plan === null ? null : readGivenPlan(input.plan))
}

/** Whoever approves the plan may have changed what is required. */
async function asSpecified(run: Run, { job, prd, more }: Ready): Promise<Job> {
  const files = more?.files ?? null
  return prd === null || files === null ? job : withApprovedPrd(run.scope('approve/prd'), job, prd, files)
}

/** A plan that was given is given once. */
function later(more: PlanSurroundings | null): PlanSurroundings | null {
  return more === null ? null : { ...more, given: null }
}
