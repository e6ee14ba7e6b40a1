import { expect, it } from 'vitest'
import { eventsOf, playbook, playThrough } from '../../test/harness/play-story.ts'
import type { Act, Scene } from '../adapters/agents/scripted/script.ts'
import { createScriptedAgents } from '../adapters/agents/scripted/scripted-agents.ts'
import type { Activity } from '../kernel/ports/activity.ts'
import type { Workspace, Workspaces } from '../kernel/ports/workspaces.ts'
import type { Limits } from '../kernel/usage.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { createVirtualClock } from '../testing/virtual-clock.ts'
import { takeTurn } from './take-turn.ts'

const workspace: Workspace = { id: 'w', path: '/w', ref: 'refs/tutti/r1/work/w', baseCommit: 'c0' }
const asksStatus = 'You have been silent'
const asksToFinish = 'Your time is up'

/** One write turn with an agent that plays these scenes; `unfinished` is what it had written when it failed. */
async function play(
  scenes: readonly Scene[],
  options: {
    readonly limits?: Limits
    readonly unfinished?: string | null
    readonly strays?: readonly string[]
  } = {},
) {
  const { limits = {}, unfinished = null, strays = [] } = options
  const clock = createVirtualClock({ start: 0 })
  const prompts: string[] = []
  const phases: string[] = []
  const ended: string[] = []
  const agents = createScriptedAgents({
    script: { scenes },
    clock,
    log: ({ phase }) => void phases.push(phase),
  })
  const activities: Activity[] = []
  const workspaces: Partial<Workspaces> = {
    strays: async () => strays,
    reset: async () => {},
    guard: async () => {},
    inspect: async () => [],
    saveUnfinished: async () => unfinished,
    commit: async () => ({ commit: 'c1', tree: 't1', changes: [] }),
  }
  const world = createTestWorld({
    clock,
    agents: {
      ...agents,
      turn: (request, hooks) => {
        prompts.push(request.prompt)
        return agents.turn(request, hooks)
      },
      end: async (session) => {
        ended.push(session)
        return agents.end(session)
      },
      canResume: () => false,
      close: () => agents.close(),
    },
    workspaces: workspaces as Workspaces,
    activity: (activity) => void activities.push(activity),
  })
  const story = playbook(async (run) => {
    const place = {
      agent: 'a',
      role: 'implementer',
      access: 'write',
      workspace,
      parent: 'c0',
      message: '',
    } as const
    const input = { ...place, prompt: 'Do it.', session: null, replyAs: 'Reply in JSON.' }
    return takeTurn(run, 'turn', input, () => true)
  })
  const outcome = await playThrough(story, world, { limits })
  const events = await eventsOf(world)
  const notes = events.flatMap((event) => (event.type === 'step-noted' ? [event.note] : []))
  const usage = events.flatMap((event) =>
    event.type === 'step-completed' || event.type === 'step-failed' ? [event.usage] : [],
  )
  return { outcome, prompts, phases, ended, activities, notes, usage: usage[0], now: clock.now() }
}

const on = (prompt: string, ...acts: readonly Act[]): Scene => ({ match: { prompt }, acts })
const spends = (tokens: number): Act => ({ act: 'usage', tokens, usd: 1 })
const minute = 60_000

it('P7: one that is silent is asked for its status in the same session, and may go on', async () => {
  const { outcome, prompts, notes, usage, activities } = await play([
    on(asksStatus, spends(10), { act: 'say', text: 'I was waiting for a server. Done.' }),
    on('Do it.', spends(5), { act: 'stall' }),
  ])
  expect(outcome).toMatchObject({
    status: 'completed',
    result: { text: 'I was waiting for a server. Done.' },
  })
  expect(prompts).toHaveLength(2)
  expect(prompts[1]).toContain('Reply in JSON.')
  expect(notes).toContainEqual({ nudged: 'status' })
  expect(usage).toEqual({ turns: 2, tokens: 15, usd: 2 })
  expect(activities).toContainEqual(expect.objectContaining({ kind: 'nudge', step: 'turn' }))
})

it('P7: one that stalls again is asked to finish, then ended, and its work is kept', async () => {
  const { outcome, prompts, notes, ended, usage, now } = await play([on('', { act: 'stall' })], {
    unfinished: 'half',
  })
  expect(prompts.map((prompt) => prompt.slice(0, 12))).toEqual(
    ['Do it.', asksStatus, asksToFinish].map((words) => words.slice(0, 12)),
  )
  expect(notes.filter((note) => JSON.stringify(note).includes('nudged'))).toEqual([
    { nudged: 'status' },
    { nudged: 'finish' },
  ])
  expect(outcome).toMatchObject({
    status: 'failed',
    failure: {
      code: 'agent-failed',
      trouble: 'hung',
      kept: 'half',
      message: expect.stringContaining('half'),
    },
  })
  expect(outcome).not.toHaveProperty('failure.session')
  expect(ended).not.toEqual([])
  expect(usage).toEqual({ turns: 3, tokens: null, usd: null })
  expect(now).toBe(9 * minute)
})

