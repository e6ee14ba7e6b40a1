import { describe, expect, it } from 'vitest'
import { planScore } from './plan-score.ts'

const full = {
  completeness: 5,
  soundness: 5,
  executability: 5,
  verifiability: 5,
  rollback: 5,
  parallelism: 5,
  clarity: 5,
}
const none = { mirages: 0, stuckTasks: 0 }

describe('planScore', () => {
  it.each<[string, number, Parameters<typeof planScore>]>([
    ['all of it', 1, [full, none]],
    ['what does not apply counts neither way', 1, [{ ...full, rollback: null, parallelism: null }, none]],
    ['completeness weighs most', 9.5 / 12.5, [{ ...full, completeness: 0 }, none]],
    ['one mirage', (12.5 - 0.5) / 12.5, [full, { mirages: 1, stuckTasks: 0 }]],
    ['three mirages', (12.5 - 1) / 12.5, [full, { mirages: 3, stuckTasks: 0 }]],
    ['many mirages', (12.5 - 1.5) / 12.5, [full, { mirages: 9, stuckTasks: 0 }]],
    ['a stuck task', (12.5 - 1) / 12.5, [full, { mirages: 0, stuckTasks: 1 }]],
    ['stuck tasks', (12.5 - 2) / 12.5, [full, { mirages: 0, stuckTasks: 2 }]],
    [
      'a ceiling raises nothing',
      0,
      [
        {
          ...full,
          completeness: 0,
          soundness: 0,
          executability: 0,
          verifiability: 0,
          rollback: 0,
          parallelism: 0,
          clarity: 0,
        },
        { mirages: 4, stuckTasks: 4 },
      ],
    ],
  ])('%s: %d', (_name, expected, given) => {
    expect(planScore(...given)).toBeCloseTo(expected)
  })
})
