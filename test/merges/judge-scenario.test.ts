import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestRepository } from '../fixtures/git-repository.ts'
import { makeRepository } from '../fixtures/git-repository.ts'
import { carelessQueue } from './careless-queue.ts'
import { GitShelf } from './git-shelf.ts'
import { judgeScenario } from './judge-scenario.ts'
import { makeScenario } from './make-scenario.ts'
import type { MakeQueue, PlayedScenario } from './play-scenario.ts'
import { playScenario } from './play-scenario.ts'
import type { Scenario } from './scenario.ts'

const SEED = 7

/** For a machine that is busy. */
const PATIENCE = 120_000

/** The first scenario like this. */
function find(isLike: (scenario: Scenario) => boolean): Scenario {
  for (let number = 0; number < 500; number += 1) {
    const scenario = makeScenario(SEED, number)
    if (isLike(scenario)) return scenario
  }
  throw new Error('There is no such scenario.')
}

async function judged(scenario: Scenario, makeQueue?: MakeQueue): Promise<readonly string[]> {
  const repository = await makeRepository()
  try {
    const played = await playScenario(scenario, repository, makeQueue)
    return (await judgeScenario(scenario, played, repository)).breaches
  } finally {
    await repository.remove()
  }
}

describe('the judge of the scenarios finds a planted failure:', () => {
  it.each([
    ['an innocent blamed', 'no bisecting', 'one bad', /was blamed alone|not told so/],
    ['a pair that is not named', 'no bisecting', 'a pair', /the pair .* was named 0 times/],
    ['a broken commit on the line', 'no gate', 'one bad', /fails$/],
  ] as const)(
    '%s, by a queue with %s',
    async (_, how, trouble, breach) => {
      const scenario = find(
        (each) =>
          each.trouble === trouble &&
          each.branches.length > 3 &&
          each.kind === 'clean' &&
          each.givesUp.length === 0,
      )
      expect(await judged(scenario)).toEqual([])
      expect(await judged(scenario, carelessQueue(how))).toContainEqual(expect.stringMatching(breach))
    },
    PATIENCE,
  )

  describe('in what was played right', () => {
    let repository: TestRepository
    let scenario: Scenario
    let played: PlayedScenario
    beforeAll(async () => {
      scenario = find(
        ({ kind, pair, givesUp }) => kind === 'rename/edit' && pair !== null && givesUp.length === 0,
      )
      repository = await makeRepository()
      played = await playScenario(scenario, repository)
    })
    afterAll(() => repository.remove())

    /** The line with one more commit, whose files are other ones. */
    async function continued(change: (path: string, text: string) => string | null): Promise<PlayedScenario> {
      const shelf = new GitShelf(repository)
      const tree = [...(await shelf.read(played.head))].flatMap(([path, file]) => {
        const text = change(path, file.text)
        return text === null ? [] : ([[path, { ...file, text }]] as const)
      })
      const [head = ''] = await shelf.commit([{ parent: played.head, tree: new Map(tree), says: 'tampered' }])
      return { ...played, head }
    }

    it.each<[string, RegExp, () => Promise<PlayedScenario>]>([
      [
        'a lost marker',
        /marker-\d+-T\d+-shared of T\d+ is lost/,
        () => continued((_, text) => text.replace(/marker-\d+-T\d+-shared\n/, '')),
      ],
      [
        'a lost rename',
        /it is lost that big.txt is moved/,
        () => continued((path, text) => (path === 'moved/big.txt' ? null : text)),
      ],
      ['an unproven commit', /fails$/, () => continued((path, text) => (path === 'src/api.txt' ? '' : text))],
      [
        'work of somebody who has not landed',
        /is there, but T1 has not landed/,
        async () => ({ ...played, landed: played.landed.filter((id) => id !== 'T1') }),
      ],
      [
        'a pair named as one',
        /was blamed alone/,
        async () => ({ ...played, told: played.told.map((told) => ({ ...told, with: [] })) }),
      ],
      [
        'an innocent named',
        /were blamed together/,
        async () => ({
          ...played,
          told: [...played.told, { branch: 'T1', kind: 'not-proven' as const, with: ['T9'] }],
        }),
      ],
    ])(
      '%s',
      async (_, breach, plant) => {
        expect((await judgeScenario(scenario, played, repository)).breaches).toEqual([])
        const { breaches } = await judgeScenario(scenario, await plant(), repository)
        expect(breaches).toContainEqual(expect.stringMatching(breach))
      },
      PATIENCE,
    )
  })
})
