import { describe, expect, it } from 'vitest'
import {
  against,
  approved,
  asked,
  blocking,
  expectSameFromAnyEvent,
  processWith,
  reviews,
  says,
  touches,
  turns,
} from '../../test/harness/floor-reviews.ts'
import { playExecute } from '../../test/harness/play-execute.ts'
import { on } from '../../test/harness/play-standard.ts'

const reviewAll = processWith({ review: { tasks: [], final: ['small'], fixCycles: 1 } })

describe('the final review', () => {
  const tasks = [{ id: 'A' }, { id: 'B', role: 'documentation-writer', dependencies: ['A'] }]
  const documented = {
    status: 'completed',
    summary: 'ok',
    docs: { created: [], updated: [], parityVerified: true },
  }
  const writer = on({ role: 'documentation-writer' }, { act: 'reply', value: documented })

  it('C33–C35: gives what blocks to the last task that changed the file, once, and looks again', async () => {
    const scenes = [
      says('reviewer', 'review/round-1/**', against(blocking)),
      says('reviewer', '**', approved),
      writer,
    ]
    const options = { tasks, scenes, touches, policy: reviewAll }
    const played = await playExecute(options)
    expect(reviews(played)).toEqual(['final all reviewer blocked', 'final all reviewer approved'])
    expect(played.outcome).toMatchObject({ result: [{ id: 'A' }, { id: 'B' }, { id: 'F1', state: 'done' }] })
    expect(played.prompts.get('review/round-1/reviewer/try-1/turn')).toContain('- shared (added, by A, B)')
    expect(turns(played).slice(-2)).toEqual(['execute/F1@r2/attempt-1/implement', 'review/round-2/reviewer'])
    await expectSameFromAnyEvent(options, played)
  })

  it('C35: asks a person when it is still blocked', async () => {
    const scenes = [says('reviewer', '**', against(blocking)), writer]
    const played = await playExecute({
      tasks,
      scenes,
      touches,
      policy: reviewAll,
      answer: () => ({ option: 'go-on' }),
    })
    expect(asked(played)).toEqual(['review/round-2/blocked'])
    expect(played.outcome).toMatchObject({ status: 'completed' })
  })
})
