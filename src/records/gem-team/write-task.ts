import type { Criterion, Task } from '../../plan/plan.ts'
import { agentOfRole } from './agents.ts'
import type { TaskStatus } from './plan-schema.ts'
import { same, splitDescription, usualExtras } from './task-extras.ts'
import { readCriterion } from './read-task.ts'

/** How far a task is. */
export interface Standing {
  readonly status: TaskStatus
  readonly flags: { readonly flaky: boolean; readonly retries_used: number }
  readonly diagnosis: {
    readonly root_cause: string
    readonly fix_recommendations: unknown
    readonly injected_at?: string | null | undefined
  } | null
}

export const untouched: Standing = {
  status: 'pending',
  flags: { flaky: false, retries_used: 0 },
  diagnosis: null,
}

/** A task as gem-team writes it; keys in its order, and what it has no words for last. */
export function writeTask(task: Task, wave: number, { status, flags, diagnosis }: Standing): object {
  const { text, extras } = splitDescription(task.description)
  const { prototype, ...more } = { ...usualExtras({ ...task, description: text }), ...extras }
  const { effort, files, lines, minutes } = task.estimates
  return {
    id: task.id,
    title: task.title,
    description: text,
    wave,
    agent: agentOfRole(task.role),
    prototype,
    covers: task.covers,
    priority: task.priority,
    status,
    flags,
    dependencies: task.dependencies,
    conflicts_with: task.conflicts,
    context_files: task.context,
    ...(diagnosis === null ? {} : { diagnosis }),
    ...(effort === null ? {} : { estimated_effort: effort }),
    ...(files === null ? {} : { estimated_files: files }),
    ...(lines === null ? {} : { estimated_lines: lines }),
    verification: task.verification,
    acceptance_criteria: task.acceptance.map(writeCriterion),
    ...more,
    ...(task.writeSet.length === 0 ? {} : { write_set: task.writeSet }),
    ...(task.grave.length === 0 ? {} : { ask_first: task.grave }),
    ...(minutes === null ? {} : { estimated_minutes: minutes }),
    ...(task.risk === 'low' ? {} : { risk: task.risk }),
    ...(task.fixes === null ? {} : { fixes: task.fixes }),
    ...(task.group === null ? {} : { group: task.group }),
  }
}

/** One line, as gem-team has it, wherever the line says it all. */
function writeCriterion(criterion: Criterion): string | Criterion {
  const { id, criterion: text, verification } = criterion
  const line = `${id === null ? '' : `${id}: `}${text}${verification === null ? '' : ` (verify: ${verification})`}`
  return same(readCriterion(line), criterion) ? line : criterion
}
