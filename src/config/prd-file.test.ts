import { describe, expect, it } from 'vitest'
import { RunFailure } from '../kernel/failure.ts'
import { prdSchema } from '../plan/prd.ts'
import { formatPrd, parsePrd } from './prd-file.ts'

const small = 'prd_id: shop\nversion: 1.0.0\n'

function complaint(text: string): string {
  try {
    parsePrd(text)
  } catch (thrown) {
    if (thrown instanceof RunFailure) return thrown.message
  }
  return ''
}

describe('a PRD in its file', () => {
  it('comes back as it was written', () => {
    const prd = prdSchema.parse({
      prd_id: 'shop',
      version: '1.2.0',
      acceptance_criteria: [{ id: 'AC-001', criterion: 'It: holds\nover lines', verification: '#1' }],
      decisions: [{ id: 'ADR-001', status: 'superseded', decision: 'x', superseded_by: 'ADR-002' }],
    })
    expect(parsePrd(formatPrd(prd))).toEqual(prd)
  })

  it('has its fields in one order', () => {
    const keys = [...formatPrd(parsePrd('version: 1.0.0\nprd_id: a\n')).matchAll(/^(\w+):/gm)]
    expect(keys.map(([, key]) => key).slice(0, 3)).toEqual(['prd_id', 'version', 'user_stories'])
  })

  it.each([
    ['no YAML', 'prd_id: [', /^docs\/PRD\.yaml:1:\d+: /],
    ['an id of another shape', `${small}acceptance_criteria:\n  - id: 7\n`, /^docs\/PRD\.yaml:4:9: .*id/m],
    ['a status nobody knows', `${small}features:\n  - name: a\n    status: soon\n`, /^docs\/PRD\.yaml:5:13/],
    ['nothing', '', /^docs\/PRD\.yaml:1:1: /],
  ])('is refused with its line: %s', (_name, text, words) => {
    expect(complaint(text)).toMatch(words)
  })

  it('A17: keeps comments, order and keys of the team when only something else changes', () => {
    const before = `# Ours\nversion: 1.0.0 # mind this\nprd_id: shop\nteam_key: 7\nscope:\n  in_scope:\n    - one # first\nacceptance_criteria: []\n`
    const prd = parsePrd(before)
    const after = formatPrd(
      {
        ...prd,
        version: '1.1.0',
        scope: { in_scope: ['one', 'two'], out_of_scope: [] },
        acceptance_criteria: [{ id: 'AC-001', criterion: 'c', verification: 'v' }],
      },
      before,
    )
    expect(after).toBe(
      `# Ours\nversion: 1.1.0 # mind this\nprd_id: shop\nteam_key: 7\nscope:\n  in_scope:\n    - one # first\n    - two\nacceptance_criteria:\n  - id: AC-001\n    criterion: c\n    verification: v\n`,
    )
  })

  it('leaves a text alone that says the same', () => {
    const before = 'prd_id:   shop\nversion: "1.0.0"\n'
    expect(parsePrd(formatPrd(parsePrd(before), before))).toEqual(parsePrd(before))
    expect(formatPrd(parsePrd(before), before)).not.toContain('user_stories')
  })
})
