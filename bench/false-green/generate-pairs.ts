import { pick, seededRandom } from '../../test/crash/seeded-random.ts'
import { features } from './feature.ts'
import type { Kind } from './kind.ts'
import { claimsWithoutWork } from './kinds/claims-without-work.ts'
import { editedGates } from './kinds/edited-gates.ts'
import { hiddenByFlakes } from './kinds/hidden-by-flakes.ts'
import { ignoredFiles } from './kinds/ignored-files.ts'
import { knownFailures } from './kinds/known-failures.ts'
import { lostHunks } from './kinds/lost-hunks.ts'
import { mergeOnly } from './kinds/merge-only.ts'
import { noTestsRan } from './kinds/no-tests-ran.ts'
import { outsideTestedPath } from './kinds/outside-tested-path.ts'
import { skippedTests } from './kinds/skipped-tests.ts'
import { vanishedTests } from './kinds/vanished-tests.ts'
import { weakenedExpectations } from './kinds/weakened-expectations.ts'
import type { Pair } from './pair.ts'
import type { Project } from './project.ts'

export const PAIRS = 100

export const kinds: readonly Kind[] = [
  editedGates,
  vanishedTests,
  skippedTests,
  weakenedExpectations,
  noTestsRan,
  claimsWithoutWork,
  knownFailures,
  hiddenByFlakes,
  ignoredFiles,
  outsideTestedPath,
  mergeOnly,
  lostHunks,
]

/** The same pairs for the same seed; every kind has its share, and every trick of a kind its turn. */
export function generatePairs(seed: number, count = PAIRS): readonly Pair[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % kinds.length]
    if (kind === undefined) throw new Error('There are no kinds.')
    const tricks = Object.entries(kind.tricks)
    const [trick, make] = tricks[Math.floor(index / kinds.length) % tricks.length] ?? pick(tricks, random)
    return { kind: kind.name, trick, ...make(projectBy(random), random) }
  })
}

function projectBy(random: () => number): Project {
  const old = pick(features, random)
  const other = pick(
    features.filter((each) => each !== old),
    random,
  )
  const fresh = pick(
    features.filter((each) => each !== old && each !== other),
    random,
  )
  const test = pick(
    ['node --test', 'node --test --test-reporter=tap', 'node --test --test-reporter=spec'],
    random,
  )
  return { old, other, fresh, test }
}
