import { expect, it } from 'vitest'
import type { Access } from '../../../kernel/ports/agents.ts'
import type { IsolationLevel } from '../../../kernel/ports/isolation.ts'
import type { Processes } from '../../../kernel/ports/processes.ts'
import { findProfile } from '../../../profiles/known-profiles.ts'
import { createTestWorld } from '../../../testing/test-world.ts'
import { ProcessPool } from './process-pool.ts'

/** Starts a known program on a system that can confine it so far; resolves with how its process was ended. */
async function start(name: string, access: Access, confinement: IsolationLevel): Promise<readonly number[]> {
  const program = findProfile(name)
  const ended: number[] = []
  const processes: Processes = {
    launch: () =>
      Promise.resolve({
        pid: 1,
        stdin: new WritableStream(),
        stdout: new ReadableStream(),
        stderrTail: () => '',
        ended: new Promise(() => undefined),
        confinement,
        exceeded: () => null,
        others: () => [],
        end: (graceMs) => Promise.resolve(ended.push(graceMs) - 1),
      }),
    reap: () => Promise.resolve([]),
    endAll: () => Promise.resolve(),
  }
  const { clock } = createTestWorld()
  const pool = new ProcessPool({ processes, clock, environment: () => Promise.resolve({ HOME: '/nowhere' }) })
  const agent = {
    name,
    command: [name],
    resume: true,
    stallMs: 1,
    totalMs: 1,
    model: null,
    way: 'acp',
  } as const
  const turn = { run: 'r', step: 's', attempt: 1, agent: name, role: 'planner', path: '/nowhere', access }
  const starting = pool.start({ ...agent, program }, { ...turn, prompt: 'Look.', session: null })
  return starting.then(
    () => ended,
    (thrown: unknown) => {
      expect(ended).toEqual([0])
      throw thrown
    },
  )
}

it('P7: a program that only the system can keep from writing gets no reader elsewhere', async () => {
  const refused = /"pi" cannot be kept from writing on this system; give the planner another agent/
  await expect(start('pi', 'read', 'none')).rejects.toThrow(refused)
  expect(await start('pi', 'read', 'namespaces')).toEqual([])
  expect(await start('pi', 'write', 'none')).toEqual([])
  expect(await start('codex', 'read', 'none')).toEqual([])
})
