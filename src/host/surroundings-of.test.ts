import { expect, it } from 'vitest'
import { NO_SURROUNDINGS } from '../adapters/processes/surroundings.ts'
import { keptApart } from './surroundings-of.ts'

const sandbox = { ...NO_SURROUNDINGS, isolation: { wanted: 'sandbox', required: 'none' } } as const

it('P2: evidence of one level, or of other folders that were open, stands for no other', () => {
  const others = [
    { ...sandbox, isolation: { wanted: 'namespaces', required: 'none' } } as const,
    { ...sandbox, readable: ['/tools'] },
    { ...sandbox, writable: ['/tools'] },
  ]
  const all = [sandbox, ...others].map((each) => JSON.stringify(keptApart(each)))
  expect(new Set(all).size).toBe(4)
  // The least that will do decides whether a command starts, not how it ends.
  expect(keptApart({ ...sandbox, isolation: { wanted: 'sandbox', required: 'sandbox' } })).toEqual(
    keptApart(sandbox),
  )
})
