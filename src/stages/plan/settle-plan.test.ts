import { describe, expect, it } from 'vitest'
import { allContent, finding, says } from '../../../test/fixtures/challenge-replies.ts'
import type { PlanOptions, PlanPlay } from '../../../test/harness/play-plan.ts'
import { three, plans, play, objecting, verdicts } from '../../../test/harness/play-three.ts'
import { on } from '../../../test/harness/play-standard.ts'
import { standardProcess } from '../../policy/process-policy.ts'

const only = (who: readonly 'plan-auditor'[]): NonNullable<PlanOptions['process']> => ({
  challenge: { ...standardProcess.challenge, by: { trivial: who, small: who, medium: who, large: who } },
})

describe('a plan', () => {
  it('P6: is challenged by whom the tier has, all at once, and approved with what they said', async () => {
    const played = await play()
    expect(played.outcome).toMatchObject({ result: { tasks: three, revision: 1, open: [] } })
    expect([...played.prompts.keys()].filter((step) => step.startsWith('challenge'))).toEqual([
      'challenge/r1/plan-auditor/try-1/turn',
      'challenge/r1/assumption-verifier/try-1/turn',
      'challenge/r1/critic/try-1/turn',
    ])
    expect(played.questions.get('approve/r1/plan')).toMatchObject({
      kind: 'approval',
      details: {
        tasks: [{ id: 'T1' }, { id: 'T2' }, { id: 'T3' }],
        critique: { rounds: 1, works: ['small steps', 'simple'], open: [], unsettled: null },
        forecast: { isEstimate: true, usd: null },
      },
    })
  })

  it('P6: goes back to its planner with everything that was held against it, and keeps why in its lineage', async () => {
    const minor = { ...finding({ severity: 'minor', text: 'a name' }), category: 'simpler-way' }
    const played = await play({
      scenes: [
        says('plan-auditor', objecting, 'challenge/r1/**'),
        says('critic', { verdict: 'needs_changes', confidence: 0.9, findings: [minor] }, 'challenge/r1/**'),
      ],
    })
    expect(verdicts(played)).toEqual(['revise', 'approved'])
    const prompt = played.prompts.get('plan/r2/try-1/turn')
    expect(prompt).toContain(
      '## What was held against it\n- blocking, by the plan-auditor (about T2, at T2): T2 comes too early\n- minor, by the critic',
    )
    expect(played.outcome).toMatchObject({
      result: { revision: 2, lineage: [expect.stringContaining('T2 comes too early')] },
    })
    expect(played.questions.get('approve/r2/plan')?.details).toMatchObject({
      critique: { rounds: 2, improved: ['T2 comes too early'] },
    })
  })

  it.each([
    ['something that is nowhere in the plan', finding({ about: 'T9' })],
    ['a matter of taste', finding({ about: null })],
    ['a rule that the linter finds kept', finding({ about: 'overlapping-writes' })],
  ])('P6: is not held up by %s, which is shown', async (_what, given) => {
    const played = await play({ scenes: [says('plan-auditor', { ...objecting, findings: [given] })] })
    expect(verdicts(played)).toEqual(['approved'])
    expect(played.outcome).toMatchObject({ result: { revision: 1, open: ['T2 comes too early'] } })
    expect(played.questions.get('approve/r1/plan')?.details).toMatchObject({
      critique: { open: [{ severity: 'major', text: 'T2 comes too early' }] },
    })
  })

  it('P6: may name a criterion of the specification or a risk of its own', async () => {
    const criteria = [{ id: 'AC-001', criterion: 'it works', verification: '' }]
    const covering = plans(three, {
      tasks: three.map((id) => ({ id, title: `feat: ${id}`, covers: ['AC-001'] })),
      risks: [
        { category: 'concurrency', applicability: 'applicable', impact: 'low', disposition: 'resolved' },
      ],
    })
    for (const about of ['AC-001', 'concurrency']) {
      const played = await play({
        job: { criteria },
        scenes: [
          covering,
          says('plan-auditor', { ...objecting, findings: [finding({ about })] }, 'challenge/r1/**'),
        ],
      })
      expect(verdicts(played)).toEqual(['revise', 'approved'])
    }
  })

  it('P6: is revised again when what was found to be so no longer is, whatever that is about', async () => {
    const regressing = {
      ...objecting,
      findings: [],
      regressed: [{ item: 'V1', text: 'it is gone', where: 'a.ts' }],
    }
    const played = await play({
      process: only(['plan-auditor']),
      scenes: [
        says('plan-auditor', { ...objecting, verified: ['a.ts is there'] }, 'challenge/r1/**'),
        says('plan-auditor', regressing, 'challenge/r2/**'),
      ],
    })
    expect(played.prompts.get('challenge/r2/plan-auditor/try-1/turn')).toContain('- V1: a.ts is there')
    expect(verdicts(played)).toEqual(['revise', 'revise', 'approved'])
    expect(played.facts('challenged')[1]).toMatchObject({
      objections: [{ severity: 'blocking', about: 'a.ts is there', text: 'No longer so: it is gone' }],
    })
  })

  it('P6: that gets no better goes to a person, whom `--yes` cannot stand in for', async () => {
    const played = await play({ scenes: [says('plan-auditor', objecting)] })
    expect(verdicts(played)).toEqual(['revise', 'revise', 'stagnant'])
    expect(played.outcome).toMatchObject({ status: 'waiting', questions: ['approve/r3/plan'] })
    expect(played.questions.get('approve/r3/plan')).toMatchObject({
      kind: 'choice',
      text: expect.stringContaining('brings nothing more'),
      details: { critique: { unsettled: 'stagnant', open: [{ severity: 'blocking' }] } },
    })
  })

  it('P6: that was revised often enough is shown at its best, as a revision of its own', async () => {
    const twice = [finding(), finding({ about: 'T3', where: 'T3' })]
    const played = await play({
      job: { tier: 'small' },
      scenes: [
        plans(['T1', 'T2', 'T3', 'T4'], {}, 'plan/r2/**'),
        says('plan-auditor', objecting, 'challenge/r2/**'),
        says('plan-auditor', { ...objecting, findings: twice }),
      ],
      process: { challenge: { ...standardProcess.challenge, stagnantFrom: 9 } },
      answer: (_name, { kind }) => (kind === 'choice' ? { option: 'approve' } : null),
    })
    expect(verdicts(played)).toEqual(['revise', 'revise', 'exhausted'])
    expect([...played.questions.keys()]).toEqual(['approve/r4/plan'])
    expect(played.outcome).toMatchObject({
      result: { revision: 4, tasks: ['T1', 'T2', 'T3', 'T4'], open: ['T2 comes too early'] },
    })
    expect(played.facts('plan').at(-1)).toMatchObject({
      revision: 4,
      lineage: [{ revision: 2 }, { revision: 3 }, { reason: expect.stringContaining('Revision 2') }],
    })
  })

  it('P6: that is the wrong one goes to a person at once', async () => {
    const rejected = says('plan-auditor', { ...objecting, verdict: 'rejected' })
    const answer: PlanOptions['answer'] = (_name, { kind }) =>
      kind === 'choice' ? { text: 'another one' } : { option: 'approve' }
    const played = await play({
      scenes: [{ ...rejected, match: { role: 'plan-auditor', step: 'challenge/r1/**' } }],
      answer,
    })
    expect(verdicts(played)).toEqual(['rejected', 'approved'])
    expect(played.prompts.get('plan/r2/try-1/turn')).toContain('## What a person said about it\nanother one')
  })

  it('C7: goes on without one who abstains, as long as somebody is heard', async () => {
    const played = await play({ scenes: [says('plan-auditor', { ...objecting, verdict: 'abstain' })] })
    expect(verdicts(played)).toEqual(['approved'])
    expect(played.questions.get('approve/r1/plan')?.kind).toBe('approval')
  })

  it('C42: is approved by nobody when all abstain, are unsure or give no fitting reply: a person decides', async () => {
    const played = await play({
      scenes: [
        says('plan-auditor', { ...objecting, verdict: 'abstain' }),
        says('assumption-verifier', {
          verdict: 'complete',
          confidence: 0.2,
          lookedAt: ['a.ts'],
          findings: [{ ...finding(), category: 'missing-file' }],
        }),
        on({ role: 'critic' }, { act: 'say', text: 'fine' }),
      ],
    })
    expect(verdicts(played)).toEqual(['unheard'])
    expect(played.questions.get('approve/r1/plan')?.kind).toBe('choice')
    const notices = played.facts('notice').map((value) => (value as { readonly text: string }).text)
    expect(notices.filter((text) => text.includes('without its word'))).toEqual([
      expect.stringContaining('The plan-auditor cannot tell'),
      expect.stringContaining('The assumption-verifier is sure by 0.2 only'),
      expect.stringContaining('The critic gave no reply that fits'),
    ])
    expect(played.facts('challenged')[0]).toMatchObject({
      objections: [{ severity: 'major' }, { severity: 'major', text: 'Not sure: T2 comes too early' }],
    })
  })

  it('P6: is walked through only when nothing else blocks; an open high danger calls for everybody', async () => {
    const risk = {
      category: 'concurrency',
      applicability: 'applicable',
      impact: 'high',
      disposition: 'open-question',
    }
    const risky = plans(three, { risks: [risk] })
    const walked = (played: PlanPlay): readonly string[] =>
      [...played.prompts.keys()].filter((step) => step.includes('executability'))
    const played = await play({
      job: { tier: 'small' },
      scenes: [risky, says('plan-auditor', objecting, 'challenge/r1/**')],
    })
    expect(walked(played)).toEqual(['challenge/r2/executability-verifier/try-1/turn'])
    expect(played.prompts.get('challenge/r1/reviewer/try-1/turn')).toContain(
      '## Look at this with special care\n- architecture: what happens at the same time',
    )
    expect(walked(await play({ job: { tier: 'small' } }))).toEqual([])
  })

  it('P6: is not challenged when it is small, sure and harmless', async () => {
    const played = await play({ scenes: [plans(['T1'], { confidence: 0.95 })] })
    expect(verdicts(played)).toEqual([])
    expect(
      verdicts(await play({ scenes: [plans(['T1'], { confidence: 0.5 }), ...allContent('T1')] })),
    ).toEqual(['approved'])
  })

  it('P6: whose scores are low is revised for things of weight too', async () => {
    const low = Object.fromEntries(
      Object.entries(objecting['scores'] as object).map(([key, value]) => [key, value === null ? null : 3]),
    )
    const major = finding({ severity: 'major' })
    const played = await play({
      process: only(['plan-auditor']),
      scenes: [says('plan-auditor', { ...objecting, scores: low, findings: [major] }, 'challenge/r1/**')],
    })
    expect(verdicts(played)).toEqual(['revise', 'approved'])
    const fine = await play({
      process: only(['plan-auditor']),
      scenes: [says('plan-auditor', { ...objecting, findings: [major] })],
    })
    expect(verdicts(fine)).toEqual(['approved'])
  })
})
