import type { Source } from '../../contracts/source.ts'
import type { Task } from '../../plan/plan.ts'
import type { AskedAbout } from '../../stages/asked-about.ts'
import { folderOf } from './book.ts'
import { untouched, writeTask } from './write-task.ts'

const COMPLEXITY = { trivial: 'simple', small: 'simple', medium: 'medium', large: 'complex' } as const

const LIFTED: readonly string[] = [
  'environment',
  'requires_approval',
  'devops_security_sensitive',
  'task_type',
  'audience',
  'coverage_matrix',
]

/** What gem-team hands each of its agents, one field a line; `null` for whom it does not know. */
export function agentEnvelope(role: string, about: AskedAbout, planId: string): Source | null {
  const input = agentInput(role, about, planId, `${folderOf(planId)}/plan.yaml`)
  if (input === null) return null
  const lines = Object.entries(input).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return { trust: 'trusted', title: 'Your input', text: lines.join('\n') }
}

function agentInput(role: string, about: AskedAbout, planId: string, path: string): object | null {
  const { task, inspected, challenged, failed, work, objective, criteria } = about
  const plan = { plan_id: planId, plan_path: path }
  const task_clarifications = about.clarifications.map(({ question, answer }) => ({ question, answer }))
  if (about.planned !== null || role === 'researcher') {
    const part = about.part === null ? {} : { [role === 'planner' ? 'variant' : 'focus_area']: about.part }
    return { plan_id: planId, ...part, objective, complexity: COMPLEXITY[about.tier], task_clarifications }
  }
  if (challenged !== null || inspected !== null) {
    const target = inspected === null ? path : inspected.files.map((file) => file.path).join(', ')
    if (role === 'critic') {
      return { ...plan, scope: inspected === null ? 'plan' : 'code', target, context: objective }
    }
    if (role !== 'reviewer') return { mode: 'validate', scope: 'component', target, ...design(objective) }
    const review = { review_scope: inspected?.scope ?? 'plan', ...plan, review_criteria: criteria }
    if (inspected === null) return { ...review, task_clarifications }
    const depth = { review_depth: inspected.depth, review_security_sensitive: inspected.depth === 'full' }
    return { ...review, wave_tasks: inspected.tasks.map(({ id }) => id), ...depth }
  }
  if (task === null) return null
  const task_definition = definition(about, task)
  const own = { task_id: task.id, ...plan, task_definition, ...lifted(task_definition) }
  if (failed !== null) {
    return { ...own, error_context: { error_message: failed.problem, evidence: [failed.output] } }
  }
  if (work === null) return null
  const targets = task.writeSet
  const scope = targets.length === 1 ? 'single_file' : 'multiple_files'
  if (role === 'code-simplifier') {
    return { ...own, scope, targets, focus: 'all', constraints: { preserve_api: true, run_tests: true } }
  }
  const isDesign = role === 'designer' || role === 'mobile-designer'
  return isDesign
    ? { ...own, mode: 'create', scope: 'component', target: targets, ...design(objective) }
    : own
}

function design(requirements: string): object {
  const constraints = { responsive: true, accessible: true, dark_mode: false }
  return { context: { requirements }, constraints }
}

/** What devops and whoever writes documents are told beside their task as well. */
function lifted(definition: object): object {
  return Object.fromEntries(Object.entries(definition).filter(([key]) => LIFTED.includes(key)))
}

/** The task as the plan has it, with the contracts it is part of and what was found out about it. */
function definition({ work }: AskedAbout, task: Task): object {
  const { rootCause: root_cause, fix: fix_recommendations } = work?.diagnosis ?? { rootCause: '', fix: '' }
  const diagnosis = root_cause === '' ? null : { root_cause, fix_recommendations }
  const contracts = (work?.contracts ?? []).map(({ from: from_task, to: to_task, ...rest }) => ({
    from_task,
    to_task,
    ...rest,
  }))
  return { ...writeTask(task, task.wave ?? 1, { ...untouched, diagnosis }), contracts }
}
