import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scene } from '../../adapters/agents/scripted/script.ts'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeShop } from '../../../test/fixtures/shop-repository.ts'
import { makePlan } from '../../../test/fixtures/make-plan.ts'
import type { StagePlay } from '../../../test/harness/play-stage.ts'
import { baseOf, jobOf, playStage } from '../../../test/harness/play-stage.ts'
import { on } from '../../../test/harness/play-standard.ts'
import type { Answer, Question } from '../../kernel/question.ts'
import type { ProcessPolicy } from '../../policy/process-policy.ts'
import { standardPolicy } from '../../policy/run-policy.ts'
import type { GivenPlan } from './phase-of.ts'
import { understand } from './understand.ts'

let repository: TestRepository
beforeAll(async () => {
  repository = await makeShop()
})
afterAll(() => repository.remove())

interface Parts {
  readonly process?: Partial<ProcessPolicy>
  readonly given?: GivenPlan
  readonly scenes?: readonly Scene[]
  readonly answer?: (question: string, ask: Question) => Partial<Answer> | null
}

function stageOf(objective: string, { process, given }: Parts): Parameters<typeof playStage>[0]['stage'] {
  return async (run) => {
    const base = await baseOf(run)
    const policy = { ...standardPolicy, process: { ...standardPolicy.process, ...process } }
    return understand(run.scope('intake'), jobOf({ base, objective, policy }), { base }, given ?? null)
  }
}

function understood(objective: string, parts: Parts = {}): Promise<StagePlay> {
  return playStage({ repository, stage: stageOf(objective, parts), ...parts })
}

const clear = {
  status: 'clear',
  objective: 'Round the total of the cart to cents',
  criteria: ['the total has two digits'],
  workType: 'fix',
  mandates: [],
  likelyFiles: ['src/cart/total.ts', 'src/invented.ts'],
}
const says = (value: object): Scene => on({ role: 'interpreter' }, { act: 'reply', value: { ...value } })
const cannotTell = {
  status: 'cannot_tell',
  question: {
    text: 'Which total?',
    options: [{ label: 'of the cart', description: 'd' }, { label: 'of the order' }],
  },
}

describe('understanding a request', () => {
  it('takes a clear one without asking anybody', async () => {
    const { result, prompts, facts } = await understood(
      'Fix SHOP-12: sumOf() in src/cart/total.ts must round',
    )
    expect(result).toMatchObject({
      phase: 'new-objective',
      workType: 'fix',
      ids: ['SHOP-12'],
      unclear: [],
      likelyFiles: ['src/cart/total.ts'],
      affectedAreas: ['src/cart'],
      tier: 'trivial',
    })
    expect(prompts.size).toBe(0)
    expect(facts('brief')).toEqual([result])
  })

  it('finds a file by a name in its code', async () => {
    const { result } = await understood('Fix the rounding of `sumOf`')
    expect(result).toMatchObject({ likelyFiles: ['src/cart/total.ts'], tier: 'trivial' })
  })

  it('B21: has an unclear one made clear, and keeps its demands word for word', async () => {
    const words = 'You MUST use Decimal.js here.'
    const { result, prompts } = await understood(`maybe round something\n${words}`, {
      scenes: [says({ ...clear, mandates: [words] })],
    })
    expect(result).toMatchObject({
      objective: `Round the total of the cart to cents\n\n${words}`,
      criteria: ['the total has two digits'],
      workType: 'fix',
      unclear: [],
      likelyFiles: ['src/cart/total.ts'],
      mandates: [{ tool: 'Decimal.js', words }],
      tier: 'small',
      slug: 'round_total_cart',
    })
    expect([...prompts.keys()]).toEqual(['intake/interpret/try-1/turn'])
  })

  it('sends a reply back that drops a demand', async () => {
    const words = 'You MUST use Decimal.js here.'
    const repaired = { ...clear, mandates: [words] }
    const { prompts } = await understood(`maybe round something\n${words}`, {
      scenes: [
        on({ role: 'interpreter', step: '**/repair-1' }, { act: 'reply', value: repaired }),
        says(clear),
      ],
    })
    expect(prompts.get('intake/interpret/try-1/repair-1')).toContain(words)
  })

  it.each([
    [{ option: 'option-1' }, 'of the cart'],
    [{ text: 'of the invoice' }, 'of the invoice'],
  ])('asks a person once when nobody can tell, and goes on from the answer', async (given, words) => {
    const { result, questions, prompts } = await understood('maybe round something', {
      scenes: [on({ step: '**/interpret-answer/**' }, { act: 'reply', value: clear }), says(cannotTell)],
      answer: () => given,
    })
    expect([...questions.keys()]).toEqual(['intake/meaning'])
    expect(questions.get('intake/meaning')).toMatchObject({
      kind: 'choice',
      text: 'Which total?',
      free: true,
    })
    expect(prompts.get('intake/interpret-answer/try-1/turn')).toContain(words)
    expect(result).toMatchObject({ objective: clear.objective })
  })

  it('goes on with the request as it stands when the agent cannot help', async () => {
    const { result, facts } = await understood('maybe round something', {
      scenes: [
        on({ role: 'interpreter' }, { act: 'say', text: 'no idea' }),
        on({}, { act: 'reply', value: { files: [] } }),
      ],
    })
    expect(result).toMatchObject({ objective: 'maybe round something', tier: 'small' })
    expect(facts('notice').at(-1)).toMatchObject({ text: expect.stringContaining('taken as it stands') })
  })

  it('asks nobody when the policy says so', async () => {
    const { result, prompts } = await understood('maybe round something', { process: { interpret: false } })
    expect(prompts.size).toBe(0)
    expect(result).toMatchObject({ unclear: expect.arrayContaining(['It says "maybe", "something".']) })
  })

  it('has the place looked for where no word tells it', async () => {
    const files = [0, 1, 2, 3, 4, 5].map((index) => ({ path: `src/part-${index}/index.ts`, why: 'w' }))
    const { result, prompts } = await understood('Add greetings for visitors', {
      scenes: [on({ role: 'code-mapper' }, { act: 'reply', value: { files } })],
    })
    expect([...prompts.keys()]).toEqual(['intake/map/try-1/turn'])
    expect(result).toMatchObject({ likelyFiles: files.map(({ path }) => path), tier: 'medium' })
  })

  it('A5–A9: says where a request with a plan enters, and interprets nothing then', async () => {
    const given = { path: 'plan.yaml', plan: makePlan([{ id: 'T1' }]), isLeft: false }
    const { result, prompts } = await understood('continue', { given })
    expect(result).toMatchObject({ phase: 'nothing-left' })
    expect(prompts.size).toBe(0)
  })

  it('takes the tier from the policy when that says one', async () => {
    const { result } = await understood('Fix src/cart/total.ts for good', { process: { tier: 'large' } })
    expect(result).toMatchObject({ tier: 'large', tierReasons: ['the policy says so'] })
  })
})
