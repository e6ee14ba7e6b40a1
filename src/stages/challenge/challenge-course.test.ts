import { describe, expect, it } from 'vitest'
import { standardProcess } from '../../policy/process-policy.ts'
import type { PastRound } from './challenge-course.ts'
import { bestRound, courseOf } from './challenge-course.ts'
import type { Objection } from '../facts.ts'

const blocking: Objection = { by: 'critic', severity: 'blocking', text: 't', about: 'T1', where: 'T1' }

function rounds(...counts: readonly [number, ...number[]]): readonly [PastRound, ...PastRound[]] {
  const [first, ...others] = counts.map((count, index) => ({
    revision: index + 1,
    objections: [
      ...Array.from({ length: count }, () => blocking),
      { ...blocking, severity: 'minor' as const },
    ],
  }))
  if (first === undefined) throw new Error('no round')
  return [first, ...others]
}

const course = (
  counts: readonly [number, ...number[]],
  tier: 'small' | 'large' = 'large',
  isRejected = false,
): string => courseOf(rounds(...counts), isRejected, standardProcess.challenge, tier)

describe('the course of a plan', () => {
  it.each<[string, readonly [number, ...number[]], 'small' | 'large']>([
    ['approved', [0], 'large'],
    ['approved', [5, 4, 3, 2, 1, 0], 'large'],
    ['revise', [3], 'large'],
    ['revise', [3, 3], 'large'],
    ['stagnant', [3, 3, 3], 'large'],
    ['stagnant', [3, 1, 3], 'large'],
    ['revise', [3, 3, 2], 'large'],
    ['revise', [40, 40, 38], 'large'],
    ['stagnant', [40, 40, 39], 'large'],
    ['revise', [9, 8, 7, 6, 5], 'large'],
    ['exhausted', [9, 8, 7, 6, 5, 4], 'large'],
    ['revise', [9, 8], 'small'],
    ['exhausted', [9, 8, 7], 'small'],
  ])('is %s after %j in a %s job', (verdict, counts, tier) => {
    expect(course(counts, tier)).toBe(verdict)
  })

  it('ends where somebody rejects it, unless nothing blocks', () => {
    expect(course([1], 'large', true)).toBe('rejected')
    expect(course([0], 'large', true)).toBe('approved')
  })

  it.each<[string, readonly [number, ...number[]]]>([
    ['stagnant', [0.7, 0.71, 0.72]],
    ['revise', [0.62, 0.66, 0.7]],
    ['revise', [0.7, 0.7]],
    ['exhausted', [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]],
  ])('C28: is %s by its scores %j, whatever is held against it', (verdict, scores) => {
    const [first, ...others] = scores.map((score, index) => {
      return { revision: index + 1, objections: [], isHeld: true, score }
    })
    if (first === undefined) throw new Error('no round')
    expect(courseOf([first, ...others], false, standardProcess.challenge, 'large')).toBe(verdict)
  })

  it('has a best round: the one with the least against it, of equals the last', () => {
    expect(bestRound(rounds(3, 1, 2)).revision).toBe(2)
    expect(bestRound(rounds(3, 2, 2)).revision).toBe(3)
  })
})
