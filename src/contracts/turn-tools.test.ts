import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { eventsOf, playbook, playThrough } from '../../test/harness/play-story.ts'
import type { Act, Scene } from '../adapters/agents/scripted/script.ts'
import { createScriptedAgents } from '../adapters/agents/scripted/scripted-agents.ts'
import type { TurnLogEntry } from '../adapters/agents/scripted/turn-log.ts'
import { createMemoryJournal } from '../adapters/journal/memory/memory-journal.ts'
import { createDirectTools } from '../adapters/tools/direct/direct-tools.ts'
import type { RunEvent } from '../kernel/event.ts'
import type { Json } from '../kernel/json.ts'
import type { Run } from '../kernel/playbook.ts'
import type { Tools } from '../kernel/ports/tools.ts'
import type { Workspace, Workspaces } from '../kernel/ports/workspaces.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { createVirtualClock } from '../testing/virtual-clock.ts'
import { ask } from './ask.ts'
import type { Contract } from './contract.ts'

const workspace: Workspace = { id: 'w', path: '/w', ref: 'refs/tutti/r1/work/w', baseCommit: 'c0' }
const workspaces: Partial<Workspaces> = {
  strays: async () => [],
  reset: async () => {},
  guard: async () => {},
  inspect: async () => [],
  saveUnfinished: async () => null,
}

function contract(role: string): Contract<null, { readonly count: number }> {
  return {
    role,
    version: 1,
    access: 'read',
    may: { exec: false, network: false },
    prompt: () => `You are the ${role}.`,
    reply: z.object({ count: z.number() }),
    judge: ({ count }) => (count < 0 ? 'Count again.' : null),
  }
}

const asks = async (
  run: Run,
  role = 'counter',
  tools: { readonly task: string | null } | null = { task: 'T1' },
) => {
  const place = { agent: 'a', workspace, parent: 'c0', message: '', tools }
  const { reply, turn } = await ask(run.scope(role), contract(role), null, place)
  return { count: reply.count, calls: (turn.calls ?? []).map(({ tool }) => tool) }
}

const asksOnce = (run: Run): Promise<Json> => asks(run)

/** Plays a story with an agent that plays these scenes; `past` is what a crash left of an earlier play. */
async function tell(
  scenes: readonly Scene[],
  story: (run: Run) => Promise<Json> = asksOnce,
  options: {
    readonly past?: readonly RunEvent[]
    readonly tools?: Tools | null
    readonly sessions?: Set<string>
  } = {},
) {
  const { past = [], tools = createDirectTools(), sessions } = options
  const clock = createVirtualClock({ start: (past.at(-1)?.at ?? 0) + 1 })
  const log: TurnLogEntry[] = []
  const agents = createScriptedAgents({
    script: { scenes },
    clock,
    log: (entry) => void log.push(entry),
    ...(sessions === undefined ? {} : { sessions }),
  })
  const prompts: string[] = []
  const journal = createMemoryJournal(past)
  const world = createTestWorld({
    clock,
    journal,
    tools,
    workspaces: workspaces as Workspaces,
    agents: {
      turn: (request, hooks) => {
        prompts.push(request.prompt)
        return agents.turn(request, hooks)
      },
      end: (session) => agents.end(session),
      canResume: () => agents.canResume('a'),
      close: () => agents.close(),
    },
  })
  const outcome = await playThrough(playbook(story), world)
  const answers = log.flatMap(({ answer }) => (answer ? [answer] : []))
  return { outcome, events: await eventsOf(world), log, answers, prompts }
}

const on = (prompt: string, ...acts: readonly Act[]): Scene => ({ match: { prompt }, acts })
const submit = (count: Json): Act => ({ act: 'tool', name: 'submit_result', input: { count } })
const add = (text: string): Act => ({
  act: 'tool',
  name: 'wisdom',
  input: { action: 'add', kind: 'learning', text, evidence: ['a.ts'] },
})
const readWisdom: Act = { act: 'tool', name: 'wisdom', input: { action: 'read' } }

