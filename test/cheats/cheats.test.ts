import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentProgram, PATIENCE_MS } from '../harness/cli.ts'
import type { CheatVerdict } from './judge-cheat.ts'
import { judgeCheat } from './judge-cheat.ts'
import { renderCheats } from './render-cheats.ts'
import { claims } from './rows/claims.ts'
import { gates } from './rows/gates.ts'
import { places } from './rows/places.ts'
import { processes } from './rows/processes.ts'
import { repository } from './rows/repository.ts'
import { smuggled } from './rows/smuggled.ts'
import { tests } from './rows/tests.ts'

const all = [...claims, ...tests, ...gates, ...places, ...repository, ...smuggled, ...processes]
/** Every third, from every group; `npm run test:crash` plays all of them. */
const cheats = process.env['TUTTI_TEST_CUTS'] === 'all' ? all : all.filter((_cheat, index) => index % 3 === 0)

describe('P2: no lie becomes done', { concurrent: true, timeout: PATIENCE_MS }, () => {
  let folder = ''
  const verdicts = new Map<string, CheatVerdict>()

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'tutti-cheats-')))
  })

  afterAll(async () => {
    console.log(renderCheats(cheats, verdicts))
    await rm(folder, { recursive: true, force: true })
  })

  it.each(cheats)('$name', async (cheat) => {
    const root = join(folder, String(cheats.indexOf(cheat)))
    const verdict = await judgeCheat(cheat, root, agentProgram)
    verdicts.set(cheat.name, verdict)
    expect(verdict.wrong).toEqual([])
  })
})
