import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository, writeAt } from '../../../test/fixtures/git-repository.ts'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { Git } from './create-git.ts'

let repository: TestRepository
let git: Git
let base: string
beforeEach(async () => {
  repository = await makeFilledRepository()
  git = await repository.open()
  base = await repository.git(['rev-parse', 'HEAD'])
})
const started: number[] = []
afterEach(async () => {
  for (const pid of started.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  await repository.remove()
})

test('P1: removes the locks that are ours, and no others', async () => {
  await git.workspaces.open({ run: 'r1', id: 'T1', base })
  await git.workspaces.open({ run: 'r2', id: 'T2', base })
  await repository.git(['worktree', 'add', '--quiet', '--detach', join(repository.folder, 'side')])
  const at = (path: string): string => join(repository.root, '.git', path)
  const ours = [
    'worktrees/T1/index.lock',
    'worktrees/T1/HEAD.lock',
    'worktrees/T1/ORIG_HEAD.lock',
    'worktrees/T1/refs/bisect/bad.lock',
    'refs/tutti/r1/work/T1.lock',
  ]
  const others = [
    'index.lock',
    'HEAD.lock',
    'config.lock',
    'packed-refs.lock',
    'refs/heads/main.lock',
    'refs/tutti/r2/work/T2.lock',
    'worktrees/T2/index.lock',
    'worktrees/side/index.lock',
  ]
  for (const name of [...ours, ...others]) await writeAt(at(name), '')
  await git.workspaces.recover('r1')
  for (const name of ours) await expect(access(at(name)), name).rejects.toThrow()
  for (const name of others) await expect(access(at(name)), name).resolves.toBeUndefined()
})

test('P1: a delivery that was killed while it held the lock of its branch is not locked out', async () => {
  const killed: Effect = (label, act) =>
    label === 'git update-ref' ? Promise.reject(new Error('killed')) : act()
  const delivery = { run: 'r1', branch: 'tutti/r1', commit: base }
  await expect((await repository.open({ effect: killed })).repository.deliver(delivery)).rejects.toThrow()
  await writeAt(join(repository.root, '.git/refs/heads/tutti/r1.lock'), '')
  await git.workspaces.recover('r1')
  expect(await git.repository.deliver(delivery)).toMatchObject({ kind: 'delivered' })
})

test('P1: forgets our worktrees whose folders are gone, and never the user’s', async () => {
  const workspace = await git.workspaces.open({ run: 'r1', id: 'T1', base })
  const side = join(repository.folder, 'side')
  await repository.git(['worktree', 'add', '--quiet', '--detach', side])
  await rm(workspace.path, { recursive: true })
  await rm(side, { recursive: true })
  const half = join(repository.root, '.git/worktrees/half')
  await mkdir(half)
  await writeFile(join(half, 'locked'), `tutti: ${workspace.path}2`)
  const foreign = join(repository.root, '.git/worktrees/foreign')
  await mkdir(foreign)
  await git.workspaces.recover('r1')
  const known = await repository.git(['worktree', 'list', '--porcelain'])
  expect(known).toContain(`worktree ${side}\n`)
  expect(known).not.toContain(workspace.path)
  await expect(access(half)).rejects.toThrow()
  await access(foreign)
})

test('P1: ends git children of a dead conductor, and neither others nor our own', async () => {
  const marker = `${repository.folder}/git`
  const [left, other, own] = await Promise.all([orphan(marker), orphan(`${marker}2`), child(marker)])
  await git.workspaces.recover('r1')
  expect([left, other, own].map(isAlive)).toEqual([false, true, true])
})

/** A process whose parent has ended: it prints its own id first. */
async function orphan(marker: string): Promise<number> {
  const parent = spawn('sh', ['-c', 'sleep 1000 >/dev/null 2>&1 & echo $!'], { env: environment(marker) })
  const [output] = (await once(parent.stdout, 'data')) as [Buffer]
  await once(parent, 'close')
  started.push(Number(String(output)))
  return Number(String(output))
}

async function child(marker: string): Promise<number> {
  const { pid = 0 } = spawn('sleep', ['1000'], { env: environment(marker), stdio: 'ignore' })
  started.push(pid)
  return pid
}

function environment(marker: string): Record<string, string> {
  return { ...repository.environment, TUTTI_MARKER: marker }
}

/** One that has ended may wait for a long time to be collected. */
function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

test('P1: a registration goes at one stroke, and what a kill left of it goes with the next recovery', async () => {
  const workspace = await git.workspaces.open({ run: 'r1', id: 'T1', base })
  const registered = join(repository.root, '.git', 'worktrees', 'T1')
  const waste = join(repository.root, '.git', 'tutti', 'waste-left')
  await writeAt(join(waste, 'logs', 'HEAD'), '')
  await git.workspaces.recover('r1')
  expect(existsSync(waste)).toBe(false)
  expect(existsSync(registered)).toBe(true)
  await git.workspaces.remove(workspace)
  expect(existsSync(registered)).toBe(false)
})
