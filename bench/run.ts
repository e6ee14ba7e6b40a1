import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench, Measured } from './bench.ts'
import { isolation } from './isolation.ts'
import { falseGreen } from './false-green/false-green.ts'
import { judge } from './judgement.ts'
import type { Judgement } from './judgement.ts'
import { list } from './list.ts'
import { makespan } from './makespan.ts'
import { openSteps } from './open-steps.ts'
import { overhead } from './overhead/overhead.ts'
import { parallelSteps } from './parallel-steps.ts'
import { renderJudgement } from './render-judgement.ts'
import { replay } from './replay.ts'
import { scheduleCost } from './schedule-cost.ts'
import { sequentialSteps } from './sequential-steps.ts'
import { status } from './status.ts'

const MOST_ATTEMPTS = 3
const benches: readonly Bench[] = [
  sequentialSteps,
  parallelSteps,
  replay,
  openSteps,
  status,
  list,
  makespan,
  scheduleCost,
  ...isolation(),
  ...falseGreen(),
  ...overhead(),
]

const json = process.argv.includes('--json')
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const chosen = benches.filter(({ name }) => words.every((word) => name.includes(word)))
if (chosen.length === 0) {
  const names = benches.map(({ name }) => `  ${name}`).join('\n')
  console.error(`No bench has ${words.join(' and ')} in its name. There are:\n${names}`)
}
const judgements: Judgement[] = []
for (const bench of chosen) {
  const judgement = await judgeFairly(bench)
  judgements.push(judgement)
  if (!json) console.log(renderJudgement(judgement).join('\n'))
}
if (json) console.log(JSON.stringify(judgements, null, 2))
process.exitCode = chosen.length > 0 && judgements.every(({ passed }) => passed) ? 0 : 1

async function judgeFairly(bench: Bench): Promise<Judgement> {
  for (let attempt = 1; ; attempt += 1) {
    const judgement = judge(bench, await measureInScratch(bench), attempt)
    if (judgement.passed || bench.once === true || attempt === MOST_ATTEMPTS) return judgement
  }
}

/** Beside the built benches and not in the temporary folder, which may be memory and would make syncing free. */
async function measureInScratch(bench: Bench): Promise<Measured> {
  const scratch = await mkdtemp(join(import.meta.dirname, 'scratch-'))
  try {
    return await bench.measure(scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
