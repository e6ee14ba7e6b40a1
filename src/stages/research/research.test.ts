import { describe, expect, it } from 'vitest'
import type { PlanOptions, PlanPlay } from '../../../test/harness/play-plan.ts'
import { playCuts, playPlan } from '../../../test/harness/play-plan.ts'
import { on } from '../../../test/harness/play-standard.ts'
import { createMemoryStore } from '../../adapters/store/memory/memory-store.ts'
import type { Json } from '../../kernel/json.ts'
import { standardProcess } from '../../policy/process-policy.ts'
import { createVirtualClock } from '../../testing/virtual-clock.ts'
import { research } from './research.ts'

const files = { 'src/a.ts': 'one', 'src/b.ts': 'two', 'lib/c.ts': 'three' }
const found = { path: 'src/a.ts', note: 'one is here' }
const reply = {
  summary: 'seen',
  findings: [found],
  sources: ['src/a.ts'],
  confidence: 0.8,
  openQuestions: ['why?'],
}
const researcher = on({ role: 'researcher' }, { act: 'reply', value: reply })

function newStore() {
  return createMemoryStore(createVirtualClock({ start: 0 }))
}

function look(options: PlanOptions = {}): Promise<PlanPlay> {
  return playPlan(researching(options))
}

function researching(options: PlanOptions): PlanOptions {
  return {
    scenes: [researcher],
    files,
    brief: { affectedAreas: ['src'] },
    ...options,
    stage: async (run, job, brief) =>
      [...(await research(run.scope('research'), job, brief, Object.keys(options.files ?? files)))] as Json,
  }
}

const asked = ({ prompts }: PlanPlay): readonly string[] => [...prompts.keys()]

describe('research', () => {
  it('looks at as many areas as the tier has, at the same time', async () => {
    const played = await look({
      job: { tier: 'large' },
      brief: { affectedAreas: ['src'], grayKinds: ['data'] },
    })
    expect(asked(played)).toEqual([
      'research/structure/try-1/turn',
      'research/proof/try-1/turn',
      'research/data/try-1/turn',
      'research/area-src/try-1/turn',
    ])
    expect(asked(await look({ job: { tier: 'trivial' } }))).toEqual([])
  })

  it('takes what an earlier run found while the files it rests on are the same, and says so', async () => {
    const store = newStore()
    await look({ store })
    const again = await look({ store, run: 'r2', job: { objective: 'something else' } })
    expect(asked(again)).toEqual([])
    expect(again.outcome).toMatchObject({ result: [reply, reply] })
    expect(again.facts('notice')).toEqual([
      { text: 'What r1 found about structure is taken over: the 1 files it rests on are unchanged.' },
      { text: 'What r1 found about proof is taken over: the 1 files it rests on are unchanged.' },
    ])
  })

  it.each([
    ['a source has changed', { ...files, 'src/a.ts': 'ONE' }],
    ['a source is gone', { 'src/b.ts': 'two' }],
    ['a file has come beside a source', { ...files, 'src/d.ts': 'four' }],
  ])('is done anew when %s', async (_what, changed) => {
    const store = newStore()
    await look({ store })
    const scenes = [on({ role: 'researcher' }, { act: 'reply', value: { ...reply, sources: ['src/b.ts'] } })]
    expect(asked(await look({ store, files: changed, run: 'r2', scenes }))).toHaveLength(2)
  })

  it.each<[string, PlanOptions]>([
    ['another part of the repository', { brief: { affectedAreas: ['lib'] } }],
    [
      'a policy that wants none of it',
      { process: { research: { ...standardProcess.research, reuse: false } } },
    ],
  ])('is not taken over for %s', async (_what, options) => {
    const store = newStore()
    await look({ store })
    expect(asked(await look({ store, run: 'r2', ...options }))).toHaveLength(2)
  })

  it('is still taken over when something far from its sources has changed', async () => {
    const store = newStore()
    await look({ store })
    expect(asked(await look({ store, run: 'r2', files: { ...files, 'lib/c.ts': 'THREE' } }))).toEqual([])
  })

  it('is asked by the objective where nothing else tells what it is about', async () => {
    const store = newStore()
    const brief = { affectedAreas: [] }
    await look({ store, brief: { ...brief, objective: 'one thing' } })
    expect(asked(await look({ store, run: 'r2', brief: { ...brief, objective: 'one thing' } }))).toEqual([])
    expect(asked(await look({ store, run: 'r3', brief: { ...brief, objective: 'another' } }))).toHaveLength(2)
  })

  it('P7: is sent back when it names no source, or one that is not there', async () => {
    const repaired = on({ role: 'researcher', step: '**/repair-1' }, { act: 'reply', value: reply })
    const bad = (sources: readonly string[]): PlanOptions => ({
      scenes: [
        repaired,
        on({ role: 'researcher' }, { act: 'reply', value: { ...reply, sources: [...sources] } }),
      ],
    })
    const complaint = async (sources: readonly string[]): Promise<string> =>
      (await look(bad(sources))).prompts.get('research/structure/try-1/repair-1') ?? ''
    expect(await complaint([])).toContain('rest on no source')
    expect(await complaint(['src/x.ts'])).toContain('no files of the repository: src/x.ts')
  })

  it('P8: goes on after a cut anywhere', async () => {
    const { whole, resumed } = await playCuts(researching({}))
    for (const { outcome } of resumed) expect(outcome).toEqual(whole.outcome)
  })
})
