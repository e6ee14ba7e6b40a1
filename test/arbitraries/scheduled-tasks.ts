import fc from 'fast-check'
import type { SchedulePolicy } from '../../src/plan/schedule-policy.ts'
import type { ScheduledTask } from '../../src/plan/schedule-task.ts'
import { plainPolicy } from '../harness/scheduled-task.ts'
import { acyclicTasks } from './linked-tasks.ts'

const PATHS = ['src/a.ts', 'src/b.ts', 'src/*.ts', 'src/**', 'docs/a.md', 'docs/', 'lib/{a,b}.ts', 'lib/a.ts']

const rest = fc.record({
  writeSet: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, fc.subarray(PATHS, { maxLength: 2 })),
  conflict: fc.option(fc.nat({ max: 30 }), { freq: 2 }),
  role: fc.constantFrom('implementer', 'tester'),
  agent: fc.constantFrom('first', 'second'),
  wave: fc.option(fc.integer({ min: 1, max: 4 })),
  minutes: fc.integer({ min: 1, max: 9 }),
})

/** Plans whose tasks get in each other's way in every manner there is; most write a file of their own. */
export const scheduledTasks: fc.Arbitrary<readonly ScheduledTask[]> = acyclicTasks.chain((linked) =>
  fc.tuple(...linked.map(() => rest)).map((rests) =>
    linked.map((task, index) => {
      const { writeSet, conflict, ...others } = rests[index] as (typeof rests)[number]
      return {
        ...task,
        ...others,
        writeSet: writeSet ?? [`own/${task.id}`],
        conflicts: conflict === null ? [] : [`T${conflict}`],
      }
    }),
  ),
)

const cap = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined })

export const schedulePolicies: fc.Arbitrary<SchedulePolicy> = fc
  .record({
    order: fc.constantFrom('ready' as const, 'waves' as const),
    parallel: fc.integer({ min: 1, max: 6 }),
    testers: cap,
    first: cap,
    unknownWriteSet: fc.constantFrom('free' as const, 'exclusive' as const),
  })
  .map(({ testers, first, ...rest }) => ({
    ...plainPolicy,
    ...rest,
    roleLimits: testers === undefined ? {} : { tester: testers },
    agentLimits: first === undefined ? {} : { first },
  }))
