import { beforeAll, describe, expect, it } from 'vitest'
import type { RunEvent } from '../../../src/kernel/event.ts'
import type { PreflectFact } from '../../../src/records/controlflow/own-facts.ts'
import type { ProcessPlay, ProcessScript } from '../../harness/play-process.ts'
import { makeStage, playProcess } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import { cast, done, planOf, write } from '../../stories/cast.ts'
import { LONG, ofTier, playFlow } from './play-controlflow.ts'

const contracts = [{ from: 'A', to: 'B', interface: 'prices()', format: 'a list' }]

describe('before a batch', () => {
  it(
    'C10: a phase whose contract nobody has kept yet is REPLAN, and starts once the plan has the order',
    async () => {
      const loose = [{ id: 'A' }, { id: 'B' }]
      const ordered = [{ id: 'A' }, { id: 'B', after: ['A'] }]
      const sure = { contracts, confidence: 0.95 }
      const play = await playFlow({
        tasks: ordered,
        tier: 'small',
        plan: { contracts },
        first: [scene({ role: 'planner', step: 'plan/r1/**' }, reply(planOf(loose, sure)))],
      })
      const seen = play.facts('cf-preflect') as unknown as readonly PreflectFact[]
      expect(seen.map(({ wave, revision, decision }) => [wave, revision, decision])).toEqual([
        [1, 1, 'REPLAN'],
        [1, 2, 'GO'],
        [2, 2, 'GO'],
      ])
      expect(seen[0]?.contractDrift).toEqual(['B needs prices() of A, which is not there.'])
      expect(play.promptOf('plan/r2/')).toContain('B needs prices() of A, which is not there.')
      expect(play.turns.filter((step) => step.startsWith('execute/') && step.includes('@r1'))).toEqual([])
      expect(play.outcome.status).toBe('completed')
    },
    LONG,
  )

  it(
    'C10 impossible: a phase of which nothing says when it is done does not start by itself',
    async () => {
      const tasks = [{ id: 'A', more: { acceptance: [] } }]
      const play = await playFlow({ tasks, tier: 'small' })
      expect(play.facts('cf-preflect')).toMatchObject([
        { decision: 'ABSTAIN', missingEvidence: ['Nothing says when A is done.'] },
      ])
      expect(play.outcome).toMatchObject({ status: 'waiting', questions: ['execute/wave-1-r1/approve'] })
      expect(play.turns.some((step) => step.startsWith('execute/'))).toBe(false)
    },
    LONG,
  )
})

const tasks = [{ id: 'A' }, { id: 'B', after: ['A'] }]

const script: ProcessScript = {
  process: 'controlflow',
  objective: 'Write two notes, A.txt and B.txt, each with its own name in it',
  policy: (own) => ofTier(own, 'small'),
  ...cast(tasks, [
    scene({ role: 'planner' }, reply(planOf(tasks, { confidence: 0.95 }))),
    // An agent that would have the todos of the plan to itself.
    scene({ step: 'execute/A@*/attempt-1/implement**' }, [
      { act: 'run', command: "mkdir -p plans && echo '- [x] Phase 2' > plans/mine-plan.md && rm -r plans" },
      write('A.txt', 'A\n'),
      ...done,
    ]),
  ]),
}

const isTodo = (event: RunEvent): boolean => event.type === 'fact-recorded' && event.kind === 'cf-todo'
const isSecondWave = (event: RunEvent): boolean =>
  event.type === 'question-asked' && event.question === 'execute/wave-2-r1/approve'

/** Goes on from a part of what was told before, as if nobody had ever told the rest. */
async function goOnFrom(
  keep: (event: RunEvent, index: number, all: readonly RunEvent[]) => boolean,
): Promise<{
  readonly past: readonly RunEvent[]
  readonly play: ProcessPlay
}> {
  const stage = await makeStage()
  try {
    const { events } = await playProcess(stage, script, { most: await eventsBefore(isSecondWave) })
    const past = events.filter(keep).map((event, index) => ({ ...event, seq: index + 1 }))
    return { past, play: await playProcess(stage, script, { past }) }
  } finally {
    await stage.remove()
  }
}

let whole: ProcessPlay

async function eventsBefore(found: (event: RunEvent) => boolean): Promise<number> {
  return whole.events.findIndex(found)
}

describe('a todo that is not marked', () => {
  beforeAll(async () => {
    const stage = await makeStage()
    try {
      whole = await playProcess(stage, script)
    } finally {
      await stage.remove()
    }
  }, LONG)

  const inOrder = ({ events }: ProcessPlay): boolean => {
    const [todo, wave] = [events.findIndex(isTodo), events.findIndex(isSecondWave)]
    return todo !== -1 && todo < wave
  }

  it('C18, C20: is marked right after its phase, before the next wave is looked at', () => {
    expect(whole.outcome.status).toBe('completed')
    expect(inOrder(whole)).toBe(true)
    const looked = whole.events.findIndex(
      (event) => event.type === 'fact-recorded' && event.name === 'execute/wave-2-r1/preflect',
    )
    expect(whole.events.findIndex(isTodo)).toBeLessThan(looked)
  })

  it(
    'C20 impossible: a run that was killed between the phase and its mark does not begin the next wave without it',
    async () => {
      const { past, play } = await goOnFrom((_, index, all) => index < all.findIndex(isTodo))
      expect(past.some(isTodo)).toBe(false)
      expect(inOrder(play)).toBe(true)
      expect(play.facts('cf-todo')).toHaveLength(2)
    },
    LONG,
  )

  it(
    'C20 impossible: a mark that is taken out of the journal is made again before the wave is asked about',
    async () => {
      const { past, play } = await goOnFrom((event) => !isTodo(event))
      expect(past.some(isTodo)).toBe(false)
      expect(past.some((event) => event.type === 'fact-recorded' && event.kind === 'cf-preflect')).toBe(true)
      expect(inOrder(play)).toBe(true)
      expect(play.outcome.status).toBe('completed')
    },
    LONG,
  )
})
