import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRepository, writeAt } from '../fixtures/git-repository.ts'
import { judgeScenario } from './judge-scenario.ts'
import { makeScenario } from './make-scenario.ts'
import { mergePlainly } from './merge-plainly.ts'
import { playScenario } from './play-scenario.ts'

test('P3: a merge driver that drops one side is found out, and nothing is lost', async () => {
  const scenario = { ...makeScenario(1, 1), isLazy: false }
  expect(scenario.kind).toBe('textual')
  const repository = await makeRepository()
  try {
    await repository.git(['config', 'merge.mine.driver', 'true'])
    await writeAt(join(repository.root, '.git/info/attributes'), 'contested.txt merge=mine\n')
    const played = await playScenario(scenario, repository)
    expect(played.told.filter(({ kind }) => kind === 'conflict')).toEqual([])
    expect(played.told).toContainEqual({
      branch: expect.any(String),
      kind: 'lost',
      with: [expect.any(String)],
    })
    expect((await judgeScenario(scenario, played, repository)).breaches).toEqual([])
    const plain = await mergePlainly(repository, played.base, [...played.commits.values()])
    expect(plain).toMatchObject({ landed: scenario.branches.length, conflicts: 0 })
    const merged = await repository.git(['show', 'HEAD:contested.txt'])
    expect(merged.match(/marker-\S+-replaced/g)).toHaveLength(1)
  } finally {
    await repository.remove()
  }
})
