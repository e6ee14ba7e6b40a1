/** Everybody a plan can give a task to. Naming one here does not mean that anybody plays it. */
export const TASK_ROLES = [
  'implementer',
  'ui-implementer',
  'mobile-implementer',
  'designer',
  'mobile-designer',
  'documentation-writer',
  'tester',
  'browser-tester',
  'mobile-tester',
  'code-simplifier',
  'devops',
  'researcher',
  'analyst',
  'planner',
  'reviewer',
  'critic',
  'debugger',
] as const

export type TaskRole = (typeof TASK_ROLES)[number]

/** Those whose tasks can be carried out today. */
export const EXECUTORS: readonly TaskRole[] = ['implementer']
