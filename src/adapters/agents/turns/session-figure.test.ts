import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { UsageReport } from '../../../profiles/usage-report.ts'
import { SessionFigure } from './session-figure.ts'

const reports = fc.constantFrom<UsageReport[]>('per-turn', 'cumulative', 'per-call', 'last-call', 'never')
const part = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-1000, 1e308, Infinity, 0, null, '1', {}))

it('P5: whatever is told, what a turn has used is never negative, never falls and never is no number', () => {
  fc.assert(
    fc.property(reports, fc.boolean(), fc.array(fc.array(part), { maxLength: 20 }), (report, isNew, told) => {
      const figure = new SessionFigure(report, isNew)
      let most = 0
      for (const parts of told) {
        figure.take(...parts)
        const used = figure.soFar() ?? most
        expect(used).toBeGreaterThanOrEqual(most)
        expect(Number.isFinite(used)).toBe(true)
        most = used
      }
      expect(figure.settle() ?? most).toBe(most)
    }),
  )
})

it('says of each turn whether it was told a figure that can be none', () => {
  const figure = new SessionFigure('cumulative', true)
  figure.take(0.5, -1)
  expect(figure.isSenseless).toBe(true)
  expect(figure.settle()).toBe(0.5)
  figure.take(0.75)
  expect(figure.isSenseless).toBe(false)
  expect(figure.settle()).toBe(0.25)
})