it('P7: one that is busy until its time is up is asked to finish once', async () => {
  const busy: Act = { act: 'ponder', ms: 60 * minute, everyMs: minute }
  const { outcome, prompts } = await play([
    on(asksToFinish, { act: 'say', text: 'half of it' }),
    on('Do it.', busy),
  ])
  expect(outcome).toMatchObject({ status: 'completed', result: { text: 'half of it' } })
  expect(prompts).toHaveLength(2)
  const stubborn = await play([on('', busy)])
  expect(stubborn.outcome).toMatchObject({ failure: { trouble: 'timed-out' } })
  expect(stubborn.prompts).toHaveLength(2)
  expect(stubborn.now).toBe(18 * minute)
})

it('P7: the whole turn keeps its time, however often the agent is nudged', async () => {
  const { now, prompts } = await play([
    on(asksToFinish, { act: 'stall' }),
    on(asksStatus, { act: 'ponder', ms: 60 * minute, everyMs: minute }),
    on('Do it.', { act: 'stall' }),
  ])
  expect(prompts).toHaveLength(3)
  expect(now).toBe(18 * minute)
})

it('P7: one that does not even stop is ended at once, and its work is kept', async () => {
  const { outcome, prompts } = await play([on('', { act: 'hang' })], { unfinished: 'half' })
  expect(outcome).toMatchObject({ failure: { trouble: 'hung', kept: 'half' } })
  expect(prompts).toHaveLength(1)
})

it('P5: nobody is nudged beyond the cap on turns', async () => {
  const { outcome, prompts, usage } = await play([on('', spends(5), { act: 'stall' })], {
    limits: { turns: 2 },
  })
  expect(outcome).toMatchObject({ failure: { trouble: 'hung' } })
  expect(prompts).toHaveLength(2)
  expect(usage).toEqual({ turns: 2, tokens: 10, usd: 2 })
})

it('P5: what one prompt did not tell makes the whole unknown, and what is known stays charged', async () => {
  const { usage } = await play([
    on(asksStatus, { act: 'say', text: 'x' }),
    on('Do it.', spends(5), { act: 'stall' }),
  ])
  expect(usage).toEqual({ turns: 2, tokens: null, usd: null })
})

it('P7: what one had written is kept when it fails in any other way', async () => {
  const { outcome } = await play([on('', { act: 'crash', code: 1 })], { unfinished: 'half' })
  expect(outcome).toMatchObject({ failure: { trouble: 'crashed', kept: 'half' } })
})

it('P3: what a stranger wrote between turns is a finding of the turn that puts it back, also when that fails', async () => {
  const finding = {
    what: 'worktree',
    name: 'w',
    action: 'undone',
    message: expect.stringContaining('a.ts, b.ts'),
  }
  const strays = ['a.ts', 'b.ts']
  const { outcome } = await play([on('', { act: 'say', text: 'done' })], { strays })
  expect(outcome).toMatchObject({ status: 'completed', result: { findings: [finding] } })
  const failed = await play([on('', { act: 'crash', code: 1 })], { strays })
  expect(failed.outcome).toMatchObject({ failure: { trouble: 'crashed', findings: [finding] } })
})

it('P11: processes that outlived their agent are a finding of its turn, also when that fails', async () => {
  const daemon: Act = { act: 'spawn-daemon', pidFile: 'pid' }
  const finding = { what: 'process', action: 'undone', message: expect.stringContaining('left 2 processes') }
  const { outcome } = await play([on('', daemon, daemon, { act: 'say', text: 'done' })])
  expect(outcome).toMatchObject({ status: 'completed', result: { findings: [finding] } })
  const failed = await play([on('', daemon, daemon, { act: 'crash', code: 1 })])
  expect(failed.outcome).toMatchObject({ failure: { trouble: 'crashed', findings: [finding] } })
})

it('P5: a cost below nothing is not counted, and is a finding', async () => {
  const { outcome, usage } = await play([
    on('Do it.', { act: 'usage', tokens: 5, usd: -1000 }, { act: 'say', text: 'Done.' }),
  ])
  const findings = [
    { what: 'usage', name: 'a', action: 'reported', message: expect.stringMatching(/no sense/) },
  ]
  expect(outcome).toMatchObject({ status: 'completed', result: { findings } })
  expect(usage).toEqual({ turns: 1, tokens: 5, usd: null, isSenseless: true })
})
