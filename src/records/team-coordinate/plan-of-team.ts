import type { TeamRole } from '../../contracts/team-role.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import type { Plan } from '../../plan/plan.ts'
import { sessionFolder } from './session-id.ts'
import type { TaskAnalysis } from './task-analysis.ts'
import type { RoleSpec } from './team-facts.ts'
import type { TeamTask } from './team-task.ts'

/** The tasks that are not done yet, as a plan that can be carried out. Contract: `problemsOfTasks` finds none. */
export function planOfTeam(objective: string, tasks: readonly TeamTask[], analysis: TaskAnalysis): Plan {
  const open = tasks.filter(({ status }) => status !== 'completed')
  const isOpen = (id: string): boolean => open.some((task) => task.id === id)
  const made = new Map(analysis.capabilities.flatMap(({ tasks: own }) => own.map((task) => [task.id, task])))
  return planSchema.parse({
    objective,
    tasks: open.map(({ id, title, description, role, deps }) => {
      const { success_criteria: success = '', key_files: context = [] } = made.get(id) ?? {}
      const dependencies = deps.filter(isOpen)
      return {
        id,
        title: title || id,
        description,
        role,
        dependencies,
        acceptance: success === '' ? [] : [success],
        context,
      }
    }),
  })
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
