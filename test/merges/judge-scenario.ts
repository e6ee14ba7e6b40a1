import type { TestRepository } from '../fixtures/git-repository.ts'
import { GitShelf } from './git-shelf.ts'
import type { PlayedScenario } from './play-scenario.ts'
import type { PaperTree } from './paper-tree.ts'
import type { Scenario } from './scenario.ts'

export interface Judgement {
  readonly breaches: readonly string[]
  readonly commits: number
  readonly lost: number
  readonly unproven: number
  /** Culprits that were sent back, and pairs that were named as such. */
  readonly culprits: number
  readonly pairs: number
}

/** What is wrong with the end of a scenario, by its own markers and gate and by plain git. */
export async function judgeScenario(
  scenario: Scenario,
  played: PlayedScenario,
  repository: TestRepository,
): Promise<Judgement> {
  const shelf = new GitShelf(repository)
  const log = await repository.git([
    'log',
    '--reverse',
    '--format=%H %P|%(trailers:key=Tutti-Task,valueonly,separator=%x20)',
    `${played.base}..${played.head}`,
  ])
  const line = log === '' ? [] : log.split('\n')
  const proven = await shelf.prove(line.map((entry) => entry.slice(0, entry.indexOf(' '))))
  const unproven: string[] = []
  const named: string[] = []
  let parent = played.base
  for (const [index, entry] of line.entries()) {
    const [hashes = '', tasks = ''] = entry.split('|')
    const [commit = '', ...parents] = hashes.split(' ')
    if (parents.join() !== parent) unproven.push(`${commit} does not stand on the one before it alone`)
    if (proven[index]?.passed !== true) unproven.push(`${commit} fails`)
    named.push(...tasks.split(' ').filter((task) => task !== ''))
    parent = commit
  }
  const lost = findLosses(scenario, played, await shelf.read(played.head))
  const blames = judgeBlames(scenario, played)
  const breaches = [
    ...unproven,
    ...lost,
    ...blames.breaches,
    ...(named.toSorted().join() === played.landed.toSorted().join()
      ? []
      : [`the line names ${named.join()} and ${played.landed.join()} landed`]),
  ]
  return {
    breaches: breaches.map((breach) => `scenario ${scenario.number} (${scenario.kind}): ${breach}`),
    commits: line.length,
    lost: lost.length,
    unproven: unproven.length,
    culprits: blames.culprits,
    pairs: blames.pairs,
  }
}

function findLosses(
  { branches, expectations }: Scenario,
  { landed }: PlayedScenario,
  tree: PaperTree,
): string[] {
  const everything = [...tree.values()].map(({ text }) => text).join('')
  const markers = branches.flatMap(({ id, markers: own }) =>
    own.flatMap((marker) => {
      const isThere = new RegExp(`${marker}(?![\\w-])`).test(everything)
      if (isThere === landed.includes(id)) return []
      return [isThere ? `${marker} is there, but ${id} has not landed` : `${marker} of ${id} is lost`]
    }),
  )
  const deeds = expectations.flatMap(({ branch, says, holds }) =>
    landed.includes(branch) && !holds(tree) ? [`of ${branch} it is lost that ${says}`] : [],
  )
  return [...markers, ...deeds]
}

/** Every culprit is named as what it is, nobody else is, and all but those that gave up have landed. */
function judgeBlames(
  { branches, bad, pair, givesUp }: Scenario,
  { told, landed }: PlayedScenario,
): { readonly breaches: readonly string[]; readonly culprits: number; readonly pairs: number } {
  const blamed = told.filter(({ kind }) => kind === 'not-proven')
  const alone = blamed.filter(({ with: others }) => others.length === 0)
  const paired = blamed.filter(({ with: others }) => others.length > 0)
  const breaches = bad.flatMap((id) =>
    alone.filter(({ branch }) => branch === id).length === 1 ? [] : [`${id} is bad and was not told so once`],
  )
  for (const { branch } of alone) if (!bad.includes(branch)) breaches.push(`${branch} was blamed alone`)
  for (const { branch, with: others } of paired) {
    const names = [branch, ...others].toSorted().join()
    if (names !== pair?.toSorted().join()) breaches.push(`${names} were blamed together`)
  }
  if (pair !== null && paired.length !== 1)
    breaches.push(`the pair ${pair.join()} was named ${paired.length} times`)
  const gone = blamed.flatMap(({ branch }) => (givesUp.includes(branch) ? [branch] : []))
  const missing = branches.filter(({ id }) => !landed.includes(id) && !gone.includes(id))
  breaches.push(...missing.map(({ id }) => `${id} has not landed`))
  return { breaches, culprits: alone.length, pairs: paired.length }
}