describe('a result that is handed in', () => {
  it('is the reply, whatever is said at the end, and no repair turn is paid', async () => {
    const { outcome, prompts } = await tell([on('counter', submit(3), { act: 'say', text: 'Done.' })])
    expect(outcome).toMatchObject({ status: 'completed', result: { count: 3 } })
    expect(prompts).toHaveLength(1)
    expect(prompts[0]).toContain('`submit_result`')
  })

  it('is judged at once, so that it can be repaired within the turn; the last that fits counts', async () => {
    const says: Act = { act: 'reply', value: { count: 99 } }
    const { outcome, answers, prompts } = await tell([
      on('counter', submit('x'), submit(-1), submit(1), submit(2), submit(-2), says),
    ])
    expect(outcome).toMatchObject({ result: { count: 2, calls: ['submit_result'] } })
    expect(answers.map(({ isError }) => isError)).toEqual([true, true, false, false, true])
    expect(answers[0]?.text).toContain('- count: ')
    expect(answers[1]?.text).toBe('Count again.')
    expect(prompts).toHaveLength(1)
  })

  it('is not needed: an agent without tools replies as ever', async () => {
    const scenes = [on('counter', submit(3), { act: 'reply', value: { count: 4 } })]
    expect((await tell(scenes, asksOnce, { tools: null })).outcome).toMatchObject({ result: { count: 4 } })
    const plain = await tell(scenes, (run) => asks(run, 'counter', null))
    expect(plain.outcome).toMatchObject({ result: { count: 4, calls: [] } })
    expect(plain.prompts[0]).not.toContain('submit_result')
    expect(plain.events.find(({ type }) => type === 'step-completed')).not.toHaveProperty(
      'result.value.calls',
    )
  })

  it('P1: is durable before the agent is told so, and counts when the session is taken up again', async () => {
    const scenes: readonly Scene[] = [
      { match: { attempt: 1 }, acts: [submit(3), { act: 'say', text: 'Done.' }] },
      { match: {}, acts: [{ act: 'say', text: 'I have handed it in already.' }] },
    ]
    const whole = await tell(scenes)
    const noted = whole.events.findIndex(
      (event) => event.type === 'step-noted' && 'tool' in (event.note as object),
    )
    const past = whole.events.slice(0, noted + 1)
    const [session] = past.flatMap((event) =>
      event.type === 'step-noted' ? [(event.note as { session?: string }).session ?? ''] : [],
    )
    const resumed = await tell(scenes, asksOnce, { past, sessions: new Set([session ?? '']) })
    expect(resumed.outcome).toMatchObject({ status: 'completed', result: { count: 3 } })
    expect(resumed.prompts).toHaveLength(1)
  })

  it('P7: is given up with the files it belonged to when the turn starts afresh', async () => {
    const scenes: readonly Scene[] = [
      { match: { attempt: 1 }, acts: [submit(3), { act: 'say', text: 'Done.' }] },
      { match: {}, acts: [{ act: 'reply', value: { count: 5 } }] },
    ]
    const whole = await tell(scenes)
    const noted = whole.events.findIndex(
      (event) => event.type === 'step-noted' && 'tool' in (event.note as object),
    )
    const { outcome } = await tell(scenes, asksOnce, { past: whole.events.slice(0, noted + 1) })
    expect(outcome).toMatchObject({ result: { count: 5 } })
  })
})

describe('what is told through tools', () => {
  it('P1: cut after every event, is told once, and no finished turn is taken again', async () => {
    const scenes = [
      on('first', add('one'), add('two'), submit(1)),
      on('second', readWisdom, add('three'), submit(2)),
    ]
    const story = async (run: Run): Promise<Json> => [await asks(run, 'first'), await asks(run, 'second')]
    const whole = await tell(scenes, story)
    expect(whole.outcome).toMatchObject({
      result: [{ calls: ['wisdom', 'wisdom', 'submit_result'] }, { calls: ['wisdom', 'submit_result'] }],
    })
    for (let cut = 1; cut < whole.events.length; cut += 1) {
      const past = whole.events.slice(0, cut)
      const ended = past.flatMap((event) => (event.type === 'step-completed' ? [event.step] : []))
      const { outcome, log, answers } = await tell(scenes, story, { past })
      expect(outcome, `cut after ${cut}`).toEqual(whole.outcome)
      expect(log.filter(({ step }) => ended.includes(step))).toEqual([])
      const told = answers.find(({ tool, text }) => tool === 'wisdom' && text.includes('data, not'))
      if (told !== undefined)
        expect(told.text.match(/"text":"(one|two)"/g), `cut after ${cut}`).toHaveLength(2)
    }
  })

  it('is read by whoever is at work at the same time', async () => {
    const { answers } = await tell(
      [
        on('first', add('one'), { act: 'wait', ms: 5000 }, submit(1)),
        on('second', { act: 'wait', ms: 1000 }, readWisdom, submit(2)),
      ],
      async (run) => Promise.all([asks(run, 'first'), asks(run, 'second')]),
    )
    expect(answers.find(({ text }) => text.includes('data, not'))?.text).toContain('"one"')
  })

  it('leaves an angle to whoever explored it first', async () => {
    const put = (summary: string): Act => ({
      act: 'tool',
      name: 'exploration',
      input: { action: 'put', angle: 'tests', summary },
    })
    const { answers } = await tell(
      [on('first', put('few'), put('many'), submit(1)), on('second', put('mine'), submit(2))],
      async (run) => [await asks(run, 'first'), await asks(run, 'second')],
    )
    const puts = answers.filter(({ tool }) => tool === 'exploration')
    expect(puts.map(({ isError }) => isError)).toEqual([false, false, true])
    expect(puts[2]?.text).toContain('The first has explored this angle')
  })

  it('ends where an agent does nothing but call', async () => {
    const flood = Array.from({ length: 310 }, (_, index) => add(`${index}`))
    const { answers, events } = await tell([on('counter', ...flood, { act: 'reply', value: { count: 1 } })])
    expect(answers.filter(({ isError }) => isError)).toHaveLength(10)
    expect(
      events.filter((event) => event.type === 'step-noted' && 'tool' in (event.note as object)),
    ).toHaveLength(300)
  })
})
