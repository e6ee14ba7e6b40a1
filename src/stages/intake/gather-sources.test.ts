import { afterEach, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeShop } from '../../../test/fixtures/shop-repository.ts'
import type { StagePlay } from '../../../test/harness/play-stage.ts'
import { baseOf, playStage } from '../../../test/harness/play-stage.ts'
import { PRD_FILE } from '../../config/prd-file.ts'
import type { Prd } from '../../plan/prd.ts'
import { prdSchema } from '../../plan/prd.ts'
import type { Clarification } from '../specify/clarification.ts'
import { docsStateOf } from './docs-trust.ts'
import { gatherSources } from './gather-sources.ts'

let repository: TestRepository
afterEach(() => repository.remove())

async function gathered(
  files: Readonly<Record<string, string>>,
  prd: Prd | null = null,
  clarifications: readonly Clarification[] = [],
): Promise<StagePlay> {
  repository = await makeShop(files)
  return playStage({
    repository,
    stage: async (run) =>
      gatherSources(run.scope('intake'), { clarifications }, { base: await baseOf(run) }, prd),
  })
}

const docs = { 'docs/ARCHITECTURE.md': 'rooms\n'.repeat(100), 'docs/FINDINGS.md': 'none\n' }

describe('what every role is given', () => {
  it('A3, A86: is in the order of trust', async () => {
    const { result } = await gathered({ ...docs, [PRD_FILE]: 'prd_id: x\n', 'AGENTS.md': 'Be kind.\n' })
    expect(result).toMatchObject([
      { trust: 'trusted', title: PRD_FILE },
      { trust: 'trusted', title: 'AGENTS.md', text: 'Be kind.\n' },
      { trust: 'check', title: 'docs/ARCHITECTURE.md' },
      { trust: 'check', title: 'docs/FINDINGS.md' },
    ])
  })

  it('B17, B35: has documents as trusted only when they were checked as they are, and not too much of them', async () => {
    const state = stringify(docsStateOf(new Map(Object.entries(docs))))
    const { result } = await gathered({ ...docs, 'docs/docs_cache_state.yaml': state })
    expect(result).toMatchObject([{ trust: 'trusted' }, { trust: 'trusted' }])
    expect(JSON.stringify(result).match(/rooms/g)).toHaveLength(80)
    await repository.remove()
    const changed = await gathered({ ...docs, 'docs/FINDINGS.md': 'x', 'docs/docs_cache_state.yaml': state })
    expect(changed.result).toMatchObject([{ trust: 'check' }, { trust: 'check' }])
  })

  it('has the requirements as this run has them, and what was agreed on, first of all', async () => {
    const prd = prdSchema.parse({ prd_id: 'now', version: '2.0.0' })
    const agreed = [{ question: 'Which unit?', answer: 'cents', scope: 'task' as const }]
    const { result } = await gathered({ [PRD_FILE]: 'prd_id: before\n' }, prd, agreed)
    expect(result).toMatchObject([
      { trust: 'trusted', text: '- Which unit?\n  cents' },
      { trust: 'trusted', title: PRD_FILE, text: expect.stringContaining('prd_id: now') },
    ])
    expect(result).toHaveLength(2)
  })

  it('D36: has what earlier runs have learnt last, to be checked, and the newest of it', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `- lesson ${index + 1}`)
    const { result } = await gathered({ ...docs, '.tutti/wisdom/learnings.md': `${lines.join('\n')}\n` })
    expect(result).toMatchObject([
      { title: 'docs/ARCHITECTURE.md' },
      { title: 'docs/FINDINGS.md' },
      { trust: 'check', title: '.tutti/wisdom/learnings.md', text: lines.slice(40).join('\n') },
    ])
  })

  it('is nothing where nothing is', async () => {
    expect((await gathered({})).result).toEqual([])
  })
})
