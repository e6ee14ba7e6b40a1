import type { SchedulePolicy } from '../../src/plan/schedule-policy.ts'
import type { ScheduledTask } from '../../src/plan/schedule-task.ts'
import { standardPolicy } from '../../src/policy/run-policy.ts'

/** A task that writes a file of its own and takes a minute, but for what the test says. */
export function scheduledTask(id: string, parts: Partial<ScheduledTask> = {}): ScheduledTask {
  return {
    id,
    dependencies: [],
    writeSet: [`${id}.ts`],
    conflicts: [],
    role: 'implementer',
    agent: 'first',
    wave: null,
    minutes: 1,
    ...parts,
  }
}

/** As far as a schedule needs it. */
export const plainPolicy: SchedulePolicy = standardPolicy
