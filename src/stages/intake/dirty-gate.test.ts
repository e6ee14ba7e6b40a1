import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeShop } from '../../../test/fixtures/shop-repository.ts'
import type { StagePlay } from '../../../test/harness/play-stage.ts'
import { jobOf, playStage } from '../../../test/harness/play-stage.ts'
import { plainPolicy, standardPolicy } from '../../policy/run-policy.ts'
import { dirtyGate } from './dirty-gate.ts'

let repository: TestRepository
beforeAll(async () => {
  repository = await makeShop()
})
afterAll(() => repository.remove())

function gate(
  dirty: readonly string[],
  option: 'approve' | 'reject' | null = null,
  policy = standardPolicy,
): Promise<StagePlay> {
  const likelyFiles = ['src/a.ts', 'src/new/b.ts', 'docs/a.md']
  return playStage({
    repository,
    answer: () => (option === null ? null : { option }),
    stage: async (run) => {
      await dirtyGate(run.scope('intake'), jobOf({ base: 'b', policy }), { likelyFiles }, { dirty })
      return 'went on'
    },
  })
}

describe('B40: changes that are not committed', () => {
  it.each([['src/a.ts'], ['src/new/']])('are asked about where the work will be: %s', async (path) => {
    const { outcome, questions } = await gate([path])
    expect(outcome.status).toBe('waiting')
    expect(questions.get('intake/uncommitted')?.text).toContain(path)
  })

  it('may be left out, or stop the run', async () => {
    expect((await gate(['src/a.ts'], 'approve')).result).toBe('went on')
    expect((await gate(['src/a.ts'], 'reject')).outcome).toMatchObject({
      status: 'failed',
      failure: { code: 'rejected', message: expect.stringContaining('commit the changes of src/a.ts') },
    })
  })

  it.each([
    ['of documents', ['docs/a.md', 'README.md'], standardPolicy],
    ['elsewhere', ['src/z.ts'], standardPolicy],
    ['in a process that asks nothing', ['src/a.ts'], plainPolicy],
  ])('are no question %s', async (_name, dirty, policy) => {
    expect((await gate(dirty, null, policy)).result).toBe('went on')
  })
})
