import { describe, expect, it } from 'vitest'
import { renderPlanNotes } from './render-plan-notes.ts'

const plain = (_colour: unknown, text: string): string => text

describe('renderPlanNotes', () => {
  it('says nothing where there is nothing to say', () => {
    expect(renderPlanNotes({}, plain)).toEqual([])
  })

  it('says what works, what was mended, what is open, what it takes and where it is', () => {
    const open = [{ by: 'critic', severity: 'major', text: 'a simpler\nway' }]
    const notes = {
      critique: { works: ['small steps'], improved: ['T2 came too early'], open },
      forecast: { minutes: { median: 30, p90: 55 }, turns: 4, usd: null },
      files: { folder: '/files', plan: 'docs/plan/x/plan.yaml' },
    }
    expect(renderPlanNotes(notes, plain)).toEqual([
      '    good   small steps',
      '    mended T2 came too early',
      '    open   major, by the critic: a simpler way',
      '    estimate: about 30 min, 9 in 10 runs within 55 min; some 4 turns; what it costs is not known',
      '    to read and to edit: /files/docs/plan/x/plan.yaml',
    ])
  })

  it('keeps a long list short', () => {
    const works = Array.from({ length: 9 }, (_, index) => `thing ${index}`)
    expect(renderPlanNotes({ critique: { works, improved: [], open: [] } }, plain).at(-1)).toBe(
      '    good   and 3 more',
    )
  })
})
