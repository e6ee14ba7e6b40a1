import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines } from './diff-lines.ts'
import { lostHunks } from './lost-hunks.ts'

type Edit = {
  readonly side: 'ours' | 'theirs'
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
}

type Scene = { readonly base: readonly string[]; readonly edits: readonly Edit[] }

/** Edits of either side with at least two untouched lines between any two of them. */
function scenes(
  baseLine: (index: number) => fc.Arbitrary<string>,
  addedLine: fc.Arbitrary<string>,
): fc.Arbitrary<Scene> {
  const place = fc.record({
    side: fc.constantFrom('ours', 'theirs'),
    gap: fc.integer({ min: 2, max: 5 }),
    length: fc.integer({ min: 0, max: 3 }),
    lines: fc.array(addedLine, { maxLength: 3 }),
  })
  return fc.array(place, { minLength: 1, maxLength: 8 }).chain((places) => {
    const edits: Edit[] = []
    let at = 0
    for (const { side, gap, length, lines } of places) {
      const start = at + gap
      at = start + length
      edits.push({ side, start, end: at, lines })
    }
    const base = fc.tuple(...Array.from({ length: at + 2 }, (_, index) => baseLine(index)))
    return base.map((lines) => ({ base: lines, edits }))
  })
}

function apply({ base, edits }: Scene, sides: readonly string[]): readonly string[] {
  const lines: string[] = []
  let from = 0
  for (const { start, end, lines: added } of edits.filter(({ side }) => sides.includes(side))) {
    lines.push(...base.slice(from, start), ...added)
    from = end
  }
  return [...lines, ...base.slice(from)]
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

function lost(scene: Scene, result: readonly string[]) {
  return lostHunks({
    base: text(scene.base),
    ours: text(apply(scene, ['ours'])),
    theirs: text(apply(scene, ['theirs'])),
    result: text(result),
  })
}

const few = fc.constantFrom('a', 'b', 'c', '}', '')
const fresh = fc.uuid().map((id) => `call(${id})`)
const distinct = scenes(
  (index) => fc.constant(`line ${index}`),
  fc.oneof(fresh, fc.constant('}'), fc.constant('')),
)

describe('lostHunks', () => {
  it('P3: a right merge of changes at different places has lost nothing, whatever repeats in them', () => {
    // Where lines of the base repeat as well, which of them a side changed cannot be told from its text alone.
    const scene = scenes((index) => fc.constant(`line ${index}`), few)
    fc.assert(
      fc.property(scene, (each) => {
        expect(lost(each, apply(each, ['ours', 'theirs']))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('P3: a right merge has lost nothing where lines are distinct', () => {
    fc.assert(
      fc.property(distinct, (each) => {
        expect(lost(each, apply(each, ['ours', 'theirs']))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('P3: an added line that is not there is found, whichever it is', () => {
    fc.assert(
      fc.property(distinct, fc.nat(), (each, chance) => {
        const twins = (edit: Edit, line: string) =>
          each.edits.some((other) => other.side !== edit.side && other.lines.includes(line))
        const all = each.edits.flatMap((edit) =>
          edit.lines.filter((line) => !twins(edit, line)).map((line) => ({ edit, line })),
        )
        fc.pre(all.length > 0)
        const { edit, line } = all[chance % all.length] ?? { edit: null, line: '' }
        const lines = [...(edit?.lines ?? [])]
        lines.splice(lines.indexOf(line), 1)
        const edits = each.edits.map((other) => (other === edit ? { ...other, lines } : other))
        const found = lost(each, apply({ ...each, edits }, ['ours', 'theirs']))
        expect(found).toContainEqual({ side: edit?.side, what: 'missing', line })
      }),
      { numRuns: 300 },
    )
  })

  it('P3: a removed line that is back is found, whichever it is and wherever it stands', () => {
    fc.assert(
      fc.property(distinct, fc.nat(), fc.nat(), (each, chance, place) => {
        const all = each.edits.flatMap(({ side, start, end }) =>
          each.base.slice(start, end).map((line) => ({ side, line })),
        )
        fc.pre(all.length > 0)
        const { side, line } = all[chance % all.length] ?? { side: 'ours', line: '' }
        const result = [...apply(each, ['ours', 'theirs'])]
        result.splice(place % (result.length + 1), 0, line)
        expect(lost(each, result)).toContainEqual({ side, what: 'returned', line })
      }),
      { numRuns: 300 },
    )
  })
})

describe('diffLines', () => {
  it('gives the second text when its hunks are put into the first', () => {
    fc.assert(
      fc.property(fc.array(few, { maxLength: 30 }), fc.array(few, { maxLength: 30 }), (from, to) => {
        const edits = diffLines(from, to).map(({ start, end, added }) => ({
          side: 'ours' as const,
          start,
          end,
          lines: added,
        }))
        expect(apply({ base: from, edits }, ['ours'])).toEqual(to)
        expect(
          diffLines(from, to).every(
            ({ start, end, removed }) => String(from.slice(start, end)) === String(removed),
          ),
        ).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('takes texts that have little in common for one replacement', () => {
    const from = Array.from({ length: 3000 }, (_, index) => `old ${index}`)
    const to = Array.from({ length: 3000 }, (_, index) => `new ${index}`)
    expect(diffLines(['same', ...from], ['same', ...to])).toEqual([
      { start: 1, end: 3001, removed: from, added: to },
    ])
  })
})
