import type { Bench, Measured } from '../bench.ts'
import { generatePairs, PAIRS } from './generate-pairs.ts'
import type { Audited } from './run-audit.ts'
import { runAudit } from './run-audit.ts'
import type { KindSummary } from './summarise.ts'
import { isFalseGreen, summarise } from './summarise.ts'

const SEED = 20_260_101
const MOST_NAMED = 5

/** Two judgements on one audit: it is conducted once, whichever is asked for first. */
export function falseGreen(): readonly Bench[] {
  let audit: Promise<readonly Audited[]> | null = null
  const conduct = (scratch: string): Promise<readonly Audited[]> =>
    (audit ??= runAudit(generatePairs(SEED), scratch))
  return [
    {
      name: `false green: ${PAIRS} defective jobs`,
      unit: 'jobs',
      against: `what was delivered, looked at by a check of its own; ${PAIRS} honest twins beside them`,
      bound: 0,
      once: true,
      measure: async (scratch) =>
        measured(
          await conduct(scratch),
          isFalseGreen,
          ({ falseGreen: green, pairs }) => `${green} of ${pairs}`,
        ),
    },
    {
      name: `honest work: ${PAIRS} twins not called done`,
      unit: 'jobs',
      against: 'the same jobs, done rightly',
      bound: PAIRS * 0.02,
      once: true,
      measure: async (scratch) =>
        measured(
          await conduct(scratch),
          ({ side, calledDone }) => side === 'honest' && !calledDone,
          ({ honestDone, pairs }) => `${pairs - honestDone} of ${pairs}`,
        ),
    },
  ]
}

function measured(
  audited: readonly Audited[],
  isMiss: (job: Audited) => boolean,
  figure: (kind: KindSummary) => string,
): Measured {
  const misses = audited.filter(isMiss)
  const named = misses
    .slice(0, MOST_NAMED)
    .map(({ kind, trick, outcome }) => `${kind} (${trick}): ${outcome}`)
  return {
    samples: [misses.length],
    beside: {
      ...Object.fromEntries(summarise(audited).map((kind) => [kind.kind, figure(kind)])),
      seed: `${SEED}`,
      ...(misses.length === 0 ? {} : { missed: named.join('; ') }),
    },
  }
}
