import { expect, it } from 'vitest'
import type { Access } from '../../../kernel/ports/agents.ts'
import type { IsolationLevel } from '../../../kernel/ports/isolation.ts'
import type { LaunchRequest, Processes } from '../../../kernel/ports/processes.ts'
import { findProfile } from '../../../profiles/known-profiles.ts'
import { launchTurn } from './launch-turn.ts'

/** Processes of a system that can confine them so far, and what became of the one that was started. */
function systemWith(confinement: IsolationLevel): {
  processes: Processes
  asked: LaunchRequest[]
  ended: number[]
} {
  const [asked, ended]: [LaunchRequest[], number[]] = [[], []]
  const processes: Processes = {
    launch: (request) => {
      asked.push(request)
      return Promise.resolve({
        pid: 1,
        stdin: new WritableStream(),
        stdout: new ReadableStream(),
        stderrTail: () => '',
        ended: new Promise(() => undefined),
        confinement,
        exceeded: () => null,
        others: () => [],
        end: (graceMs) => Promise.resolve(ended.push(graceMs) - 1),
      })
    },
    reap: () => Promise.resolve([]),
    endAll: () => Promise.resolve(),
  }
  return { processes, asked, ended }
}

async function launch(name: string, access: Access, system: ReturnType<typeof systemWith>) {
  const program = findProfile(name)
  const way = program?.headless
  if (!way) throw new Error(`${name} has no headless way.`)
  const agent = { name, command: way.command, resume: true, stallMs: 1, totalMs: 1, model: null } as const
  const turn = { run: 'r', step: 's', attempt: 1, agent: name, role: 'planner', path: '/repo', access }
  return launchTurn(
    { processes: system.processes, environment: () => Promise.resolve({ HOME: '/home/user' }) },
    {
      agent: { ...agent, program, way: 'headless' },
      way,
      turn: { access, prompt: 'Look.' },
      session: 'id',
      resuming: false,
      promptFile: null,
    },
    { ...turn, prompt: 'Look.', session: null },
    () => undefined,
  )
}

it('P7: a program that only the system can keep from writing gets no reader elsewhere', async () => {
  const free = systemWith('none')
  await expect(launch('goose', 'read', free)).rejects.toThrow(
    /"goose" cannot be kept from writing on this system .* give the planner another agent/,
  )
  expect(free.ended).toEqual([0])
  const held = systemWith('namespaces')
  await launch('goose', 'read', held)
  await launch('goose', 'write', systemWith('none'))
  expect(held.ended).toEqual([])
})

it('P7: a reader may only write to where the program keeps what is its own, a writer also to its workspace', async () => {
  const system = systemWith('none')
  await launch('codex', 'read', system)
  await launch('codex', 'write', system)
  expect(system.asked.map(({ confined }) => confined)).toEqual([
    expect.objectContaining({ writable: ['/home/user/.codex'], box: '/repo.agent-box' }),
    expect.objectContaining({ writable: ['/repo', '/home/user/.codex'], box: '/repo.agent-box' }),
  ])
  expect(system.asked[0]?.argv).toEqual(expect.arrayContaining(['--sandbox', 'read-only', '-']))
})
