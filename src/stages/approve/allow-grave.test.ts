import { describe, expect, it } from 'vitest'
import { allContent } from '../../../test/fixtures/challenge-replies.ts'
import type { PlanOptions, PlanPlay } from '../../../test/harness/play-plan.ts'
import { playPlan } from '../../../test/harness/play-plan.ts'
import { on } from '../../../test/harness/play-standard.ts'
import type { Json } from '../../kernel/json.ts'
import { standardProcess } from '../../policy/process-policy.ts'

function play(task: Readonly<Record<string, Json>>, options: PlanOptions = {}): Promise<PlanPlay> {
  const value = { objective: 'so', tasks: [{ id: 'T1', title: 'feat: T1', ...task }] }
  return playPlan({
    job: { tier: 'small' },
    ...options,
    scenes: [on({ role: 'planner' }, { act: 'reply', value }), ...allContent('T1')],
  })
}

describe('what is grave about a plan', () => {
  it('P6: is allowed by a person where the policy says so, and `--yes` does not do', async () => {
    const played = await play({ description: 'Drop table users.' })
    expect(played.outcome).toMatchObject({ status: 'waiting', questions: ['approve/r1/allow-destructive'] })
    expect(played.questions.get('approve/r1/allow-destructive')).toMatchObject({
      kind: 'choice',
      text: 'T1 (it says "Drop table") may destroy something that cannot be brought back. Allow it?',
    })
  })

  it('P6: may be allowed by `--yes` where the policy says so', async () => {
    const played = await play({ writeSet: ['package.json'] })
    expect(played.outcome).toMatchObject({ status: 'completed' })
    expect(played.questions.get('approve/r1/allow-dependency')).toMatchObject({ kind: 'approval' })
  })

  it('P6: is asked about even where nobody is asked about the plan', async () => {
    const played = await play(
      {},
      { job: { tier: 'trivial' }, brief: { objective: 'Run rm -rf on the cache' } },
    )
    expect([...played.questions.keys()]).toEqual(['approve/r1/allow-destructive'])
  })

  it('is asked about kind by kind, and not where it is free', async () => {
    const played = await play(
      { grave: ['architecture', 'deployment'], writeSet: ['package.json'] },
      {
        process: { approvals: { ...standardProcess.approvals, dependency: 'free' } },
        answer: () => ({ option: 'approve' }),
      },
    )
    expect([...played.questions.keys()]).toEqual([
      'approve/r1/plan',
      'approve/r1/allow-deployment',
      'approve/r1/allow-architecture',
    ])
  })

  it('P6: brings another plan when words are said about it, and ends the run when it is rejected', async () => {
    const answer =
      (said: { readonly option?: string; readonly text?: string }): NonNullable<PlanOptions['answer']> =>
      (name) =>
        name === 'approve/r1/allow-dependency' ? said : { option: 'approve' }
    const replanned = await play(
      { writeSet: ['package.json'] },
      { answer: answer({ text: 'no new packages' }) },
    )
    expect(replanned.prompts.get('plan/r2/try-1/turn')).toContain('no new packages')
    const rejected = await play({ writeSet: ['package.json'] }, { answer: answer({ option: 'reject' }) })
    expect(rejected.outcome).toMatchObject({ status: 'failed', failure: { code: 'rejected' } })
  })
})
