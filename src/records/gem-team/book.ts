import { RunFailure } from '../../kernel/failure.ts'
import type { Plan, Task } from '../../plan/plan.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { PRD_FILE, parsePrd } from '../../config/prd-file.ts'
import type { StageFact, StageName, TaskState } from '../../stages/facts.ts'
import type { HeardFact } from '../../stages/heard-run.ts'
import type { ProcessFile } from '../../stages/specify/process-file.ts'
import type { Book } from '../book.ts'
import type { Story } from '../story.ts'
import { factsOf, ownFactsOf } from '../story.ts'
import { failureLogFile } from './failure-log.ts'
import type { GemGiven } from './given-plan.ts'
import { blockedIn } from './go-on.ts'
import type { PlanStatus } from './plan-schema.ts'
import { readPlan } from './read-plan.ts'
import { confidenceWord, researchFile } from './research-file.ts'
import type { Escalation } from './standings.ts'
import { ESCALATED, standingsOf } from './standings.ts'
import { timeOf } from './time-of.ts'
import type { PlanSheet } from './write-plan.ts'
import { writePlan } from './write-plan.ts'
import type { Standing } from './write-task.ts'
import { untouched } from './write-task.ts'

/** What the files tell of; everything else changes nothing in them. */
const TOLD = new Set<string>(['plan', 'draft', 'researched', 'diagnosis', 'flaky', ESCALATED])
const TOLD_STAGES: ReadonlySet<StageName> = new Set<StageName>(['execute', 'learn'])
const QUIET: ReadonlySet<TaskState> = new Set<TaskState>(['proving', 'integrating'])

/** gem-team's files under docs/plan/{plan_id}: the plan, its variants, what was found out, and logs of what failed. */
export function gemTeamBook(given: GemGiven | null): Book {
  return {
    isTold,
    render: (story) => render(story, given),
    problemWith,
  }
}

function isTold(heard: HeardFact): boolean {
  const told = heard as HeardFact & StageFact
  if (told.kind === 'stage') return TOLD_STAGES.has(told.value.stage)
  return told.kind === 'task' ? !QUIET.has(told.value.state) : TOLD.has(heard.kind)
}

/** Where the files of a plan are. */
export function folderOf(planId: string): string {
  return `docs/plan/${planId}`
}

export function planIdOf(slug: string, given: GemGiven | null): string {
  return given?.written.plan_id ?? slug
}

/** The plan as it stands, with what was over before the run; `null` before there is one. */
export function planOfStory(story: Story, given: GemGiven | null): Plan | null {
  const made = factsOf(story, 'plan').at(-1)?.value
  if (made === undefined) return given?.plan ?? null
  const plan = planSchema.parse({ objective: given?.plan.objective ?? '', ...made })
  if (given === null) return plan
  const over = new Map(given.plan.tasks.map((task) => [task.id, task]))
  const kept = given.plan.tasks.filter(
    ({ id }) => isKept(given, id) && !plan.tasks.some((task) => task.id === id),
  )
  const place = (id: string): number => [...over.keys(), id].indexOf(id)
  const tasks = [...kept, ...plan.tasks.map((task) => withEarlier(task, over.get(task.id)))].toSorted(
    (one, other) => place(one.id) - place(other.id),
  )
  const known = new Set(tasks.map(({ id }) => id))
  const contracts = given.plan.contracts.filter(
    ({ from, to }) =>
      known.has(from) &&
      known.has(to) &&
      !plan.contracts.some((each) => each.from === from && each.to === to),
  )
  return { ...plan, tasks, contracts: [...contracts, ...plan.contracts] }
}

function render(story: Story, given: GemGiven | null): readonly ProcessFile[] {
  const brief = factsOf(story, 'brief').at(-1)?.value
  if (brief === undefined) return []
  const planId = planIdOf(brief.slug, given)
  const folder = folderOf(planId)
  const objective = given?.plan.objective ?? brief.objective
  const research = factsOf(story, 'researched').map((each) => researchFile(folder, planId, objective, each))
  const variants = factsOf(story, 'draft').map(({ at, value }) => ({
    path: `${folder}/plan_${value.variant}.yaml`,
    text: writePlan({
      ...sheetOf(story, null, { ...value.plan, lineage: [] }),
      planId,
      createdAt: timeOf(at),
      status: 'pending',
      pass: 1,
      history: [{ pass: 1, reason: `Variant ${value.variant}`, timestamp: timeOf(at), changed: [] }],
      standing: () => untouched,
    }),
  }))
  const plan = planOfStory(story, given)
  if (plan === null) return [...research, ...variants]
  const logs = ownFactsOf<Escalation>(story, ESCALATED).map((each) =>
    failureLogFile(folder, planId, plan, story, each),
  )
  const text = writePlan({ ...sheetOf(story, given, plan), planId })
  return [{ path: `${folder}/plan.yaml`, text }, ...variants, ...research, ...logs]
}

