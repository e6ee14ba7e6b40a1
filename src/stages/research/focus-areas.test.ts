import { describe, expect, it } from 'vitest'
import { usualBrief } from '../../../test/harness/play-plan.ts'
import type { Brief } from '../intake/brief.ts'
import { focusAreas } from './focus-areas.ts'

function ids(parts: Partial<Brief>, most = 9): readonly string[] {
  return focusAreas({ ...usualBrief, ...parts }, most).map(({ id }) => id)
}

describe('focusAreas', () => {
  it('begins with structure and proof, then what is open, then what is touched', () => {
    expect(ids({ grayKinds: ['data', 'visual'], affectedAreas: ['src/Db Layer', 'src/ui'] })).toEqual([
      'structure',
      'proof',
      'data',
      'visual',
      'area-src-db-layer',
      'area-src-ui',
      'dangers',
      'customs',
    ])
  })

  it.each([0, 1, 3])('gives at most %d', (most) => {
    expect(ids({}, most)).toEqual(['structure', 'proof', 'dangers'].slice(0, most))
  })

  it('asks without the objective where it can be told otherwise what is meant', () => {
    const asked = (parts: Partial<Brief>): string =>
      focusAreas({ ...usualBrief, ...parts }, 1)[0]?.question ?? ''
    expect(asked({ objective: 'one', likelyFiles: ['b', 'a'] })).toBe(
      asked({ objective: 'two', likelyFiles: ['a', 'b'] }),
    )
    expect(asked({ objective: 'one' })).not.toBe(asked({ objective: 'two' }))
  })

  it('has every area once, whatever it is called', () => {
    expect(ids({ affectedAreas: ['a b', 'a-b', '…'] })).toEqual([
      'structure',
      'proof',
      'area-a-b',
      'area-root',
      'dangers',
      'customs',
    ])
  })
})
