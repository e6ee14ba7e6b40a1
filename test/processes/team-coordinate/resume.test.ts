import { beforeAll, describe, expect, test } from 'vitest'
import type { ProcessPlay } from '../../harness/play-process.ts'
import { makeStage, playProcess, playProcessCut } from '../../harness/play-process.ts'
import { tasksIn, workedOn } from './play-team.ts'
import { script } from './resume-script.ts'

async function played(
  play: (stage: Awaited<ReturnType<typeof makeStage>>) => Promise<ProcessPlay>,
): Promise<ProcessPlay> {
  const stage = await makeStage()
  try {
    return await play(stage)
  } finally {
    await stage.remove()
  }
}

/** How many moments of the job a kill is tried at. */
const CUTS = Number(process.env['TEAM_CUTS'] ?? 2)

describe('a team that is killed', () => {
  let whole: ProcessPlay
  beforeAll(async () => {
    whole = await played((stage) => playProcess(stage, script))
  })

  test('D6, D28, D43: one job has a verdict, a gap and a revision, each of them a revision of the tasks', () => {
    expect(whole.outcome).toMatchObject({ status: 'completed' })
    expect(new Set(workedOn(whole))).toEqual(
      new Set(['DESIGN-001', 'DRAFT-001', 'DESIGN-001-R1', 'IMPL-001', 'TEST-001']),
    )
  })

  test('D13, D32: goes on as if nothing had happened, whenever that is', async () => {
    const { length } = whole.events
    const points = Array.from({ length: CUTS }, (_each, at) => Math.floor(((at + 0.5) * length) / CUTS))
    for (const most of points) {
      const cut = await played((stage) => playProcessCut(stage, script, most))
      expect([most, cut.outcome]).toEqual([most, { ...cut.outcome, status: 'completed' }])
      expect([most, tasksIn(cut)]).toEqual([most, tasksIn(whole)])
    }
  }, 600_000)
})
