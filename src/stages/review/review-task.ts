import { reviewer } from '../../contracts/reviewer.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { FailureReport } from '../../policy/failure-report.ts'
import { askInspector } from './ask-inspector.ts'
import type { Attempt } from '../execute/attempt.ts'
import { endedBy } from '../execute/ended-by.ts'
import type { Objection, ReviewFact } from '../facts.ts'
import { fact } from '../facts.ts'
import { readChange } from './read-change.ts'
import { plainReport } from '../execute/report-failure.ts'
import { depthOf, subjectsOf } from './review-subjects.ts'
import type { Start } from '../execute/start-attempt.ts'
import type { WeighedIssue } from './weigh-issues.ts'
import { objectionsOf, verdictOf, weighIssues } from './weigh-issues.ts'

/** What a review holds against a task's proven work, as the failure of its attempt. */
export interface RefusedWork {
  readonly report: FailureReport
  readonly advice: { readonly fix: string; readonly changes: string }
}

/** Has the proven work of a task looked at before it is merged; `null` when nothing that was checked blocks it. */
export async function reviewTask(
  attempt: Attempt,
  { workspace, base }: Start,
  commit: string,
): Promise<RefusedWork | null> {
  const { review } = attempt.job.policy.process
  if (!review.tasks.includes(attempt.job.tier)) return null
  for (let look = 1; ; look += 1) {
    const scope = attempt.run.scope(look === 1 ? 'review' : `review-${look}`)
    const looked = await lookAt(attempt, scope, { workspace, base }, commit)
    const isJudged = looked.verdict !== 'abstained' || review.unjudged === 'go-on'
    if (isJudged || (await isTakenUnjudged(scope, attempt, looked.objections))) {
      return looked.blocking.length === 0 ? null : refusalOf(looked.blocking)
    }
  }
}

/** Whether a person wants work that nobody could judge; `false`: it is to be looked at once more. */
async function isTakenUnjudged(
  run: Run,
  { task }: Attempt,
  objections: readonly Objection[],
): Promise<boolean> {
  const answer = await run.question('unjudged', {
    kind: 'choice',
    text: `Nobody could judge ${task.id} (${task.title}): ${objections.map(({ text }) => text).join(' ')}`,
    options: [
      { id: 'again', label: 'Have it judged once more' },
      { id: 'go-on', label: 'Take it as it is: its proof holds' },
      { id: 'stop', label: 'End the run' },
    ],
    free: false,
    details: { open: objections },
  })
  if (answer.option === 'stop') throw endedBy(answer.by, task.id)
  return answer.option === 'go-on'
}

async function lookAt(
  { job, task }: Attempt,
  scope: Run,
  { workspace, base }: Pick<Start, 'workspace' | 'base'>,
  commit: string,
): Promise<{
  readonly verdict: ReviewFact['verdict']
  readonly objections: readonly Objection[]
  readonly blocking: readonly WeighedIssue[]
}> {
  const change = await readChange(scope, 'change', base, commit)
  const contracts = job.contracts.filter(({ from, to }) => from === task.id || to === task.id)
  const paths = change.files.map(({ path }) => path)
  const request = {
    scope: 'task',
    objective: job.objective,
    depth: depthOf([task], paths),
    tasks: [task],
    contracts,
    subjects: subjectsOf(job.criteria, [task], contracts),
    files: change.files.map(({ path, kind }) => ({ path, kind, tasks: [] })),
    diff: change.diff,
    range: change.range,
    earlier: [],
  } as const
  const inspection = await askInspector(scope, job, reviewer, request, { workspace, commit, task })
  const weighed = weighIssues('reviewer', inspection, change, null)
  const verdict = verdictOf(inspection, weighed, job.policy.leastConfidence)
  const objections = objectionsOf('reviewer', inspection, weighed, verdict)
  const value = { scope: 'task', of: task.id, by: 'reviewer', verdict, objections } as const
  await scope.record('reviewed', fact({ kind: 'reviewed', value }))
  return { verdict, objections, blocking: weighed.filter(({ weight }) => weight === 'blocking') }
}

function refusalOf(blocking: readonly WeighedIssue[]): RefusedWork {
  const said = blocking.map(({ text, file, line, evidence }) => {
    const where = `${file ?? ''}${line === null ? '' : `:${line}`}`
    return `${where}: ${text} (${evidence})`
  })
  const problem = `The review holds against it: ${blocking.map(({ text }) => text).join(' ')}`
  const about = blocking.map(({ file, about: what }) => `${file ?? ''} ${what ?? ''}`).toSorted()
  return {
    report: plainReport('fixable', 'review', problem, about.join('\n')),
    advice: {
      fix: `Settle what the review found:\n${said.join('\n')}`,
      changes: 'Nothing of what the review found is left.',
    },
  }
}
