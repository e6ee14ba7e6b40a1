import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TestRepository } from '../../test/fixtures/git-repository.ts'
import { makeRepository } from '../../test/fixtures/git-repository.ts'
import { castAgents } from '../../test/harness/cast-agents.ts'
import type { StagePlay } from '../../test/harness/play-stage.ts'
import { baseOf, jobOf, playStage, playWithCuts } from '../../test/harness/play-stage.ts'
import type { Act, Scene } from '../adapters/agents/scripted/script.ts'
import type { Contract } from '../contracts/contract.ts'
import { toRunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import type { TurnRequest } from '../kernel/ports/agents.ts'
import type { Json } from '../kernel/json.ts'
import type { Limits } from '../kernel/usage.ts'
import { standardPolicy } from '../policy/run-policy.ts'
import type { RolePlace } from './ask-role.ts'
import { askRole } from './ask-role.ts'
import { openWorkspace } from './open-workspace.ts'

let repository: TestRepository
beforeEach(async () => {
  repository = await makeRepository()
  await repository.write('base', 'base')
  await repository.git(['add', '.'])
  await repository.git(['commit', '--quiet', '-m', 'base'])
})
afterEach(() => repository.remove())

const contract: Contract<string | null, { readonly done: boolean }> = {
  role: 'implementer',
  version: 1,
  access: 'write',
  may: { exec: true, network: true },
  prompt: (kept) => `Do it.${kept === null ? '' : ` Kept: ${kept}`}`,
  reply: z.object({ done: z.boolean() }),
}

const on = (match: Scene['match'], ...acts: readonly Act[]): Scene => ({ match, acts })
const write = (path: string): Act => ({ act: 'write', path, text: 'so\n' })
const done: Act = { act: 'reply', value: { done: true } }
const limited = (seconds: number): Act => ({ act: 'rate-limit', retryAfterSeconds: seconds })
const fails = (code: number): Act => ({ act: 'error', code, message: 'no' })
const works = [on({}, write('work'), done)]
const options = [{ id: 'retry' }, { id: 'stop' }]

/** One call after the other, each in its own workspace, as tasks of one run do. */
function stage(calls: readonly string[], crew: readonly string[]) {
  return async (run: Run): Promise<Json> => {
    const base = await baseOf(run)
    const [first = '', ...others] = crew
    const policy = { ...standardPolicy, process: { ...standardPolicy.process, tools: false } }
    const job = jobOf({
      base,
      policy,
      agents: { implementer: first },
      fallbacks: { implementer: others },
      recorded: () => run.recorded(),
    })
    const ends: string[] = []
    for (const call of calls) {
      const scope = run.scope(call)
      const workspace = await openWorkspace(scope, call, base)
      const place = { workspace, parent: base, message: 'work' }
      const end = await askRole(scope, job, contract, (kept) => kept, place).then(
        ({ turn }) => turn.changes.map(({ path }) => path).join(' '),
        (thrown: unknown) => toRunFailure(thrown).code,
      )
      ends.push(end)
    }
    return ends
  }
}

interface Played extends StagePlay {
  readonly turns: readonly TurnRequest[]
}

async function play(
  cast: Readonly<Record<string, readonly Scene[]>>,
  options: {
    readonly calls?: readonly string[]
    readonly limits?: Limits
    readonly answer?: 'raise' | 'retry' | 'stop'
  } = {},
): Promise<Played> {
  const { calls = ['A'], limits = {}, answer } = options
  const turns: TurnRequest[] = []
  const played = await playStage({
    repository,
    stage: stage(calls, Object.keys(cast)),
    agents: castAgents(cast, new Set(), (turn) => void turns.push(turn)),
    limits,
    ...(answer === undefined ? {} : { answer: () => ({ option: answer }) }),
  })
  return { ...played, turns }
}

const agentsOf = ({ turns }: Played): readonly string[] => turns.map(({ agent }) => agent)

describe('P7: an agent that cannot be used', () => {
  it.each([
    ['is not logged in', [fails(401)]],
    ['has a rate limit that lasts', [limited(3600)]],
  ])('%s: the next one takes over at once, and no other call asks it', async (_what, acts) => {
    const played = await play({ one: [on({}, ...acts)], two: works }, { calls: ['A', 'B'] })
    expect(played.result).toEqual(['work', 'work'])
    expect(agentsOf(played)).toEqual(['one', 'two', 'two'])
    expect(played.facts('failed-over')).toMatchObject([
      { role: 'implementer', from: 'one', to: 'two', isAway: true },
      { from: 'one', to: 'two', isAway: false },
    ])
  })

  it('is waited for when its limit ends soon, and goes on in the same session with its files', async () => {
    const played = await play({
      one: [
        on({ prompt: 'You were interrupted' }, { act: 'run', command: 'cat half > rest' }, done),
        on({}, write('half'), limited(60)),
      ],
      two: works,
    })
    expect(played.result).toEqual(['half rest'])
    expect(agentsOf(played)).toEqual(['one', 'one'])
    expect(played.turns[1]?.session).toBe('scripted:r1:A/try-1/turn:1')
  })

  it('hands its files on, and never its session', async () => {
    const played = await play({ one: [on({}, write('half'), fails(401))], two: works })
    expect(played.turns[1]).toMatchObject({
      session: null,
      prompt: expect.stringMatching(/Kept: [0-9a-f]{40}/),
    })
    expect(played.result).toEqual(['work'])
  })

  it('P4: is tried as often as the policy says before another takes over', async () => {
    const played = await play({ one: [on({}, { act: 'crash', code: 1 })], two: works })
    expect(agentsOf(played)).toEqual(['one', 'one', 'one', 'two'])
    expect(played.facts('failed-over')).toMatchObject([{ isAway: false }])
  })

  it('P4: is given longer each time when it is not back at the moment it told', async () => {
    const soon = ['1', '2', '3'].map((of) => on({ step: `A/try-${of}/**` }, limited(1)))
    const played = await play({ one: [...soon, ...works] })
    expect(agentsOf(played)).toEqual(['one', 'one', 'one', 'one'])
    const longer = played.events.flatMap((event) =>
      event.type === 'step-started' && event.step.endsWith('/longer') ? [event.step] : [],
    )
    expect(longer).toEqual(['A/try-2/longer', 'A/try-3/longer'])
  })

  it('P4: is not asked for a fitting reply more than one round, and another is', async () => {
    const chatter = on({}, { act: 'say', text: 'no JSON' })
    expect((await play({ one: [chatter] })).turns).toHaveLength(3)
  })

  it('gives its place to another for a fitting reply too', async () => {
    const played = await play({ one: [on({}, { act: 'say', text: 'no JSON' })], two: works })
    expect(agentsOf(played)).toEqual(['one', 'one', 'one', 'two'])
  })

  it('is asked again when nobody is left: the one that is back first, or else the call has failed', async () => {
    const back = await play({
      one: [on({ step: 'A/try-1/**' }, limited(3600)), ...works],
      two: [on({}, fails(401))],
    })
    expect(back.result).toEqual(['work'])
    expect(agentsOf(back)).toEqual(['one', 'two', 'one'])
  })

  it('P6: a person is asked when nobody is left and nobody knows when, and may end the run', async () => {
    const nobody = [on({}, fails(401))]
    const played = await play({ one: nobody, two: nobody }, { answer: 'stop' })
    expect(agentsOf(played)).toEqual(['one', 'two'])
    expect([...played.questions]).toMatchObject([
      [
        'A/try-2/unavailable',
        {
          text: expect.stringContaining('one and two cannot be used'),
          options,
          alike: { about: 'back: one, two', option: 'retry' },
        },
      ],
    ])
    expect(played.result).toEqual(['rejected'])
  })

  it('P6: the call goes on where it was when a person says so, and other calls ask the first choice again', async () => {
    const one = [on({ step: 'A/try-1/**' }, write('half'), fails(401)), ...works]
    const two = [on({}, fails(401))]
    const played = await play({ one, two }, { calls: ['A', 'B'], answer: 'retry' })
    expect(played.result).toEqual(['work', 'work'])
    expect(agentsOf(played)).toEqual(['one', 'two', 'one', 'one'])
    expect(played.turns[2]).toMatchObject({
      step: 'A/try-3/turn',
      prompt: expect.stringMatching(/Kept: [0-9a-f]{40}/),
    })
    expect(played.facts('notice')).toMatchObject([{ back: ['one', 'two'] }])
  })

  it('P6: waits for the answer as long as it takes', async () => {
    const played = await play({ one: [on({}, fails(401))] })
    expect(played.outcome).toMatchObject({ status: 'waiting', questions: ['A/try-1/unavailable'] })
  })
})

it('P7: whoever has the session goes on in it, also when the first choice is back; nobody else ever gets it', async () => {
  const turns: TurnRequest[] = []
  const cast = {
    one: [on({ step: 'A/**' }, limited(400)), ...works],
    two: [on({ step: 'C/**' }, fails(401)), ...works],
  }
  const played = await playStage({
    repository,
    agents: castAgents(cast, new Set(), (turn) => void turns.push(turn)),
    stage: async (run) => {
      const base = await baseOf(run)
      const recorded = (): ReadonlyMap<string, Json> => run.recorded()
      const agents = { implementer: 'one' }
      const job = jobOf({ base, agents, fallbacks: { implementer: ['two'] }, recorded })
      const workspace = await openWorkspace(run, 'W', base)
      let place: RolePlace = { workspace, parent: base, message: 'work', isKept: true }
      for (const name of ['A', 'B', 'C']) {
        const { turn, by } = await askRole(run.scope(name), job, contract, (kept) => kept, place)
        place = { ...place, parent: turn.commit, session: turn.session, sessionOf: by }
        await run.sleep(`after-${name}`, { ms: 500_000 })
      }
      return null
    },
  })
  expect(played.outcome.status).toBe('completed')
  const session = 'scripted:r1:A/try-2/turn:1'
  expect(turns.map((turn) => [turn.step, turn.agent, turn.session])).toEqual([
    ['A/try-1/turn', 'one', null],
    ['A/try-2/turn', 'two', null],
    ['B/try-1/turn', 'two', session],
    ['C/try-1/turn', 'two', session],
    ['C/try-2/turn', 'one', null],
  ])
})

describe('P4: a turn that passes a cap', () => {
  const spends = (tokens: number): Act => ({ act: 'usage', tokens, usd: 0 })
  const one = [
    on({ prompt: 'You were interrupted' }, { act: 'run', command: 'cat half > rest' }, spends(10), done),
    on({}, write('half'), spends(150), { act: 'stall' }),
  ]

  it('is stopped, and goes on in the same session when a person allows more', async () => {
    const played = await play({ one }, { limits: { tokens: 100 }, answer: 'raise' })
    expect(played.result).toEqual(['half rest'])
    expect([...played.questions.keys()]).toEqual(['limit/run/tokens/1'])
    expect(played.turns[1]?.session).toBe(played.turns[0] && 'scripted:r1:A/try-1/turn:1')
  })

  it('ends the run when a person does not', async () => {
    const played = await play({ one }, { limits: { tokens: 100 }, answer: 'stop' })
    expect(played.result).toEqual(['limit-reached'])
    expect(played.turns).toHaveLength(1)
  })
})

it('P1: failover and parking, cut at every event, come to the same end', async () => {
  const sessions = new Set<string>()
  const cast = {
    one: [
      on({ step: 'A/try-2/**' }, { act: 'run', command: 'cat half > rest' }, done),
      on({ step: 'A/**' }, write('half'), limited(60)),
      on({}, write('half'), fails(401)),
    ],
    two: works,
  }
  const script = { stage: stage(['A', 'B'], ['one', 'two']), agents: castAgents(cast, sessions) }
  const { whole, resumed } = await playWithCuts(script, async () => {
    const place = await makeRepository()
    await place.write('base', 'base')
    await place.git(['add', '.'])
    await place.git(['commit', '--quiet', '-m', 'base'])
    return { repository: place }
  })
  expect(whole.result).toEqual(['half rest', 'work'])
  expect(resumed.map(({ result }) => result)).toEqual(resumed.map(() => whole.result))
  expect(resumed.length).toBeGreaterThan(20)
}, 300_000)
