import { expect, it } from 'vitest'
import { planner } from './planner.ts'
import { replyInstruction } from './read-reply.ts'

it('asks a planner only for what must be there, and not for the lineage', () => {
  const asked = replyInstruction(planner)
  expect(asked).toContain('"required":["objective","tasks"]')
  expect(asked).toContain('"required":["id","title"]')
  expect(asked).not.toContain('lineage')
})
