import { RunFailure } from '../../kernel/failure.ts'
import type { Plan } from '../../plan/plan.ts'
import { withoutTasks } from '../../plan/without-tasks.ts'
import type { GivenPlan } from '../../stages/intake/phase-of.ts'
import type { GivenFiles } from '../given-files.ts'
import type { Importer } from '../importer.ts'
import type { ReconciledPhase, WorkBefore } from './own-facts.ts'
import { UNASSIGNED, idsOf, planOfRecord } from './plan-record.ts'
import type { ReadPlan } from './read-plan.ts'
import { readControlflowPlan } from './read-plan.ts'

type Given = Pick<GivenFiles, 'path' | 'files'>

const PLAN = /(?:^|\/)([^/]+)-plan\.(md|json)$/

/** Files of ControlFlow are told by the heading of their plan or by the form of its data. */
export const controlflowImporter: Importer = {
  recognises: (given) => planFiles(given).length > 0,
  objectiveOf: (given) => planOfRecord(readGiven(given).read.plan).objective,
}

/** What is left of the given plan, and what of it was completed, whatever its todos say. */
export function goOnWith(given: Given): { readonly given: GivenPlan; readonly before: WorkBefore } {
  const { read, path } = readGiven(given)
  const whole = planOfRecord(read.plan)
  const phases = reconcile(given, read)
  const completed = new Set(phases.flatMap(({ task, isCompleted }) => (isCompleted ? [task] : [])))
  const plan = withoutTasks(whole, (id) => completed.has(id))
  const revise = whatToRevise(plan, read, path)
  return {
    given: { path, plan, isLeft: plan.tasks.length > 0, ...(revise === null ? {} : { revise }) },
    before: { name: nameOf(path), phases, written: read.plan.phases },
  }
}

/** A phase is completed when a document says that its review approved it; a todo by itself proves nothing. */
function reconcile({ files }: Given, { plan, marks }: ReadPlan): readonly ReconciledPhase[] {
  const ids = idsOf(plan.phases)
  return plan.phases.map(({ phase_id: phase, title }) => {
    const artifact = files.find(({ path }) => new RegExp(`-phase-${phase}-complete\\.md$`).test(path))
    const isApproved = artifact !== undefined && /^#+ Review Status\s+\W*APPROVED\b/m.test(artifact.text)
    const isMarked = marks.get(phase) ?? false
    return {
      phase,
      task: ids.get(phase) ?? '',
      title,
      isMarked,
      isCompleted: isApproved,
      why:
        artifact === undefined
          ? `there is no document of its completion${isMarked ? ', so its mark does not count' : ''}`
          : isApproved
            ? `${artifact.path} says that it was approved`
            : `${artifact.path} does not say that it was approved`,
    }
  })
}

/** Nobody guesses who does a phase: the planner says it. */
function whatToRevise({ tasks }: Plan, { lines }: ReadPlan, path: string): string | null {
  const wanting = tasks.filter(({ role }) => role === UNASSIGNED)
  if (wanting.length === 0) return null
  const named = wanting.map(({ title }) => title).join(', ')
  const where = lines.size === 0 ? path : `${path}:${[...lines.values()][0] ?? 1}`
  return `${named} (${where}): no executor_agent that builds something is named. Say for each of these phases who does it; research is done before the plan, and reviews after each phase.`
}

function readGiven(given: Given): { readonly read: ReadPlan; readonly path: string } {
  const [first, second] = planFiles(given)
  if (first !== undefined && (second === undefined || nameOf(first.path) === nameOf(second.path))) {
    return { read: readControlflowPlan(first.text, first.path), path: first.path }
  }
  const why =
    first === undefined
      ? 'there is no plan of ControlFlow in it (plans/<task>-plan.md or .json); name the folder of the plans, or the plan itself'
      : `there is more than one plan in it (${first.path}, ${second?.path}); name the one to go on with`
  throw new RunFailure({ code: 'bad-input', message: `${given.path}: ${why}.`, where: given.path })
}

/** The document comes before the data, because people write in it. */
function planFiles({ files }: Given): GivenFiles['files'] {
  return files
    .filter(
      ({ path, text }) => PLAN.test(path) && (/^#{1,4} Plan: /m.test(text) || /"executor_agent"/.test(text)),
    )
    .toSorted((a, b) => nameOf(a.path).localeCompare(nameOf(b.path)) || (a.path < b.path ? 1 : -1))
}

function nameOf(path: string): string {
  return PLAN.exec(path)?.[1] ?? path
}
