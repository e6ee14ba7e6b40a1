import { execFile } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import type { HostileCase } from './hostile-case.ts'
import { describeHostile } from './hostile-case.ts'

const { repository, usage, failed, waiting, ok } = exitStatus
const run = ['run', 'Do it', '--name', 'one', '--yes']

/** A folder beside the bench's own repository, made by these git commands. */
function beside(name: string, ...commands: readonly (readonly string[])[]): HostileCase['arrange'] {
  return async ({ folder, environment }) => {
    const cwd = join(folder, name)
    await mkdir(cwd)
    for (const command of commands) await promisify(execFile)('git', [...command], { cwd, env: environment })
    return { cwd }
  }
}

/** Commits a tutti.yaml with other settings. */
function configured(settings: Parameters<CliBench['configure']>[0]): HostileCase['arrange'] {
  return async (bench) => {
    await bench.configure(settings)
    await bench.git('commit', '--quiet', '--all', '--message', 'chore: settings')
  }
}

/** A PATH with nothing on it but the node that runs the tests. */
async function withoutPrograms({ folder, environment }: CliBench) {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await symlink(process.execPath, join(bin, 'node'))
  return { environment: { ...environment, PATH: bin } }
}

const cases: readonly HostileCase[] = [
  { name: 'not a repository', args: run, status: repository, says: 'git init', arrange: beside('plain') },
  {
    name: 'no commit yet',
    args: run,
    status: repository,
    says: 'make a first commit',
    arrange: beside('empty', ['init', '--quiet']),
  },
  {
    name: 'a bare repository',
    args: run,
    status: repository,
    says: 'clone it',
    arrange: beside('bare', ['init', '--quiet', '--bare']),
  },
  {
    name: 'inside .git',
    args: run,
    status: repository,
    says: 'in the checkout instead',
    arrange: ({ root }) => Promise.resolve({ cwd: join(root, '.git') }),
  },
  {
    name: 'a folder that has been deleted',
    args: run,
    status: repository,
    says: '',
    arrange: async ({ root }) => {
      const cwd = join(root, 'gone')
      await mkdir(cwd)
      return { cwd, wrapper: ['sh', '-c', `rmdir '${cwd}'; exec "$@"`, 'sh'] }
    },
  },
  {
    name: 'git is not on the PATH',
    args: run,
    status: repository,
    says: 'install git',
    arrange: withoutPrograms,
  },
  {
    name: 'nothing says how work is proven',
    args: run,
    status: usage,
    says: '--verify "npm test"',
    arrange: async (bench) => {
      const text = `agent: ${JSON.stringify(`${process.execPath} agent.js`)}\n`
      await writeFile(join(bench.root, 'tutti.yaml'), text)
      await bench.git('commit', '--quiet', '--all', '--message', 'chore: settings')
    },
  },
  {
    name: 'the branch to deliver exists already',
    args: run,
    status: failed,
    says: 'The branch tutti/one exists',
    arrange: async (bench) => {
      await bench.git('branch', 'tutti/one')
    },
  },
  {
    name: 'the branch to deliver is in the way of a folder',
    args: run,
    status: failed,
    says: 'tutti',
    arrange: async (bench) => {
      await bench.git('branch', 'tutti')
    },
  },
  {
    name: 'a tutti.yaml of another folder',
    args: ['-C', 'sub', ...run],
    status: usage,
    says: '-C',
    arrange: ({ root }) => rm(join(root, 'tutti.yaml')),
  },
]

describeHostile('repositories', makeBench, cases)
void configured
void test
void expect
void waiting
void ok
