import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startTurn } from '../../../../test/agents/agent-bench.ts'
import { SOON_MS } from '../../../../test/ports/agents-script.ts'
import { describeAgentsPort } from '../../../../test/ports/agents.suite.ts'
import { createVirtualClock } from '../../../testing/virtual-clock.ts'
import { createDirectTools } from '../../tools/direct/direct-tools.ts'
import type { Act } from './script.ts'
import { createScriptedAgents } from './scripted-agents.ts'
import type { TurnLogEntry } from './turn-log.ts'

describeAgentsPort('the scripted double in this process', async ({ script, resume, stall }) => {
  const workspace = await mkdtemp(join(tmpdir(), 'tutti-scripted-'))
  const clock = createVirtualClock({ start: 1_000_000 })
  const sessions = new Set<string>()
  const patience = stall === 'soon' ? { stallMs: SOON_MS } : { stallMs: 3_600_000, totalMs: 3_600_000 }
  const make = () => createScriptedAgents({ script, clock, ...patience, ...(resume ? { sessions } : {}) })
  return {
    agents: make(),
    workspace,
    tools: createDirectTools(),
    restarted: make,
    clock,
    remove: () => rm(workspace, { recursive: true, force: true }),
  }
})

describe('the scripted double', () => {
  const play = async (acts: readonly Act[], options: { readonly attempt?: number } = {}) => {
    const clock = createVirtualClock({ start: 0 })
    const log: TurnLogEntry[] = []
    const agents = createScriptedAgents({
      script: { scenes: [{ match: {}, acts }] },
      clock,
      log: (entry) => void log.push(entry),
    })
    const outcome = await startTurn(agents, { path: tmpdir(), ...options }).reply.catch(
      (thrown: unknown) => thrown,
    )
    return { outcome, log, now: clock.now() }
  }

  it('logs its turns as the program does, on the clock it was given', async () => {
    const pause = { act: 'wait', ms: 100_000 } as const
    const { log } = await play([pause, { act: 'say', text: '' }, pause], { attempt: 3 })
    const session = 'scripted:run-1:work/attempt-1/implement:3'
    const common = { pid: process.pid, run: 'run-1', step: 'work/attempt-1/implement', attempt: 3, session }
    expect(log).toEqual([
      { at: 0, ...common, phase: 'start' },
      { at: 200_000, ...common, phase: 'end' },
    ])
    expect((await play([{ act: 'crash', code: 1 }])).log.map(({ phase }) => phase)).toEqual(['start'])
  })

  it('is ended when it takes too long in all', async () => {
    const { outcome, now } = await play([{ act: 'ponder', ms: 1_000_000, everyMs: 100_000 }])
    expect(outcome).toMatchObject({ failure: { trouble: 'timed-out' } })
    expect(now).toBe(900_000)
  })
})
