import { expect, it } from 'vitest'
import { begin, eventsOf, playbook } from '../../test/harness/play-story.ts'
import { createMemoryJournal } from '../adapters/journal/memory/memory-journal.ts'
import { createTestWorld } from '../testing/test-world.ts'
import type { Run } from './playbook.ts'

it('P1: a resumed run knows what was recorded under its scope, oldest first, and a new one knows nothing', async () => {
  const seen: (readonly string[])[] = []
  const story = playbook(async (run: Run) => {
    const inner = run.scope('inner')
    seen.push([...inner.recorded().keys()])
    await run.scope('inner-too').record('b', { kind: 'notice', version: 1, value: 1 })
    await inner.record('z', { kind: 'notice', version: 1, value: 2 })
    await inner.scope('deep').decide('a', () => 3)
    return [...inner.recorded().values()]
  })
  const world = createTestWorld()
  expect(await (await begin(story, world)).outcome).toEqual({ status: 'completed', result: [2, 3] })
  const past = (await eventsOf(world)).slice(0, -1)
  await (
    await begin(story, createTestWorld({ journal: createMemoryJournal(past) }))
  ).outcome
  expect(seen).toEqual([[], ['inner/z', 'inner/deep/a']])
})
