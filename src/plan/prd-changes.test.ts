import { describe, expect, it } from 'vitest'
import type { PrdChanges } from './prd-changes.ts'
import { mergePrd, prdChanges, unknownIds } from './prd-changes.ts'
import { prdSchema } from './prd.ts'

const changes = (parts: Partial<PrdChanges> = {}): PrdChanges =>
  prdChanges.parse({ change: 'it changes', ...parts })

const criterion = (text: string, id: string | null = null): PrdChanges['acceptance_criteria'][number] => ({
  id,
  criterion: text,
  verification: 'npm test',
})

const prd = prdSchema.parse({
  prd_id: 'shop',
  version: '1.4.2',
  user_stories: [{ as_a: 'buyer', i_want: 'a cart', so_that: 'I buy' }],
  scope: { in_scope: ['cart'], out_of_scope: ['refunds'] },
  acceptance_criteria: [
    { id: 'AC-001', criterion: 'It opens', verification: 'look' },
    { id: 'AC-007', criterion: 'It closes', verification: 'look' },
  ],
  decisions: [{ id: 'ADR-003', status: 'accepted', decision: 'SQLite' }],
  changes: [{ version: '1.4.2', change: 'earlier' }],
})

describe('a PRD that is brought up to date', () => {
  it('A17: begins as version 1.0.0 with ids of its own', () => {
    const made = mergePrd(
      null,
      changes({ acceptance_criteria: [criterion('one'), criterion('two')] }),
      'cart',
    )
    expect(made).toMatchObject({
      prd_id: 'cart',
      version: '1.0.0',
      acceptance_criteria: [{ id: 'AC-001' }, { id: 'AC-002' }],
      changes: [{ version: '1.0.0', change: 'it changes' }],
    })
    expect(Object.keys(made.acceptance_criteria[0] ?? {})[0]).toBe('id')
  })

  it('keeps ids, counts on from the highest, and loses nothing', () => {
    const merged = mergePrd(
      prd,
      changes({
        acceptance_criteria: [criterion('It opens at once', 'AC-001'), criterion('It beeps')],
        in_scope: ['orders', 'Cart'],
        decisions: [
          {
            id: null,
            status: 'accepted',
            decision: 'Postgres',
            rationale: '',
            alternatives: [],
            consequences: [],
          },
        ],
      }),
      'x',
    )
    expect(merged.acceptance_criteria.map(({ id, criterion: text }) => [id, text])).toEqual([
      ['AC-001', 'It opens at once'],
      ['AC-007', 'It closes'],
      ['AC-008', 'It beeps'],
    ])
    expect(merged.decisions.map(({ id }) => id)).toEqual(['ADR-003', 'ADR-004'])
    expect(merged.scope.in_scope).toEqual(['Cart', 'orders'])
    expect(merged.user_stories).toEqual(prd.user_stories)
    expect(merged).toMatchObject({ prd_id: 'shop', version: '1.5.0' })
    expect(merged.changes).toEqual([...prd.changes, { version: '1.5.0', change: 'it changes' }])
  })

  it.each([
    ['a criterion', { acceptance_criteria: [criterion('new')] }, '1.5.0'],
    ['the wording of a criterion', { acceptance_criteria: [criterion('It opened', 'AC-001')] }, '1.5.0'],
    ['an error', { errors: [{ code: 'ERR_CART_001', message: 'm' }] }, '1.5.0'],
    ['a story', { user_stories: [{ as_a: 'b', i_want: 'c', so_that: 'd' }] }, '1.4.3'],
    ['a feature', { features: [{ name: 'f', overview: '', status: 'planned' as const }] }, '1.4.3'],
    ['nothing', {}, '1.4.2'],
    ['what is there', { in_scope: ['cart'] }, '1.4.2'],
  ])('gets its version by what changed: %s', (_name, parts, version) => {
    const merged = mergePrd(prd, changes(parts), 'x')
    expect(merged.version).toBe(version)
    expect(merged.changes.at(-1)?.version).toBe(version)
  })

  it('is merged once: the same changes again change nothing', () => {
    const twice = changes({ acceptance_criteria: [criterion('new')], in_scope: ['x'] })
    const once = mergePrd(prd, twice, 'x')
    expect(mergePrd(once, twice, 'x')).toEqual(once)
  })

  it('knows ids that are nowhere', () => {
    const odd = changes({ acceptance_criteria: [criterion('x', 'AC-002'), criterion('y', 'AC-001')] })
    expect(unknownIds(prd, odd)).toEqual(['AC-002'])
    expect(unknownIds(null, odd)).toEqual(['AC-002', 'AC-001'])
  })
})
