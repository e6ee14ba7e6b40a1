import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scene } from '../../adapters/agents/scripted/script.ts'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeShop } from '../../../test/fixtures/shop-repository.ts'
import type { StagePlay } from '../../../test/harness/play-stage.ts'
import { baseOf, jobOf, playStage } from '../../../test/harness/play-stage.ts'
import { on } from '../../../test/harness/play-standard.ts'
import type { Json } from '../../kernel/json.ts'
import type { Answer } from '../../kernel/question.ts'
import { standardPolicy } from '../../policy/run-policy.ts'
import type { Brief } from '../intake/brief.ts'
import { discuss } from './discuss.ts'
import type { Job } from '../job.ts'
import { briefOf } from '../intake/brief-of.ts'

let repository: TestRepository
beforeAll(async () => {
  repository = await makeShop()
})
afterAll(() => repository.remove())

const point = (question: string, scope: 'architectural' | 'task' = 'task'): Json => ({
  kind: 'data',
  question,
  impact: 'another file',
  lookedAt: [{ path: 'src/cart/total.ts', found: 'no rounding' }],
  answeredByCode: false,
  scope,
  options: [
    { label: 'cents', pros: ['exact'], cons: ['long'] },
    { label: 'euros', pros: ['short'], cons: ['rough'], recommended: true },
  ],
})

const asks = (...questions: readonly Json[]): Scene =>
  on({ role: 'interpreter' }, { act: 'reply', value: { questions, fewBecause: 'no more' } })

const brief = briefOf('Add totals in some format', ['src/cart/total.ts'], [], standardPolicy.process, null)

function discussed(
  scenes: readonly Scene[],
  answers: Readonly<Record<string, Partial<Answer>>>,
  parts: { readonly brief?: Partial<Brief>; readonly job?: Partial<Job> } = {},
): Promise<StagePlay> {
  return playStage({
    repository,
    scenes,
    answer: (question) => answers[question] ?? null,
    stage: async (run) => {
      const job = jobOf({ base: await baseOf(run), tier: 'medium', ...parts.job })
      return discuss(run.scope('discuss'), job, { ...brief, ...parts.brief })
    },
  })
}

describe('a discussion', () => {
  it('A14, A15: asks one question at a time, with options of which the recommended one comes first', async () => {
    const scenes = [asks(point('Which unit?', 'architectural'), point('Which place?'), point('Which sign?'))]
    const first = await discussed(scenes, {})
    expect(first.outcome).toMatchObject({ status: 'waiting', questions: ['discuss/question-1'] })
    const asked = first.questions.get('discuss/question-1')
    expect(asked).toMatchObject({ kind: 'choice', free: true, text: 'Which unit?' })
    expect(asked?.options).toEqual([
      { id: 'option-2', label: 'euros', description: 'For it: short. Against it: rough.', recommended: true },
      { id: 'option-1', label: 'cents', description: 'For it: exact. Against it: long.' },
      { id: 'skip', label: 'Skip this and what is left to ask' },
    ])
    expect(asked?.details).toMatchObject({ number: 1, of: 3, lookedAt: [{ path: 'src/cart/total.ts' }] })
  })

  it('A16: keeps each answer with what it holds for', async () => {
    const scenes = [asks(point('Which unit?', 'architectural'), point('Which place?'), point('Which sign?'))]
    const { result, facts } = await discussed(scenes, {
      'discuss/question-1': { option: 'option-1' },
      'discuss/question-2': { text: 'at the end' },
      'discuss/question-3': { option: 'option-2' },
    })
    expect(result).toEqual([
      { question: 'Which unit?', answer: 'cents', scope: 'architectural' },
      { question: 'Which place?', answer: 'at the end', scope: 'task' },
      { question: 'Which sign?', answer: 'euros', scope: 'task' },
    ])
    expect(facts('clarified')).toMatchObject([{ by: 'test' }, { by: 'test' }, { by: 'test' }])
  })

  it('A16: what was taken without a person having said it holds for this job alone', async () => {
    const scenes = [asks(point('Which unit?', 'architectural'), point('Which place?'), point('Which sign?'))]
    const { result } = await discussed(scenes, {
      'discuss/question-1': { option: 'option-2', by: '--yes', isAssumed: true },
      'discuss/question-2': { option: 'skip' },
    })
    expect(result).toEqual([{ question: 'Which unit?', answer: 'euros', scope: 'task' }])
  })

  it('ends when the person skips the rest', async () => {
    const { result, questions } = await discussed([asks(point('a'), point('b'), point('c'))], {
      'discuss/question-1': { option: 'option-1' },
      'discuss/question-2': { option: 'skip' },
    })
    expect(result).toHaveLength(1)
    expect(questions.size).toBe(2)
  })

  it.each([
    ['A12: a small job', { job: { tier: 'small' as const } }],
    ['A12: a person who wants none', { brief: { skipDiscussion: true } }],
    ['a plan that is carried out', { brief: { phase: 'given-plan' as const } }],
  ])('there is none for %s', async (_name, parts) => {
    const { result, prompts } = await discussed([], {}, parts)
    expect(result).toEqual([])
    expect(prompts.size).toBe(0)
  })

  it('C12: does not ask what the code answers', async () => {
    const settled = { ...(point('Which language?') as object), answeredByCode: true }
    const { prompts, questions } = await discussed(
      [
        on({ step: '**/repair-1' }, { act: 'reply', value: { questions: [], fewBecause: 'all is settled' } }),
        asks(settled as Json),
      ],
      {},
    )
    expect(prompts.get('discuss/try-1/repair-1')).toContain('The code answers this')
    expect(questions.size).toBe(0)
  })

  it('is left out when nobody can lead it', async () => {
    const { result, facts } = await discussed([on({ role: 'interpreter' }, { act: 'say', text: 'hm' })], {})
    expect(result).toEqual([])
    expect(facts('notice').at(-1)).toMatchObject({ text: expect.stringContaining('without a discussion') })
  })

  it('P6: is left out only by the word of a person when whoever leads it is not logged in', async () => {
    const scenes = [on({ role: 'interpreter' }, { act: 'error', code: 401, message: 'no' })]
    const question = 'discuss/try-1/unavailable'
    const waiting = await discussed(scenes, {})
    expect(waiting.outcome).toMatchObject({ status: 'waiting', questions: [question] })
    const { result, facts } = await discussed(scenes, { [question]: { option: 'without' } })
    expect(result).toEqual([])
    expect(facts('notice').at(-1)).toMatchObject({ text: expect.stringContaining('without a discussion') })
  })
})
