import { expect, it } from 'vitest'
import { makeTask } from '../../test/fixtures/make-plan.ts'
import { playbook, playThrough } from '../../test/harness/play-story.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Agents, TurnReply, TurnRequest } from '../kernel/ports/agents.ts'
import type { Workspace, Workspaces } from '../kernel/ports/workspaces.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { ask } from './ask.ts'
import { debuggerContract } from './debugger.ts'

const workspace: Workspace = { id: 'w', path: '/w', ref: 'refs/tutti/r1/work/w', baseCommit: 'c0' }
const task = makeTask({ id: 'T1', title: 't' })

/** An agent that answers as told, turn by turn, and has lost a session whose name is empty, in a workspace where nothing is ever written. */
function worldWith(...replies: readonly Partial<TurnReply>[]) {
  const requests: TurnRequest[] = []
  const ended: string[] = []
  const agents: Agents = {
    turn: async (request) => {
      const reply = replies[requests.length]
      requests.push(request)
      if (reply?.session === '') throw new RunFailure({ code: 'session-lost', message: 'gone' })
      return {
        text: '',
        stop: 'ended',
        usage: { turns: 1, tokens: null, usd: null },
        session: 's1',
        ...reply,
      }
    },
    end: async (session) => {
      ended.push(session)
      return 0
    },
    canResume: () => false,
    close: async () => {},
  }
  const workspaces: Partial<Workspaces> = {
    strays: async () => [],
    reset: async () => {},
    guard: async () => {},
    inspect: async () => [
      { what: 'ref', name: 'x', action: 'undone', message: `finding ${requests.length}` },
    ],
    saveUnfinished: async () => null,
  }
  return { world: createTestWorld({ agents, workspaces: workspaces as Workspaces }), requests, ended }
}

const diagnose = playbook(async (run) => {
  const request = { task, problem: 'p', output: 'o', earlierFixes: [] }
  const { reply } = await ask(run, debuggerContract(request), request, {
    agent: 'a',
    workspace,
    parent: 'c0',
    message: '',
  })
  return { ...reply }
})

const good =
  '{"rootCause":"r","location":{"path":"a.ts"},"kind":"code","fix":"f","changes":"c","confidence":1}'

it('P7: repairs in the same session and ends it when the reply fits', async () => {
  const { world, requests, ended } = worldWith({ text: 'hm' }, { text: `so: ${good}` })
  expect(await playThrough(diagnose, world)).toMatchObject({ status: 'completed', result: { fix: 'f' } })
  expect(requests.map(({ session }) => session)).toEqual([null, 's1'])
  expect(requests[1]?.prompt).toContain('no JSON object')
  expect(ended).toEqual(['s1'])
})

it('P7: asks the whole thing anew where the session was lost before its repair', async () => {
  const { world, requests } = worldWith({ text: 'hm' }, { session: '' }, { text: good, session: 's2' })
  expect(await playThrough(diagnose, world)).toMatchObject({ status: 'completed', result: { fix: 'f' } })
  expect(requests.map(({ session }) => session)).toEqual([null, 's1', null])
  const [first, , anew] = requests
  expect(anew?.prompt.startsWith(first?.prompt ?? 'none')).toBe(true)
  expect(anew?.prompt).toContain('no JSON object')
})

it('P7: a refusal is a classified failure, whatever words come with it', async () => {
  const { world } = worldWith({ text: good, stop: 'refused' })
  expect(await playThrough(diagnose, world)).toMatchObject({
    status: 'failed',
    failure: { code: 'agent-failed', trouble: 'refused' },
  })
})

it('P3: what every turn did is told, also when the last one fails', async () => {
  const finding = (turn: number) => expect.objectContaining({ message: `finding ${turn}` })
  const { world } = worldWith({ text: 'hm' }, { text: 'hm' }, { text: 'hm' })
  expect(await playThrough(diagnose, world)).toMatchObject({
    failure: { code: 'reply-invalid', findings: [finding(1), finding(2), finding(3)] },
  })
  const refusing = worldWith({ text: 'hm' }, { stop: 'refused' })
  expect(await playThrough(diagnose, refusing.world)).toMatchObject({
    failure: { trouble: 'refused', findings: [finding(1), finding(2)] },
  })
  expect(refusing.ended).toEqual(['s1'])
})
