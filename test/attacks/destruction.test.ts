import { lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Git } from '../../src/adapters/git/create-git.ts'
import { RunFailure } from '../../src/kernel/failure.ts'
import type { Effect } from '../../src/kernel/ports/effect.ts'
import { plainEffect } from '../../src/kernel/ports/effect.ts'
import type { Workspace } from '../../src/kernel/ports/workspaces.ts'
import type { TestRepository } from '../fixtures/git-repository.ts'
import { fingerprint, makeFilledRepository, writeAt } from '../fixtures/git-repository.ts'
import type { DecoyMachine } from './decoy-machine.ts'
import { hashTree, makeDecoyMachine } from './decoy-machine.ts'
import { swapOften } from './swap-often.ts'

let repository: TestRepository
let machine: DecoyMachine
let base: string
let decoys: Readonly<Record<string, string>>
let user: Readonly<Record<string, string>>
beforeAll(async () => {
  repository = await makeFilledRepository()
  base = await repository.git(['rev-parse', 'HEAD'])
  await repository.write('readme.md', 'the user is at work\n')
  await repository.write('mine.txt', 'not added\n')
  for (let file = 0; file < 40; file += 1) await repository.write(`build/deep/${file}/x.txt`, 'ignored\n')
  await repository.git(['status'])
  machine = await makeDecoyMachine(repository.folder)
  decoys = await machine.hash()
  user = await stateOfUser()
})
afterAll(() => repository.remove())

const at = Date.UTC(2026, 0, 2)

async function expectUntouched(): Promise<void> {
  expect(await machine.hash()).toEqual(decoys)
  expect(await stateOfUser()).toEqual(user)
}

async function stateOfUser(): Promise<Readonly<Record<string, string>>> {
  const { worktrees, ...state } = await fingerprint(repository)
  expect(worktrees).toContain(`worktree ${repository.root}\n`)
  return { ...state, ...(await hashTree(repository.root, (path) => !path.startsWith('.git/'))) }
}

/** What may be led elsewhere, of one workspace. */
const PLACES: readonly (readonly [string, (workspace: Workspace) => Promise<string>])[] = [
  ['the worktree', async ({ path }) => path],
  ['its temporary folder', async ({ path }) => `${path}.tmp`],
  ["the run's folder", async ({ path }) => dirname(path)],
  ['its git directory', async ({ path }) => gitDirOf(path)],
  ['a folder in it', async ({ path }) => join(path, 'src')],
  ['its ignored folder', async ({ path }) => join(path, 'build')],
]

const TARGETS: readonly (readonly [string, () => string])[] = [
  ['another project', () => machine.project],
  ['a home', () => machine.home],
  ["the user's checkout", () => repository.root],
  ["the user's own .git", () => join(repository.root, '.git')],
]

/** Everything that is done with a workspace, one after the other; what fails is as good as what works. */
async function useWorkspace(
  git: Git,
  run: string,
  again: (workspace: Workspace) => Promise<void>,
): Promise<void> {
  const { workspaces } = git
  let workspace = await workspaces.open({ run, id: 'T1', base })
  const acts: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['reset', () => workspaces.reset(workspace, base)],
    ['commit', () => workspaces.commit({ run, step: 's', workspace, parent: base, message: 'Do', at })],
    ['save', () => workspaces.saveUnfinished({ run, step: 's', workspace, parent: base, at })],
    ['strays', () => workspaces.strays(workspace)],
    ['ignored', () => workspaces.listIgnored(workspace)],
    ['fingerprint', () => workspaces.fingerprint(workspace)],
    ['watch', async () => (await workspaces.watch(workspace)).putBack()],
    ['copy', () => workspaces.copyIgnored(workspace, ['ignored.txt'])],
    ['guard', () => workspaces.guard(run, 's', workspace)],
    ['inspect', () => workspaces.inspect(run, 's')],
    ['recover', () => workspaces.recover(run)],
    ['open', async () => (workspace = await workspaces.open({ run, id: 'T1', base }))],
    ['empty', () => workspaces.restoreImage(workspace, null)],
    ['separate', () => workspaces.separate(workspace)],
    ['image', async () => workspaces.restoreImage(workspace, await workspaces.keepImage(run, workspace))],
    ['remove', () => workspaces.remove(workspace)],
    ['removeAll', () => workspaces.removeAll(run)],
  ]
  for (const [, act] of acts) {
    await prepareFiles(workspace)
    await again(workspace)
    await act().catch(expected)
  }
}

/** As an agent would, but never through a link. */
async function prepareFiles({ path }: Workspace): Promise<void> {
  for (const folder of [dirname(path), path, join(path, 'src'), join(path, 'build')]) {
    const found = await lstat(folder).catch(() => null)
    if (found?.isSymbolicLink() === true) return
    if (found === null) await mkdir(folder, { recursive: true })
  }
  await writeAt(join(path, 'src/new.txt'), 'new')
  await mkdir(`${path}.tmp`).catch(() => {})
}

/** Nothing but a sentence may come of it. */
function expected(thrown: unknown): void {
  if (!(thrown instanceof RunFailure)) throw thrown
  expect(['workspace-failed', 'agent-failed']).toContain(thrown.code)
}

async function gitDirOf(path: string): Promise<string> {
  const folder = join(repository.root, '.git/worktrees')
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const link = await readFile(join(folder, name, 'gitdir'), 'utf8').catch(() => '')
    if (link.trim() === join(path, '.git')) return join(folder, name)
  }
  return join(folder, basename(path))
}

/** Moves what stands at a path away and puts a link there. */
async function lead(path: string, target: string): Promise<void> {
  await rename(path, `${path}-away-${Math.random()}`).catch(() => {})
  await symlink(target, path).catch(() => {})
}

