import { pick, seededRandom } from '../crash/seeded-random.ts'
import type { Edit, PaperTree } from './paper-tree.ts'
import type { Branch, Expectation, Scenario, Trouble } from './scenario.ts'
import { CHECK, scenarioKinds, textFile } from './scenario.ts'
import { kindParts } from './kind-parts.ts'

const SECTIONS = 6

/** The scenario of a number: the same for the same seed, all kinds in turn, and troubles by chance. */
export function makeScenario(seed: number, number: number): Scenario {
  const random = seededRandom(seed * 1000 + number)
  const kind = scenarioKinds[number % scenarioKinds.length] ?? 'clean'
  const trouble = troubleFor(kind, random)
  const least = trouble === 'a pair' || trouble === 'two culprits' ? 4 : 2
  const count = least + Math.floor(random() * (7 - least))
  const ids = shuffle(
    Array.from({ length: count }, (_, index) => `T${index + 1}`),
    random,
  )
  const [one = '', other = ''] = ids
  const marker = (id: string, what: string): string => `marker-${number}-${id}-${what}`
  const parts = kindParts(kind, one, other, marker, random)
  const free = ids.slice(2)
  const pair = choosePair(kind, trouble, free, random)
  const bad = chooseBad(kind, trouble, ids, pair, random)
  const branches = ids.toSorted().map((id, index): Branch => {
    const edits = [
      ...ownEdits(id, index, marker),
      ...(parts.edits.get(id) ?? []),
      ...(pair?.[0] === id ? renameFunction : []),
      ...(pair?.[1] === id ? [useFunction(id)] : []),
      ...(bad.includes(id) ? [breakIt(id)] : []),
    ]
    return { id, edits, mend: mendsOf(id, bad, pair), markers: markersOf(edits, marker(id, '')) }
  })
  const culprits = [...bad, ...(pair ?? [])]
  return {
    number,
    kind,
    trouble,
    base: new Map([...baseTree(), ...parts.base]),
    branches,
    bad,
    pair,
    expectations: [...parts.expectations, ...pairExpectations(pair)],
    isLazy: random() < 0.5,
    givesUp: random() < 0.25 ? culprits : [],
  }
}

function troubleFor(kind: Scenario['kind'], random: () => number): Trouble {
  if (kind === 'semantic') return random() < 0.7 ? 'a pair' : 'two culprits'
  return pick<Trouble>(['none', 'none', 'one bad', 'a pair', 'two culprits'], random)
}

/** Those in a pair do nothing else in common, so that nobody sees their failure before they meet. */
function choosePair(
  kind: Scenario['kind'],
  trouble: Trouble,
  free: readonly string[],
  random: () => number,
): readonly [string, string] | null {
  const wanted = kind === 'semantic' || trouble === 'a pair' || (trouble === 'two culprits' && random() < 0.5)
  const [one, other] = free
  return wanted && one !== undefined && other !== undefined ? [one, other] : null
}

function chooseBad(
  kind: Scenario['kind'],
  trouble: Trouble,
  ids: readonly string[],
  pair: readonly [string, string] | null,
  random: () => number,
): readonly string[] {
  const others = shuffle(
    ids.filter((id) => !pair?.includes(id)),
    random,
  )
  if (trouble === 'one bad') return others.slice(0, 1)
  if (trouble === 'two culprits') return others.slice(0, pair === null ? 2 : 1)
  return kind === 'semantic' && pair === null ? others.slice(0, 1) : []
}

function baseTree(): PaperTree {
  const section = (index: number): string[] => [
    `section ${index}`,
    ...Array.from({ length: 7 }, (_, line) => `text ${index}.${line}`),
  ]
  const sections = Array.from({ length: SECTIONS }, (_, index) => section(index)).flat()
  return new Map([
    ['check.sh', { text: CHECK, executable: false }],
    ['shared.txt', textFile(...sections)],
    ['src/api.txt', textFile('def add', '# one', '# two', '# three', 'def price', '# four', 'def total')],
    ['uses/base.txt', textFile('add', 'total')],
  ])
}

/** What every branch does: a file of its own, and a line in its own section of a file that all of them change. */
function ownEdits(id: string, index: number, marker: (id: string, what: string) => string): readonly Edit[] {
  return [
    { kind: 'add', path: `own/${id}.txt`, lines: [marker(id, 'own')] },
    { kind: 'insert', path: 'shared.txt', after: `section ${index % SECTIONS}`, line: marker(id, 'shared') },
  ]
}

const renameFunction: readonly Edit[] = [
  { kind: 'replace', path: 'src/api.txt', line: 'def price', by: 'def cost' },
]

function useFunction(id: string): Edit {
  return { kind: 'add', path: `uses/${id}.txt`, lines: ['price'] }
}

function breakIt(id: string): Edit {
  return { kind: 'insert', path: `own/${id}.txt`, after: '', line: 'BROKEN' }
}

function mendsOf(
  id: string,
  bad: readonly string[],
  pair: readonly [string, string] | null,
): readonly Edit[] {
  if (bad.includes(id)) return [{ kind: 'replace', path: `own/${id}.txt`, line: 'BROKEN', by: 'mended' }]
  if (pair?.[0] === id) return [{ kind: 'insert', path: 'src/api.txt', after: 'def cost', line: 'def price' }]
  return pair?.[1] === id ? [{ kind: 'replace', path: `uses/${id}.txt`, line: 'price', by: 'cost' }] : []
}

function pairExpectations(pair: readonly [string, string] | null): readonly Expectation[] {
  if (pair === null) return []
  const [renamer] = pair
  const holds = (tree: PaperTree): boolean => /^def cost$/m.test(tree.get('src/api.txt')?.text ?? '')
  return [{ branch: renamer, says: 'price is called cost', holds }]
}

/** Everything of the branch's own in what it writes. */
function markersOf(edits: readonly Edit[], begin: string): readonly string[] {
  const written = JSON.stringify(edits)
  return [...new Set(written.match(new RegExp(`${begin}[\\w-]+`, 'g')) ?? [])]
}

function shuffle<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
