import { describe, expect, it } from 'vitest'
import { allContent, says } from '../../../test/fixtures/challenge-replies.ts'
import { makePlan } from '../../../test/fixtures/make-plan.ts'
import { playCuts } from '../../../test/harness/play-plan.ts'
import { three, plans, play, objecting, verdicts } from '../../../test/harness/play-three.ts'
import { agreeOnPlan } from './agree-on-plan.ts'

describe('a plan that is agreed on', () => {
  it('P6: that was given is not planned anew, but challenged and approved', async () => {
    const played = await play({ given: makePlan(three.map((id) => ({ id }))) })
    expect([...played.prompts.keys()].filter((step) => step.startsWith('plan/'))).toEqual([])
    expect(verdicts(played)).toEqual(['approved'])
    expect([...played.questions.keys()]).toEqual(['approve/r1/plan'])
    const broken = await play({ given: makePlan([{ id: 'T1', dependencies: ['T9'] }]) })
    expect(broken.outcome).toMatchObject({ status: 'failed', failure: { code: 'bad-input' } })
  })

  it('P4: that takes the place of one at work keeps what is done, and is challenged and approved like it', async () => {
    const before = makePlan([{ id: 'T1', title: 'as it was', grave: ['deployment'] }, { id: 'T9' }])
    const played = await play({
      stage: async (run, job, brief) => {
        const revise = { plan: before, feedback: 'T9: cannot be', from: 'work', done: ['T1'] } as const
        const more = { brief, files: null, given: makePlan([{ id: 'T5' }]) }
        const { plan, revision } = await agreeOnPlan(run, job, [], { revision: 2, revise }, more)
        return { titles: plan.tasks.map(({ title }) => title), revision }
      },
    })
    expect(played.outcome).toMatchObject({
      result: { titles: ['as it was', 'feat: T2', 'feat: T3'], revision: 2 },
    })
    expect(played.prompts.get('plan/r2/try-1/turn')).toContain(
      '## Why it cannot be carried out\nT9: cannot be',
    )
    expect([...played.questions.keys()]).toEqual(['approve/r2/plan'])
  })

  it('P6: is carried out without a question only where the policy wants none', async () => {
    const played = await play({
      job: { tier: 'trivial' },
      brief: { workType: 'fix', objective: 'Fix the typo.' },
    })
    expect([...played.questions.keys()]).toEqual([])
    expect(played.outcome).toMatchObject({ result: { tasks: ['T1'], tier: 'trivial' } })
    expect(played.facts('notice')).toEqual([{ text: expect.stringContaining('trivial') }])
    expect(played.facts('plan')).toMatchObject([{ tasks: [{ title: 'fix: fix the typo' }] }])
  })

  it('goes deeper when its write-sets do, and never less deep', async () => {
    const wide = plans(three, {
      tasks: three.map((id) => ({
        id,
        title: id,
        writeSet: Array.from({ length: 6 }, (_, n) => `${id}/${n}.ts`),
      })),
    })
    expect((await play({ scenes: [wide] })).outcome).toMatchObject({ result: { tier: 'large' } })
    expect(
      (await play({ scenes: [wide], process: { tier: 'small' }, job: { tier: 'small' } })).outcome,
    ).toMatchObject({
      result: { tier: 'small' },
    })
    expect((await play({ scenes: [plans(['T1'])] })).outcome).toMatchObject({ result: { tier: 'medium' } })
  })

  it('P6: P8: a run cut off anywhere on the way ends the same, with nothing finished asked again', async () => {
    const { whole, resumed } = await playCuts({
      scenes: [says('plan-auditor', objecting, 'challenge/r1/**'), plans(three), ...allContent(...three)],
    })
    expect(whole.outcome).toMatchObject({ status: 'completed', result: { revision: 2 } })
    for (const played of resumed) {
      expect(played.outcome).toEqual(whole.outcome)
      const done = played.events.flatMap((event) => (event.type === 'step-completed' ? [event.step] : []))
      expect(new Set(done).size).toBe(done.length)
    }
    expect(resumed.length).toBeGreaterThan(50)
  })
})