const CASES = PLACES.flatMap(([name, of]) => TARGETS.map(([target, to]) => [name, target, of, to] as const))

test.each(CASES)('P11: %s led to %s: nothing outside is touched', async (name, _target, of, to) => {
  const git = await repository.open()
  const run = `links-${CASES.findIndex((each) => each[2] === of && each[3] === to)}`
  await useWorkspace(git, run, async (workspace) => lead(await of(workspace), to()))
  await expectUntouched()
  // The place is made anew, and all is well.
  const workspace = await git.workspaces.open({ run: `${run}-after`, id: 'T1', base })
  expect(await readFile(join(workspace.path, 'readme.md'), 'utf8')).toBe('read me\n')
  expect(name).not.toBe('')
})

test('P11: a link to the whole machine is neither hashed nor committed', async () => {
  const git = await repository.open()
  const workspace = await git.workspaces.open({ run: 'whole', id: 'T1', base })
  await lead(workspace.path, '/')
  const asked = { run: 'whole', step: 's', workspace, parent: base, message: 'Do', at }
  await expect(git.workspaces.commit(asked)).rejects.toMatchObject({ code: 'agent-failed' })
  expect(await git.workspaces.saveUnfinished(asked)).toBeNull()
  await git.workspaces.reset(workspace, base)
  expect(await git.workspaces.inspect('whole', 's')).toEqual([])
  await git.workspaces.guard('whole', 's2', workspace)
  expect(await git.workspaces.inspect('whole', 's2')).toEqual([
    expect.objectContaining({ what: 'worktree', name: workspace.path }),
  ])
  await expectUntouched()
})

test('P11: a folder of all workspaces that became a link is refused, and what nobody wrote down is let be', async () => {
  const { worktreesRoot } = repository
  const git = await repository.open()
  await git.workspaces.open({ run: 'stale', id: 'T1', base })
  for (const path of ['unknown/x.tmp/notes', 'unknown/.home/notes', 'unknown/T1/notes'])
    await writeAt(join(worktreesRoot, path), 'mine\n')
  const before = await hashTree(join(worktreesRoot, 'unknown'))
  expect((await git.leftovers()).map(({ run }) => run)).not.toContain('unknown')
  await git.pruneRun('unknown')
  expect(await hashTree(join(worktreesRoot, 'unknown'))).toEqual(before)
  await lead(worktreesRoot, machine.home)
  await expect(repository.open()).rejects.toMatchObject({ code: 'workspace-failed' })
  await expect(git.pruneRun('stale')).rejects.toMatchObject({ code: 'workspace-failed' })
  await rm(worktreesRoot)
  await expectUntouched()
})

test(
  'P11: links put in the place of anything before and after every effect lead nowhere',
  { timeout: 120_000 },
  async () => {
    let swaps = 0
    const git = (swap: () => Promise<void>, moment: 'before' | 'after'): Promise<Git> => {
      const effect: Effect = async (label, act) => {
        if (moment === 'before') await swap()
        const result = await plainEffect(label, act)
        if (moment === 'after') await swap()
        return result
      }
      return repository.open({ effect })
    }
    for (const [index, [, of]] of PLACES.entries()) {
      for (const moment of ['before', 'after'] as const) {
        for (const phase of [0, 1, 2]) {
          let seen = 0
          let workspace: Workspace | null = null
          const swap = async (): Promise<void> => {
            seen += 1
            if (workspace === null || seen % 3 !== phase) return
            await lead(await of(workspace), machine.project)
            swaps += 1
          }
          await useWorkspace(await git(swap, moment), `cut-${index}-${moment}-${phase}`, async (opened) => {
            workspace = opened
          })
        }
      }
    }
    await expectUntouched()
    expect(swaps).toBeGreaterThan(200)
  },
)

test.each<readonly [string, number, (workspace: Workspace) => Promise<string>]>([
  ['the worktree', 6000, async ({ path }) => path],
  ["the run's folder", 2000, async ({ path }) => dirname(path)],
  ['its git directory', 2000, ({ path }) => gitDirOf(path)],
])(
  'P11: while %s is swapped %i times by another process, nothing outside is touched',
  { timeout: 120_000 },
  async (name, times, of) => {
    const git = await repository.open()
    const run = `race-${name.length}`
    const workspace = await git.workspaces.open({ run, id: 'T1', base })
    const asked = { run, step: 's', workspace, parent: base, message: 'Do', at }
    const swapping = swapOften(await of(workspace), machine.project, times)
    const acts: readonly (() => Promise<unknown>)[] = [
      () => git.workspaces.reset(workspace, base),
      () => git.workspaces.commit(asked),
      () => git.workspaces.saveUnfinished(asked),
      () => git.workspaces.open({ run, id: 'T1', base }),
      () => git.workspaces.restoreImage(workspace, null),
      () => git.workspaces.remove(workspace),
    ]
    let rounds = 0
    for (; !swapping.isOver(); rounds += 1) await acts[rounds % acts.length]?.().catch(expected)
    expect(await swapping.swaps).toBe(times)
    expect(rounds).toBeGreaterThan(20)
    await expectUntouched()
    await git.workspaces.removeAll(run)
    await expectUntouched()
  },
)

test(
  'P11: while ignored files are copied into a folder that is swapped, nothing outside is touched',
  { timeout: 120_000 },
  async () => {
    const { workspaces } = await repository.open()
    const workspace = await workspaces.open({ run: 'race-copy', id: 'T1', base })
    const swapping = swapOften(join(workspace.path, 'build/deep'), machine.project, 200)
    while (!swapping.isOver()) await workspaces.copyIgnored(workspace, ['build']).catch(expected)
    expect(await swapping.swaps).toBeGreaterThan(20)
    await expectUntouched()
  },
)
