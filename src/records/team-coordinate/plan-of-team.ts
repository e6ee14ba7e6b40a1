import type { TeamRole } from '../../contracts/team-role.ts'
import type { Plan, Task } from '../../plan/plan.ts'
import { sessionFolder } from './session-id.ts'
import type { TaskAnalysis } from './task-analysis.ts'
import type { RoleSpec } from './team-facts.ts'
import type { TeamTask } from './team-task.ts'

/** The tasks that are not done yet, as a plan that can be carried out. Contract: `problemsOfTasks` finds none. */
export function planOfTeam(objective: string, tasks: readonly TeamTask[], analysis: TaskAnalysis): Plan {
  const isOpen = (id: string): boolean => tasks.some((task) => task.id === id && task.status !== 'completed')
  return {
    objective,
    tasks: tasks.filter(({ id }) => isOpen(id)).map((task) => planned(task, isOpen, analysis)),
    contracts: [],
    preMortem: null,
    openQuestions: [],
    lineage: [],
    confidence: null,
    risks: [],
  }
}

/** The roles of a session for whoever carries out its tasks: a worker is told its role-spec, whole. */
export function teamRolesOf(specs: readonly RoleSpec[], session: string): readonly TeamRole[] {
  return specs.map(({ role, text }) => ({
    name: role,
    description: `The ${role} of ${session}.`,
    instructions: text,
    from: `${sessionFolder(session)}/role-specs/${role}.md`,
    access: 'write',
  }))
}

function planned(task: TeamTask, isOpen: (id: string) => boolean, analysis: TaskAnalysis): Task {
  const made = analysis.capabilities.flatMap(({ tasks }) => tasks).find(({ id }) => id === task.id)
  return {
    id: task.id,
    title: task.title === '' ? task.id : task.title,
    description: task.description,
    role: task.role,
    dependencies: task.deps.filter(isOpen),
    wave: null,
    group: null,
    writeSet: [],
    conflicts: [],
    acceptance:
      made === undefined || made.success_criteria === ''
        ? []
        : [{ id: null, criterion: made.success_criteria, verification: null }],
    verification: [],
    estimates: { effort: null, files: null, lines: null, minutes: null },
    risk: 'low',
    context: (made?.key_files ?? []).map((path) => ({ path, description: '' })),
    fixes: null,
    covers: [],
    priority: 'medium',
    grave: [],
  }
}
