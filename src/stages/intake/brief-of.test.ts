import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/fixtures/make-plan.ts'
import type { Task } from '../../plan/plan.ts'
import { standardProcess } from '../../policy/process-policy.ts'
import type { Brief } from './brief.ts'
import { briefOf } from './brief-of.ts'

const task = (
  id: string,
  writeSet: readonly string[] = [`src/${id}.ts`],
): Pick<Task, 'id' | 'title' | 'writeSet'> => ({
  id,
  title: `feat: ${id}`,
  writeSet,
})

function briefFor(
  request: string,
  tasks: readonly Pick<Task, 'id' | 'title' | 'writeSet'>[],
  isLeft = true,
): Brief {
  const plan = makePlan(tasks, { objective: 'Build the shop' })
  return briefOf(request, ['src/z.ts'], [], standardProcess, { path: 'plan.yaml', plan, isLeft })
}

describe('a brief for a plan that was given', () => {
  it('is about what the plan is about', () => {
    expect(briefFor('continue', [task('T1'), task('T2')])).toMatchObject({
      phase: 'given-plan',
      objective: 'Build the shop',
      unclear: [],
      likelyFiles: ['src/T1.ts', 'src/T2.ts'],
      affectedAreas: ['src'],
    })
  })

  it('keeps what a person wants to be different', () => {
    expect(briefFor('Leave T2 out', [task('T1')])).toMatchObject({
      phase: 'plan-feedback',
      objective: 'Leave T2 out',
    })
  })

  it.each([
    ['one task in one file', [task('T1')], 'trivial'],
    ['one task in nobody knows which files', [task('T1', [])], 'small'],
    ['two tasks', [task('T1'), task('T2')], 'small'],
    ['three tasks', ['T1', 'T2', 'T3'].map((id) => task(id)), 'medium'],
    ['six tasks', ['T1', 'T2', 'T3', 'T4', 'T5', 'T6'].map((id) => task(id)), 'large'],
    ['a grave one', [{ ...task('T1'), title: 'fix: login' }], 'medium'],
  ])('is as deep as the plan: %s', (_name, tasks, tier) => {
    expect(briefFor('continue', tasks).tier).toBe(tier)
  })
})