function sheetOf(story: Story, given: GemGiven | null, plan: Plan): Omit<PlanSheet, 'planId'> {
  const made = factsOf(story, 'plan')
  const researched = factsOf(story, 'researched').map(({ value }) => value)
  const confidences = researched.flatMap(({ reply }) => reply.confidence ?? [])
  const earlier = given?.written.planning_history ?? []
  const passes = given === null ? 0 : (given.written.planning_pass ?? Math.max(1, earlier.length))
  const own = made.flatMap(({ at, value }) => {
    const lineage = planSchema.shape.lineage.parse(Reflect.get(value, 'lineage'))
    const revised = lineage.find(({ revision }) => revision === value.revision)
    if (revised === undefined && given !== null) return []
    const { reason, changed } = revised ?? { reason: 'Initial plan', changed: [] }
    return [{ reason, timestamp: timeOf(at), changed }]
  })
  const standing = standingsIn(story, given)
  return {
    plan,
    createdAt: given?.written.created_at ?? timeOf(made[0]?.at ?? story.startedAt),
    createdBy: given?.written.created_by ?? 'gem-planner',
    status: statusOf(story, plan, standing),
    researchConfidence:
      confidences.length === 0
        ? (given?.written.research_confidence ?? null)
        : confidenceWord(Math.min(...confidences)),
    tldr: given?.written.tldr ?? null,
    specification: given?.written.implementation_specification ?? null,
    codeStructure: researched.find(({ area }) => area === 'structure')?.reply.summary ?? '',
    pass: passes + own.length,
    history: [
      ...earlier.map(({ pass, reason, timestamp, changed }) => ({ pass, reason, timestamp, changed })),
      ...own.map((entry, index) => ({ pass: passes + index + 1, ...entry })),
    ],
    standing,
  }
}

/** How far each task is; what waits for something that was blocked before the run is blocked as well. */
export function standingsIn(story: Story, given: GemGiven | null): (id: string) => Standing {
  const standing = standingsOf(story, given?.written.tasks ?? [])
  if (given === null) return standing
  const waiting = blockedIn(given.written, given.plan)
  const planned = new Set(
    factsOf(story, 'plan')
      .at(-1)
      ?.value.tasks.map(({ id }) => id),
  )
  return (id) => {
    const own = standing(id)
    const isWaiting = own.status === 'pending' && waiting.has(id) && !planned.has(id)
    return isWaiting ? { ...own, status: 'blocked' } : own
  }
}

function statusOf(story: Story, { tasks }: Plan, standing: (id: string) => Standing): PlanStatus {
  const statuses = new Set(tasks.map(({ id }) => standing(id).status))
  const stages = factsOf(story, 'stage').map(({ value }) => value.stage)
  if (stages.includes('learn') && statuses.size === 1 && statuses.has('completed')) return 'completed'
  if ([...statuses].every((each) => each === 'blocked' || each === 'failed')) return 'failed'
  const isBack = ['plan', 'challenge', 'approve'].includes(stages.at(-1) ?? '')
  if (stages.includes('execute') && !isBack) return 'in_progress'
  const isApproved = story.happenings.some(
    (each) =>
      each.kind === 'answered' &&
      /(?:^|\/)plan(?:-\d+)?$/.test(each.name) &&
      each.answer.option === 'approve',
  )
  return isApproved ? 'approved' : 'pending'
}

/** What was over before the run stays in the plan, unless somebody has planned it anew. */
function isKept({ written, plan }: GemGiven, id: string): boolean {
  const isDone = written.tasks.some((task) => task.id === id && task.status === 'completed')
  return isDone || blockedIn(written, plan).has(id)
}

/** What a task had waited for and is done is still said. */
function withEarlier(task: Task, before: Task | undefined): Task {
  const dependencies = before?.dependencies.filter((id) => !task.dependencies.includes(id)) ?? []
  return before === undefined ? task : { ...task, dependencies: [...dependencies, ...task.dependencies] }
}

function problemWith(path: string, text: string): string | null {
  try {
    if (path === PRD_FILE) parsePrd(text, path)
    if (!/(?:^|\/)plan\.yaml$/.test(path)) return null
    const wrong = readPlan(text, path, null).findings.find(({ severity }) => severity === 'error')
    return wrong === undefined ? null : `line ${wrong.line}: ${wrong.message}`
  } catch (thrown) {
    if (thrown instanceof RunFailure && thrown.code === 'bad-input') return thrown.message
    throw thrown
  }
}
