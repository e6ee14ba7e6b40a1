import { describe, expect, it } from 'vitest'
import {
  against,
  approved,
  asked,
  blocking,
  expectSameFromAnyEvent,
  facts,
  processWith,
  reviews,
  says,
  touches,
  turns,
} from '../../../test/harness/floor-reviews.ts'
import { plainProcess } from '../../policy/run-policy.ts'
import { playExecute } from '../../../test/harness/play-execute.ts'
import { on } from '../../../test/harness/play-standard.ts'

const reviewTasks = processWith({
  review: { ...plainProcess.review, tasks: ['small'], final: [], fixCycles: 1 },
})

describe('the review of a task', () => {
  const tasks = [{ id: 'A' }]

  it('A59, C32: sends work back for what it can show, without a diagnosis, and takes it when that is settled', async () => {
    const scenes = [
      says('reviewer', 'execute/A@r1/attempt-1/**', against(blocking)),
      says('reviewer', '**', approved),
    ]
    const options = { tasks, scenes, touches, policy: reviewTasks }
    const played = await playExecute(options)
    expect(played.outcome).toMatchObject({ result: [{ id: 'A', state: 'done', attempts: 2 }] })
    expect(reviews(played)).toEqual(['task A reviewer blocked', 'task A reviewer approved'])
    expect(turns(played)).not.toContain('execute/A@r1/attempt-1/diagnose')
    const prompt = played.prompts.get('execute/A@r1/attempt-2/implement/try-1/turn')
    expect(prompt).toContain('shared: the sum is wrong (add(1, 1) gave 3)')
    await expectSameFromAnyEvent(options, played)
  })

  it.each([
    ['nobody has seen', { ...blocking, confirmed: false }],
    ['is about a file that did not change', { ...blocking, file: 'other' }],
    ['is about a line that is not there', { ...blocking, line: 5 }],
    ['is small', { ...blocking, severity: 'minor' }],
  ])('C32: is not stopped by an issue that %s; it is told', async (_, issue) => {
    const scenes = [says('reviewer', '**', against(issue))]
    const played = await playExecute({ tasks, scenes, touches, policy: reviewTasks })
    expect(played.outcome).toMatchObject({ result: [{ state: 'done', attempts: 1 }] })
    expect(reviews(played)).toEqual(['task A reviewer advised'])
  })

  it.each([
    ['abstains', says('reviewer', '**', { ...approved, verdict: 'abstain' })],
    ['is unsure', says('reviewer', '**', { ...approved, confidence: 0.2 })],
    ['gives no reply', on({ role: 'reviewer' }, { act: 'say', text: 'fine, I think' })],
  ])('C37: that %s is no approval, and is told as such', async (_, scene) => {
    const played = await playExecute({ tasks, scenes: [scene], touches, policy: reviewTasks })
    expect(played.outcome).toMatchObject({ result: [{ state: 'done' }] })
    expect(reviews(played)).toEqual(['task A reviewer abstained'])
    expect(facts(played, 'reviewed')).toMatchObject([
      { objections: [{ text: expect.stringContaining('No verdict: ') }] },
    ])
  })

  it('P4: that finds the same again and again ends with a person', async () => {
    const scenes = [says('reviewer', '**', against(blocking))]
    const played = await playExecute({ tasks, scenes, touches, policy: reviewTasks })
    expect(asked(played)).toEqual(['execute/A@r1/exhausted-3'])
    expect(played.outcome).toMatchObject({ result: [{ state: 'given-up', attempts: 3 }] })
  })

  it('is only done where the policy says so', async () => {
    const played = await playExecute({ tasks, touches, policy: processWith({}) })
    expect(turns(played)).toEqual(['execute/A@r1/attempt-1/implement'])
  })
})
