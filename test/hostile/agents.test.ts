import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Act } from '../../src/adapters/agents/scripted/script.ts'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { scene, scriptOf } from '../harness/script.ts'
import type { Arranged, HostileCase } from './hostile-case.ts'
import { describeHostile } from './hostile-case.ts'
import { withOnly } from './with-only.ts'

const { noAgent, failed, usage } = exitStatus
const run = ['run', 'Do it', '--name', 'one', '--yes']

/** For an agent that never says anything: its silence is noticed at once. */
function impatiently({ environment }: CliBench): Promise<Arranged> {
  return Promise.resolve({ environment: { ...environment, TUTTI_LIMITS_STALL_TIME: '300ms' } })
}

function agentCommand(command: string, says: string, status: number = failed): HostileCase {
  return { name: `--agent '${command}'`, args: [...run, '--agent', command], status, says }
}

/** Every researcher does this. */
function acting(
  name: string,
  acts: readonly Act[],
  says: string,
  surroundings: (bench: CliBench) => Promise<Arranged> = () => Promise.resolve({}),
): HostileCase {
  const arrange = async (bench: CliBench): Promise<Arranged> => {
    await bench.configure({})
    await bench.useScript(scriptOf([{ id: 'T1' }], [scene({ role: 'researcher' }, acts)]))
    return surroundings(bench)
  }
  return { name, args: run, status: failed, says, arrange }
}

const cases: readonly HostileCase[] = [
  {
    name: 'no agent anywhere',
    args: run,
    status: noAgent,
    says: 'To see Tutti work without one: tutti demo.',
    arrange: async (bench) => {
      await writeFile(join(bench.root, 'tutti.yaml'), 'verify: ["true"]\n')
      return withOnly(bench, ['node', 'git'])
    },
  },
  agentCommand('no-such-program --acp', 'There is no agent "no-such-program --acp"', noAgent),
  {
    ...agentCommand('goose', 'The program "goose" of agent "goose" cannot be run: install it', noAgent),
    arrange: (bench) => withOnly(bench, ['node', 'git']),
  },
  agentCommand('"unclosed', 'never closed; write it as you would in a terminal', usage),
  {
    name: "an agent's program is missing",
    args: run,
    status: noAgent,
    says: "install it, or correct the agent's `command` in tutti.yaml",
    arrange: (bench) => bench.configure({ agents: { scripted: { command: ['/no/such/agent'] } } }),
  },
  {
    name: "an agent's program may not be executed",
    args: run,
    status: noAgent,
    says: 'cannot be run',
    arrange: async (bench) => {
      const file = join(bench.meeting, 'agent')
      await writeFile(file, '#!/bin/sh\n')
      await chmod(file, 0o644)
      await bench.configure({ agents: { scripted: { command: [file] } } })
    },
  },
  agentCommand('cat', 'does not know how to begin a conversation'),
  agentCommand('true', 'ended with exit code 0 before it said a word of the protocol; check that'),
  agentCommand('false', 'ended with exit code 1 before it said a word of the protocol; check that'),
  agentCommand('yes', 'prints text that is not the protocol; check that'),
  { ...agentCommand('sleep 60', 'was silent for 0.3 s; raise `limits.stall-time`'), arrange: impatiently },
  acting(
    'an agent that hangs',
    [{ act: 'hang' }],
    'was silent for 0.3 s; raise `limits.stall-time`',
    impatiently,
  ),
  acting(
    'an agent that prints garbage',
    [{ act: 'garbage', bytes: 20_000_000 }],
    'prints text that is not the protocol',
  ),
  acting(
    'an agent that crashes',
    [{ act: 'crash', code: 3 }],
    'ended with exit code 3 in the middle of its work',
  ),
  acting(
    'an agent that never gives JSON',
    [{ act: 'say', text: 'All done!' }],
    'give the role another agent',
  ),
]

describeHostile('agents', makeBench, cases)
