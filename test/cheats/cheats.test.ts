import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentProgram, PATIENCE_MS } from '../harness/cli.ts'
import type { CheatVerdict } from './judge-cheat.ts'
import { judgeCheat } from './judge-cheat.ts'
import { renderCheats } from './render-cheats.ts'
import { additions } from './rows/additions.ts'
import { auditClaims } from './rows/audit-claims.ts'
import { auditEdits } from './rows/audit-edits.ts'
import { auditPatches } from './rows/audit-patches.ts'
import { auditSettings } from './rows/audit-settings.ts'
import { auditShadows } from './rows/audit-shadows.ts'
import { auditSupport } from './rows/audit-support.ts'
import { auditSuppressions } from './rows/audit-suppressions.ts'
import { claims } from './rows/claims.ts'
import { configuredGates } from './rows/configured.ts'
import { gates } from './rows/gates.ts'
import { standIns } from './rows/stand-ins.ts'
import { judges } from './rows/judges.ts'
import { keptPlaces } from './rows/kept-places.ts'
import { places } from './rows/places.ts'
import { processes } from './rows/processes.ts'
import { proofClaims } from './rows/proof-claims.ts'
import { proofPlaces } from './rows/proof-places.ts'
import { quietEdits } from './rows/quiet-edits.ts'
import { repository } from './rows/repository.ts'
import { roundabout } from './rows/roundabout.ts'
import { smuggled } from './rows/smuggled.ts'
import { tests } from './rows/tests.ts'

const audits = [
  ...auditSupport,
  ...auditEdits,
  ...auditSuppressions,
  ...auditShadows,
  ...auditPatches,
  ...auditClaims,
  ...quietEdits,
  ...judges,
  ...auditSettings,
  ...roundabout,
  ...additions,
  ...configuredGates,
  ...standIns,
]
const all = [
  ...claims,
  ...tests,
  ...gates,
  ...places,
  ...keptPlaces,
  ...repository,
  ...smuggled,
  ...processes,
  ...proofPlaces,
  ...proofClaims,
  ...audits,
]
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
