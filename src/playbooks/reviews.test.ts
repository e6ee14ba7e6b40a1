import { afterEach, describe, expect, it } from 'vitest'
import { against, approved, blocking, processWith } from '../../test/harness/floor-reviews.ts'
import type { Rehearsal } from '../../test/harness/play-standard.ts'
import { completed, on, plans, rehearse, writes } from '../../test/harness/play-standard.ts'
import type { ReviewFact } from '../stages/facts.ts'
import { plainPolicy, plainProcess } from '../policy/run-policy.ts'

let rehearsal: Rehearsal
afterEach(() => rehearsal.remove())

const policy = {
  ...plainPolicy,
  ...processWith({
    waves: { ...plainProcess.waves, review: ['small'] },
    review: { ...plainProcess.review, tasks: ['small'], final: ['small'], fixCycles: 1 },
  }),
}

async function reviews(): Promise<readonly string[]> {
  const { events } = await rehearsal.world.journal.read()
  return events.flatMap((event) => {
    if (event.type !== 'fact-recorded' || event.kind !== 'reviewed') return []
    const { scope, of, verdict } = event.value as unknown as ReviewFact
    return [`${scope} ${of} ${verdict}`]
  })
}

describe('reviews of real commits', () => {
  it('C32–C35: see the change as git has it, and only what stands in it is repaired, by a task of its own', async () => {
    const issue = { ...blocking, file: 'b.ok', line: 1, owner: 'implementer' }
    rehearsal = await rehearse([
      plans({ id: 'A' }, { id: 'B', dependencies: ['A'] }),
      on({ role: 'implementer', step: 'execute/A@**' }, writes('a.ok', 'ok'), completed),
      on(
        { role: 'implementer', step: 'execute/B@r1/attempt-1/**' },
        writes('b.ok', 'ok\n'),
        writes('b.txt', 'one\n'),
        completed,
      ),
      on({ role: 'implementer', step: 'execute/B@r1/attempt-2/**' }, writes('b.txt', 'two\n'), completed),
      on({ role: 'implementer', step: 'execute/F1@r2/**' }, writes('b.txt', 'three\n'), completed),
      on(
        { role: 'reviewer', prompt: '=== b.txt (added)\n@@ line 1\n+one' },
        { act: 'reply', value: against({ ...blocking, file: 'b.txt', line: 1 }) },
      ),
      on(
        { role: 'reviewer', step: 'review/round-1/**', prompt: '- b.ok (added, by B)' },
        { act: 'reply', value: against(issue, { ...issue, line: 2 }, { ...issue, file: 'base.ok' }) },
      ),
      on({ role: 'reviewer' }, { act: 'reply', value: approved }),
    ])
    const outcome = await rehearsal.playThrough({ input: { policy } })
    expect(outcome).toMatchObject({
      status: 'completed',
      result: {
        tasks: [
          { id: 'A', attempts: 1 },
          { id: 'B', attempts: 2 },
          { id: 'F1', state: 'done' },
        ],
      },
    })
    expect(await reviews()).toEqual([
      'task A approved',
      'wave 1 approved',
      'task B blocked',
      'task B approved',
      'wave 2 approved',
      'final all blocked',
      'task F1 approved',
      'final all approved',
    ])
    expect(await rehearsal.repository.git(['show', 'tutti/r1:b.txt'])).toBe('three')
    expect((await rehearsal.view()).tasks.find(({ id }) => id === 'F1')).toMatchObject({ state: 'done' })
  })
})
