import { afterEach, expect, it } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository } from '../../../test/fixtures/git-repository.ts'
import { playStage } from '../../../test/harness/play-stage.ts'
import { intake } from './intake.ts'

let repository: TestRepository
afterEach(() => repository.remove())

it('B40: sees the file that matters among many that are not committed', async () => {
  repository = await makeFilledRepository()
  for (let number = 0; number < 30; number += 1) await repository.write(`a-${number}.txt`, 'new')
  await repository.write('z.ts', 'new')
  const { result } = await playStage({
    repository,
    stage: async (run) => [...(await intake(run.scope('intake'))).dirty],
  })
  expect(result).toContain('z.ts')
})
