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
} from '../../../test/harness/floor-reviews.ts'
import { plainProcess } from '../../policy/run-policy.ts'
import { playExecute } from '../../../test/harness/play-execute.ts'
import { on } from '../../../test/harness/play-standard.ts'

const reviewAll = processWith({
  review: { ...plainProcess.review, tasks: [], final: ['small'], fixCycles: 1 },
})

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

  it.each([
    ['abstains', says('reviewer', 'review/round-1/**', { ...approved, verdict: 'abstain' })],
    ['is not sure', says('reviewer', 'review/round-1/**', { ...approved, confidence: 0.2 })],
    ['cannot be asked', on({ role: 'reviewer', step: 'review/round-1/**' }, { act: 'crash', code: 1 })],
  ])(
    'C37, C42: is no approval when the reviewer %s: a person decides, and can have it repeated',
    async (_, scene) => {
      const scenes = [scene, says('reviewer', '**', approved), writer]
      const answer = (): { readonly option: string } => ({ option: 'again' })
      const options = { tasks, scenes, touches, policy: reviewAll, answer }
      const played = await playExecute(options)
      expect(asked(played)).toEqual(['review/round-1/unjudged'])
      expect(reviews(played)).toEqual(['final all reviewer abstained', 'final all reviewer approved'])
      expect(played.outcome).toMatchObject({ status: 'completed' })
    },
  )

  it('C35: is not over because a repair asks for another plan', async () => {
    const cannot = { status: 'needs_replan', summary: 'Not like this.' }
    const scenes = [
      on({ role: 'implementer', step: 'execute/F1@**' }, { act: 'reply', value: cannot }),
      says('reviewer', '**', against(blocking)),
      writer,
    ]
    const answer = (question: string): { readonly option: string } => ({
      option: question.startsWith('review/') ? 'go-on' : 'replan',
    })
    const played = await playExecute({ tasks, scenes, touches, policy: reviewAll, answer })
    expect(asked(played)).toEqual(['execute/F1@r2/exhausted-1', 'review/round-2/blocked'])
    expect(played.outcome).toMatchObject({
      result: [{ id: 'A' }, { id: 'B' }, { id: 'F1', state: 'given-up' }],
    })
  })
})
