import { existsSync } from 'node:fs'
import { programsOf, versionOf } from '../../test/real/installed-agents.ts'
import type { Bench, Measured } from '../bench.ts'
import { median } from '../median.ts'
import type { Pair, PairsRequest } from './measure-pairs.ts'
import { measurePairs, MODEL_DELAY_MS } from './measure-pairs.ts'
import { medianInterval } from './median-interval.ts'

const MOST_RATIO = 1.05
const MOST_MS = 50

/** What is measured: the first as the promise has it, the others as a check that it holds for more than one agent. */
const MEASURED: readonly PairsRequest[] = [
  { agent: 'goose', pairs: 50, withTools: false },
  { agent: 'codex', pairs: 15, withTools: false },
  { agent: 'grok', pairs: 15, withTools: false },
]

/** What the conductor adds to a turn, for every agent that is installed; `npm run agents:install` does that. */
export function overhead(): readonly Bench[] {
  return MEASURED.filter(({ agent }) => existsSync(programsOf(agent))).flatMap(benchesOf)
}

/** Two bounds over the same pairs; whoever has to measure again does so for itself. */
function benchesOf(request: PairsRequest): readonly Bench[] {
  let measured: readonly Pair[] | null = null
  const take = async (scratch: string): Promise<readonly Pair[]> => {
    const pairs = measured ?? (await measurePairs(scratch, request))
    measured = measured === null ? pairs : null
    return pairs
  }
  const name = `overhead of a turn with ${request.agent}${request.withTools ? ', tools offered' : ''}`
  const against = `a bare client of ${request.agent} ${versionOf(request.agent)}, model delay ${MODEL_DELAY_MS / 1000} s, pairs taken in turns`
  return [
    {
      name: `${name}, in all`,
      unit: '×',
      against,
      bound: MOST_RATIO,
      measure: async (scratch) => tell(await take(scratch), ({ ours, bare }) => ours / bare),
    },
    {
      name: `${name}, added`,
      unit: 'ms',
      against,
      bound: MOST_MS,
      measure: async (scratch) => tell(await take(scratch), ({ ours, bare }) => ours - bare),
    },
  ]
}

function tell(pairs: readonly Pair[], figure: (pair: Pair) => number): Measured {
  const samples = pairs.map(figure)
  const [least, most] = medianInterval(samples)
  const side = (name: keyof Pair): string => `${median(pairs.map((pair) => pair[name])).toFixed(1)} ms`
  return {
    samples,
    beside: {
      'interval of the median (95 %)': `${least.toFixed(3)} to ${most.toFixed(3)}`,
      conducted: side('ours'),
      bare: side('bare'),
    },
  }
}
