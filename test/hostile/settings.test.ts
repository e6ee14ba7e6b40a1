import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import type { HostileCase } from './hostile-case.ts'
import { describeHostile } from './hostile-case.ts'
import { obeyingPermissions } from './no-permission.ts'

const { usage, noAgent, stopped } = exitStatus
const run = ['run', 'Do it', '--name', 'one', '--yes']

/** A tutti.yaml of these bytes, and a run that must not begin. */
function written(name: string, text: string | Buffer, says: string, status: number = usage): HostileCase {
  return { name, args: run, status, says, arrange: (bench) => writeFile(fileOf(bench), text) }
}

function given(name: string, variables: Readonly<Record<string, string>>, says: string): HostileCase {
  const arrange: HostileCase['arrange'] = ({ environment }) =>
    Promise.resolve({ environment: { ...environment, ...variables } })
  return { name, args: run, status: usage, says, arrange }
}

function flagged(name: string, flags: readonly string[], says: string): HostileCase {
  return { name, args: [...run, ...flags], status: usage, says }
}

const fileOf = ({ root }: CliBench): string => join(root, 'tutti.yaml')

const cases: readonly HostileCase[] = [
  written('broken YAML', 'agent: [goose\nverify: }\n', 'tutti.yaml:2:'),
  written(
    'an unknown key',
    'verfiy:\n  - npm test\n',
    'tutti.yaml:1:1: unknown key `verfiy`; did you mean `verify`?',
  ),
  written(
    'a wrong type',
    'verify: npm test\n',
    '`verify` must be a list of at least one command, not `npm test`',
  ),
  written('a negative number', 'limits:\n  turns: -3\n', 'tutti.yaml:2:10'),
  written('a bad duration', 'limits:\n  time: soon\n', '`limits.time` must be'),
  written('a duplicate key', 'agent: a\nagent: b\n', 'tutti.yaml:2:1'),
  written('a tab', 'limits:\n\tturns: 3\n', 'tutti.yaml:2:1'),
  written('a binary file', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0xff, 0xfe]), 'not UTF-8 text'),
  written('a huge file', `# ${'x'.repeat(1_100_000)}\n`, 'larger than 1 MB'),
  written('a list at the top', '- agent: goose\n', 'tutti.yaml:1:1'),
  written('an alias bomb', bomb(), 'tutti.yaml'),
  written('two documents', 'agent: a\n---\nagent: b\n', 'tutti.yaml:2'),
  written('an escape code in a key', '"\\e[31mred": 1\n', '\\u{1b}'),
  written('an unknown agent', 'agent: nobody\n', 'There is no agent "nobody"', noAgent),
  written('several problems at once', 'agent: 7\nlimits:\n  turns: x\n', 'tutti.yaml:3:10'),
  {
    name: 'no permission to read it',
    args: run,
    status: usage,
    says: 'let this user read it',
    arrange: async (bench) => {
      await chmod(fileOf(bench), 0)
      return obeyingPermissions()
    },
  },
  {
    name: 'a folder in its place',
    args: run,
    status: usage,
    says: 'it is a folder; move it away',
    arrange: async (bench) => {
      await rm(fileOf(bench))
      await mkdir(fileOf(bench))
    },
  },
  {
    name: 'broken settings of the user',
    args: run,
    status: usage,
    says: 'home/.config/tutti/tutti.yaml:1:1: unknown key',
    arrange: async ({ environment }) => {
      const folder = join(environment['HOME'] ?? '', '.config/tutti')
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'tutti.yaml'), 'agnt: x\n')
    },
  },
  {
    name: 'no permission to write a first one',
    args: ['init'],
    status: stopped,
    says: 'cannot be written',
    arrange: async ({ root }) => {
      await rm(join(root, 'tutti.yaml'))
      await chmod(root, 0o555)
      return { ...obeyingPermissions(), after: () => chmod(root, 0o755) }
    },
  },
  given('a variable that is nearly one', { TUTTI_LIMIT_TURNS: '3' }, 'did you mean `TUTTI_LIMITS_TURNS`?'),
  given('a variable with a bad value', { TUTTI_LIMITS_TURNS: 'many' }, 'TUTTI_LIMITS_TURNS'),
  given('a variable for what only the file gives', { TUTTI_ENV_SET: 'x' }, 'write it in tutti.yaml'),
  flagged('a flag with a bad number', ['--turns', 'many'], '--turns'),
  flagged('a flag with a negative number', ['--parallel', '-1'], '--parallel'),
  flagged('a flag with a bad duration', ['--time', '5 minutes'], '--time'),
  flagged('a flag with a bad branch', ['--branch', 'bad..name'], '--branch'),
  flagged('a flag with an empty command', ['--verify', ' '], '--verify needs a command'),
  flagged('a flag without its value', ['--agent'], "option '--agent <name|command>' argument missing"),
  flagged('an unknown flag', ['--agnet', 'x'], "unknown option '--agnet'. Did you mean --agent?"),
]

/** Aliases of aliases: a small file that would be an enormous value. */
function bomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < 9; level += 1) {
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    )
  }
  return `${lines.join('\n')}\n`
}

describeHostile('settings', makeBench, cases)
