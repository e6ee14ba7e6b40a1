import { execFile } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { findLosses, takeSnapshot } from '../harness/snapshot.ts'
import type { HostileCase } from './hostile-case.ts'
import { describeHostile } from './hostile-case.ts'
import { obeyingPermissions } from './no-permission.ts'
import { withOnly } from './with-only.ts'

type Arrange = NonNullable<HostileCase['arrange']>

const { repository, usage, failed, waiting, ok, stopped } = exitStatus
const run = ['run', 'Do it', '--name', 'one', '--yes']

/** A folder beside the bench's own repository, made by these git commands. */
function beside(name: string, ...commands: readonly (readonly string[])[]): Arrange {
  return async ({ folder, environment }) => {
    const cwd = join(folder, name)
    await mkdir(cwd)
    for (const command of commands) await promisify(execFile)('git', [...command], { cwd, env: environment })
    return { cwd }
  }
}

const cases: readonly HostileCase[] = [
  {
    name: 'a folder of state that came with it',
    args: run,
    status: usage,
    says: 'name folders outside of',
    arrange: async ({ root, environment }) => ({
      environment: { ...environment, XDG_STATE_HOME: join(root, '.state') },
    }),
  },
  {
    name: 'no folder for temporary files',
    args: run,
    status: stopped,
    says: 'name another one in TMPDIR',
    arrange: async ({ folder, environment }) => ({
      environment: { ...environment, TMPDIR: join(folder, 'gone') },
    }),
    plays: true,
  },
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
    says: 'The folder you are in is gone',
    arrange: async ({ root }) => {
      const cwd = join(root, 'gone')
      await mkdir(cwd)
      return { cwd, wrapper: ['sh', '-c', `rmdir '${cwd}'; exec "$@"`, 'sh'] }
    },
  },
  {
    name: 'a folder that is not there',
    args: ['-C', 'nowhere', ...run],
    status: repository,
    says: 'nowhere is no folder that can be entered',
  },
  {
    name: 'git is not on the PATH',
    args: run,
    status: repository,
    says: 'install git 2.38 or newer',
    arrange: (bench) => withOnly(bench, ['node']),
  },
  {
    name: 'a .git that may not be written',
    args: run,
    status: stopped,
    says: 'let this user read and write it',
    arrange: async ({ root }) => {
      await chmod(join(root, '.git'), 0o555)
      return { ...obeyingPermissions(), after: () => chmod(join(root, '.git'), 0o755) }
    },
  },
  {
    name: 'a file where the worktrees would be',
    args: run,
    status: stopped,
    says: 'cannot be used (ENOTDIR',
    arrange: async ({ environment, folder }) => {
      await writeFile(join(folder, 'file'), '')
      return { environment: { ...environment, XDG_STATE_HOME: join(folder, 'file') } }
    },
  },
  {
    name: 'nothing says how work is proven',
    args: run,
    status: usage,
    says: '--verify "npm test"',
    arrange: async (bench) => {
      await writeFile(join(bench.root, 'tutti.yaml'), `agent: ${JSON.stringify(process.execPath)}\n`)
      await bench.git('commit', '--quiet', '--all', '--message', 'chore: settings')
    },
  },
  {
    name: 'the branch to deliver exists already',
    args: run,
    status: usage,
    says: 'The branch "tutti/one" is there already. Choose another with --branch',
    arrange: async (bench) => {
      await bench.git('branch', 'tutti/one')
    },
  },
  {
    name: 'a branch where the delivered one needs a folder',
    args: run,
    status: usage,
    says: 'cannot be made beside the branch "tutti"',
    arrange: async (bench) => {
      await bench.git('branch', 'tutti')
    },
  },
  {
    name: 'the branch to deliver is made meanwhile',
    // In a sandbox a gate's git is its own, and nothing meets the delivery.
    args: [...run, '--isolation', 'none', '--verify', 'env -i PATH="$PATH" git branch --force tutti/one'],
    status: failed,
    says: 'make another one yourself, with git branch NAME',
    plays: true,
  },
]

describeHostile('repositories', makeBench, cases)

test.each([
  ['cannot be prepared', ['--prepare', 'echo "no luck"; exit 9'], 'ended with 9'],
  ['is red', ['--verify', 'echo "no luck"; exit 9'], 'ended with exit code 9'],
])('a base that %s is one question before any agent is paid', async (_what, flags, problem) => {
  const bench = await makeBench()
  const { status, stderr } = await bench.cli([...run, '--no-wait', ...flags])
  expect(status).toBe(waiting)
  expect(stderr).toContain(problem)
  expect(stderr).toMatch(/^ +no luck$/m)
  expect(stderr).toContain('0 agent turns')
  expect(stderr).toContain('answer one  go-on | stop')
  const stopping = await bench.cli(['answer', 'one', 'stop'])
  expect(stopping.status).toBe(ok)
  expect((await bench.cli(['resume', 'one'])).status).toBe(failed)
  await bench.remove()
})

test('a dirty checkout is fine, and it is said', async () => {
  const bench = await makeBench()
  await bench.write('README.md', 'not committed\n')
  await bench.write('notes.txt', 'mine\n')
  const before = await takeSnapshot(bench.folder)
  const { status, stderr } = await bench.cli(run)
  expect(status).toBe(ok)
  expect(stderr).toContain('changes that are not committed (README.md, notes.txt)')
  expect(stderr).toContain('the run works from the last commit and does not see them')
  expect(findLosses(before, await takeSnapshot(bench.folder), false)).toEqual([])
  await bench.remove()
})
