import { formatPlan } from '../../config/format-plan.ts'
import type { WrittenStatus } from '../../config/plan-statuses.ts'
import type { Plan } from '../../plan/plan.ts'
import type { ProcessFiles } from '../specify/process-files.ts'
import type { TaskResult } from '../execute/see-through.ts'

const PLAN_FILE = /^docs\/plan\/[^/]+\/plan\.yaml$/

/** Says in the file of the plan how far each task is, so that it can be gone on with; a person's file is left alone. */
export async function learnPlan(
  files: ProcessFiles,
  plan: Plan,
  results: readonly Pick<TaskResult, 'id' | 'state'>[],
): Promise<void> {
  const path = files.paths.find((each) => PLAN_FILE.test(each))
  if (path === undefined) return
  const statuses = new Map(results.map(({ id, state }) => [id, statusOf[state]]))
  await files.write('plan-status', [{ path, text: formatPlan(plan, statuses) }], 'docs: how far the plan is')
}

const statusOf = {
  done: 'completed',
  'given-up': 'blocked',
  blocked: 'blocked',
  replanning: 'pending',
} as const satisfies Record<TaskResult['state'], WrittenStatus>
