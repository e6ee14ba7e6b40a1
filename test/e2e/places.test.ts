import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { findLeftBehind } from '../harness/left-behind.ts'
import { holdUntil, scriptOf } from '../harness/script.ts'
import { takeSnapshot } from '../harness/snapshot.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let bench: CliBench
afterEach(() => bench.remove())

const run = ['run', 'Do it', '--name', 'one', '--yes']

test('from a subfolder', async () => {
  bench = await makeBench()
  const cwd = join(bench.root, 'deep/er')
  await mkdir(cwd, { recursive: true })
  expect((await bench.cli(run, { cwd })).status).toBe(0)
  expect(await bench.git('log', '--format=%s', 'main..tutti/one')).toBe('chore: T1')
  expect((await bench.cli(['status', 'one'], { cwd })).stdout).toContain('completed')
})

test('from a linked worktree, whose own commit is the base', async () => {
  bench = await makeBench()
  const cwd = join(bench.folder, 'linked')
  await bench.git('worktree', 'add', '--quiet', '-b', 'side', cwd)
  await writeFile(join(cwd, 'side.txt'), 'side\n')
  await bench.git('-C', cwd, 'add', '--all')
  await bench.git('-C', cwd, 'commit', '--quiet', '--message', 'feat: side')
  expect((await bench.cli(run, { cwd })).status).toBe(0)
  expect(await bench.git('log', '--format=%s', 'main..tutti/one')).toBe('chore: T1\nfeat: side')
  expect((await bench.cli(['list'])).stdout).toContain('one')
  expect(await bench.git('-C', cwd, 'status', '--porcelain')).toBe('')
})

test('on a detached HEAD', async () => {
  bench = await makeBench()
  await bench.git('checkout', '--quiet', '--detach')
  expect((await bench.cli(run)).status).toBe(0)
  expect(await bench.git('log', '--format=%s', 'main..tutti/one')).toBe('chore: T1')
  expect(await bench.git('branch', '--show-current')).toBe('')
})

test('in a path with spaces and letters of all kinds', async () => {
  bench = await makeBench(undefined, "Größe 100% 'das' $HOME 日本")
  expect((await bench.cli(run)).status).toBe(0)
  expect(await bench.git('log', '--format=%s', 'main..tutti/one')).toBe('chore: T1')
  expect(await findLeftBehind(bench)).toEqual([])
})

test('two runs side by side in one repository', async () => {
  bench = await makeBench(scriptOf([{ id: 'T1' }, { id: 'T2' }]))
  const both = await Promise.all(
    ['one', 'two'].map((name) => bench.cli(['run', 'Do it', '--name', name, '--yes'])),
  )
  expect(both.map(({ status }) => status)).toEqual([0, 0])
  for (const name of ['one', 'two']) {
    const subjects = (await bench.git('log', '--format=%s', `main..tutti/${name}`)).split('\n')
    expect(subjects.toSorted()).toEqual(['chore: T1', 'chore: T2'])
  }
  expect(await findLeftBehind(bench)).toEqual([])
})

test('S4: in the middle of a run the checkout is the user’s alone, and cleaning it loses nothing', async () => {
  bench = await makeBench()
  const gate = join(bench.meeting, 'gate')
  await bench.useScript(
    scriptOf([
      {
        id: 'T1',
        acts: [{ act: 'write', path: 'T1.test.js', text: 'throw new Error()\n' }, ...holdUntil(gate)],
      },
    ]),
  )
  await bench.write('own.test.js', "import { test } from 'node:test'\ntest('mine', () => {})\n")
  await bench.write('.gitignore', 'ignored/\n')
  await bench.git('add', '--all')
  await bench.git('commit', '--quiet', '--message', 'test: mine')
  await bench.write('README.md', 'stashed\n')
  await bench.git('stash')
  await bench.write('ignored/file', 'mine\n')
  const held = bench.start(run)
  await bench.untilFile(`${gate}.started`)

  expect(await bench.git('status', '--porcelain')).toBe('')
  expect((await bench.git('stash', 'list')).split('\n')).toHaveLength(1)
  expect(await bench.git('branch', '--all', '--format=%(refname)')).toBe('refs/heads/main')
  const { stdout } = await promisify(execFile)('node', ['--test'], {
    cwd: bench.root,
    env: bench.environment,
  })
  expect(stdout).toContain('# tests 1\n')
  expect(await bench.git('clean', '-xdf')).toContain('ignored/')
  await bench.git('gc', '--quiet', '--prune=now')
  const before = await takeSnapshot(bench.root)

  await writeFile(gate, '')
  expect((await held.ended).status).toBe(0)
  expect(await bench.git('log', '--format=%s', 'main..tutti/one')).toBe('chore: T1')
  const after = await takeSnapshot(bench.root)
  const changed = [...after].filter(([name, content]) => before.get(name) !== content).map(([name]) => name)
  expect(
    changed.filter((name) => !/^\.git\/(objects|tutti|(logs\/)?refs\/(tutti|heads\/tutti))\//.test(name)),
  ).toEqual([])
})
