import { join } from 'node:path'
import type { ConfiguredAgent } from '../../src/adapters/agents/turns/configured-agent.ts'
import { createSystemClock } from '../../src/adapters/clock/system-clock.ts'
import { openJsonlJournal } from '../../src/adapters/journal/jsonl/jsonl-journal.ts'
import { createProcesses } from '../../src/adapters/processes/create-processes.ts'
import { createTools } from '../../src/adapters/tools/mcp/create-tools.ts'
import { ask } from '../../src/contracts/ask.ts'
import type { Contract } from '../../src/contracts/contract.ts'
import type { ImplementReply } from '../../src/contracts/implementer.ts'
import { implementer } from '../../src/contracts/implementer.ts'
import { createAgents } from '../../src/host/create-agents.ts'
import { play } from '../../src/kernel/play.ts'
import { plainEffect } from '../../src/kernel/ports/effect.ts'
import { createTestWorld } from '../../src/testing/test-world.ts'
import { paperWorld } from '../../test/harness/paper-world.ts'
import { benchSeal } from '../bench-seal.ts'

/** A turn as a run takes it; resolves when its reply is judged and durable. */
export type ConductedTurn = (prompt: string) => Promise<void>

export interface ConductOptions {
  readonly agent: ConfiguredAgent
  readonly environment: Readonly<Record<string, string>>
  /** Where the agent works. */
  readonly workspace: string
  /** Where the journal is. */
  readonly folder: string
  /** Whether the agent is offered the contract's tools, as the standard process does. */
  readonly withTools: boolean
}

const { role, version, access, may, reply } = implementer
const asked: Contract<string, ImplementReply> = { role, version, access, may, reply, prompt: (text) => text }

/**
 * Hands out turns that go the whole way of a run: a recorded step, a real process behind its ledger, a journal that
 * is synced to the disk, a judged reply. Only worktrees and gates are not there.
 */
export async function conductTurns(
  options: ConductOptions,
  use: (turn: ConductedTurn) => Promise<void>,
): Promise<void> {
  const { agent, environment, workspace, folder, withTools } = options
  const clock = createSystemClock()
  const journal = openJsonlJournal({ folder, effect: plainEffect, seal: benchSeal })
  const processes = createProcesses({
    ledgerFile: join(folder, 'ledger.jsonl'),
    marker: `${folder}#bench`,
    effect: plainEffect,
    takeOver: false,
  })
  const agents = createAgents({
    profiles: [agent],
    processes,
    clock,
    environment: () => Promise.resolve(environment),
    version: 'bench',
  })
  const tools = createTools({ version: 'bench', onTrouble: () => {} })
  const paper = paperWorld({
    fails: () => false,
    touches: () => [],
    conflicts: () => false,
    isIdle: () => false,
    keeps: () => null,
  })
  const world = createTestWorld({ ...paper, clock, journal, agents, tools })
  const live = await play({
    playbook: {
      name: 'bench',
      version: 1,
      parseInput: () => null,
      play: async (run) => {
        let count = 0
        await use(async (prompt) => {
          count += 1
          await ask(run.scope(`turn-${count}`), asked, prompt, {
            agent: agent.name,
            workspace: { id: 'T1', path: workspace, ref: 'refs/paper/T1', baseCommit: 'base' },
            parent: 'base',
            message: 'bench',
            tools: withTools ? { task: 'T1' } : null,
          })
        })
        return null
      },
    },
    world,
    start: { run: 'bench', input: { objective: 'Measure Tutti' }, limits: {} },
    tutti: 'bench',
  })
  const outcome = await live.outcome
  await agents.close()
  await tools.close()
  await processes.endAll()
  await journal.close()
  if (outcome.status !== 'completed') throw new Error(`The bench ended as ${JSON.stringify(outcome)}.`)
}
