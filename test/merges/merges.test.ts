import { afterAll, expect, test } from 'vitest'
import { parallel } from '../../src/kernel/parallel.ts'
import { makeRepository } from '../fixtures/git-repository.ts'
import type { ScenarioRow } from './scenario-table.ts'
import { scenarioTable } from './scenario-table.ts'
import { judgeScenario } from './judge-scenario.ts'
import { makeScenario } from './make-scenario.ts'
import { mergePlainly } from './merge-plainly.ts'
import { playScenario } from './play-scenario.ts'

const SEED = Number(process.env['TUTTI_MERGES_SEED'] ?? 20_261)
/** `npm run test:crash` plays all 200. */
const SCENARIOS = process.env['TUTTI_TEST_CUTS'] === 'all' ? 200 : 40
const AT_ONCE = 3

const rows: ScenarioRow[] = []
afterAll(() => {
  process.stdout.write(`${scenarioTable(rows, SEED)}\n`)
})

async function runScenario(number: number): Promise<ScenarioRow> {
  const scenario = makeScenario(SEED, number)
  const repository = await makeRepository()
  try {
    const played = await playScenario(scenario, repository)
    const judgement = await judgeScenario(scenario, played, repository)
    const plain = await mergePlainly(repository, played.base, [...played.commits.values()])
    return { scenario, played, judgement, plain }
  } finally {
    await repository.remove()
  }
}

test('P3: sets of parallel branches land without a lost hunk, on proven commits only, and every culprit is named', async () => {
  const numbers = Array.from({ length: SCENARIOS }, (_, index) => index)
  rows.push(...(await parallel(numbers, AT_ONCE, runScenario)))
  expect(rows.flatMap(({ judgement }) => judgement.breaches)).toEqual([])
  expect(rows.flatMap(({ played }) => (played.refused.honest > 0 ? [played.base] : []))).toEqual([])
  expect(rows.filter(({ played }) => played.refused.lazy > 0).length).toBeGreaterThan(SCENARIOS / 20)
}, 600_000)
