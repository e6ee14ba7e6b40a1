import { mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { fingerprint, makeFilledRepository, writeAt } from '../../../test/fixtures/git-repository.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'
import type { Git } from './create-git.ts'

let repository: TestRepository
let base: string
let before: Readonly<Record<string, string>>
beforeAll(async () => {
  repository = await makeFilledRepository()
  base = await repository.git(['rev-parse', 'HEAD'])
  await repository.write('readme.md', 'the user is at work\n')
  await repository.git(['status'])
  before = await fingerprint(repository)
})
afterAll(() => repository.remove())

async function gitDirOf(workspace: Workspace): Promise<string> {
  return (await readFile(join(workspace.path, '.git'), 'utf8')).replace('gitdir: ', '').trimEnd()
}

async function expectWhole(workspace: Workspace): Promise<void> {
  expect(await repository.git(['status', '--porcelain'], workspace.path)).toBe('')
  expect(await repository.git(['status'], workspace.path)).not.toContain('rebas')
  expect(await repository.git(['rev-parse', 'HEAD'], workspace.path)).toBe(base)
  expect(await readFile(join(workspace.path, 'readme.md'), 'utf8')).toBe('read me\n')
  const registered = await repository.git(['worktree', 'list', '--porcelain'])
  expect(registered.split('\n').filter((line) => line === `worktree ${workspace.path}`)).toHaveLength(1)
}

test.each<readonly [string, (workspace: Workspace, gitDir: string) => Promise<unknown>]>([
  ['only the lock that says whose it is', (_, gitDir) => removeBut(gitDir, ['locked'])],
  ['a registration without HEAD', (_, gitDir) => rm(join(gitDir, 'HEAD'))],
  ['a registration without its common directory', (_, gitDir) => rm(join(gitDir, 'commondir'))],
  [
    'a registration whose HEAD is all zeros',
    (_, gitDir) => writeFile(join(gitDir, 'HEAD'), `${'0'.repeat(40)}\n`),
  ],
  ['a registration without folder', ({ path }) => rm(path, { recursive: true })],
  ['a folder without registration', (_, gitDir) => rm(gitDir, { recursive: true })],
  ['a folder without its .git file', ({ path }) => rm(join(path, '.git'))],
  ['a .git file that points elsewhere', ({ path }) => writeFile(join(path, '.git'), 'gitdir: /nowhere\n')],
  ['no index', (_, gitDir) => rm(join(gitDir, 'index'))],
  ['a torn index', (_, gitDir) => truncate(join(gitDir, 'index'), 20)],
  [
    'locks',
    (_, gitDir) => Promise.all(['index', 'HEAD'].map((name) => writeFile(join(gitDir, `${name}.lock`), ''))),
  ],
  ['a second registration', (_, gitDir) => copyRegistration(gitDir)],
  ['a rebase under way', (_, gitDir) => mkdir(join(gitDir, 'rebase-merge'))],
  [
    'a file where the folder was',
    ({ path }) => rename(join(path, 'readme.md'), `${path}2`).then(() => replace(path)),
  ],
])('P1: opening repairs %s', async (_name, damage) => {
  const { workspaces } = await repository.open()
  const workspace = await workspaces.open({ run: 'halves', id: 'T1', base })
  await writeAt(join(workspace.path, 'src/left.txt'), 'left')
  await damage(workspace, await gitDirOf(workspace))
  expect(await workspaces.open({ run: 'halves', id: 'T1', base })).toEqual(workspace)
  await expectWhole(workspace)
  await workspaces.removeAll('halves')
  expect(await fingerprint(repository)).toEqual(before)
})

test('P1: many workspaces opened and removed at once, by several conductors, do not hinder each other', async () => {
  const conductors = await Promise.all([repository.open(), repository.open(), repository.open()])
  const work = async (git: Git, run: string, id: string): Promise<void> => {
    const workspace = await git.workspaces.open({ run, id, base })
    expect(await readFile(join(workspace.path, 'readme.md'), 'utf8')).toBe('read me\n')
    await git.workspaces.remove(workspace)
  }
  await Promise.all(
    conductors.flatMap((git, index) => ['T1', 'T2', 'T3'].map((id) => work(git, `many${index}`, id))),
  )
  for (const index of [0, 1, 2]) await conductors[index]?.pruneRun(`many${index}`)
  expect(await fingerprint(repository)).toEqual(before)
})

async function removeBut(folder: string, names: readonly string[]): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!names.includes(name)) await rm(join(folder, name), { recursive: true })
  }
}

async function copyRegistration(gitDir: string): Promise<void> {
  await mkdir(`${gitDir}2`)
  for (const name of ['gitdir', 'commondir', 'HEAD']) {
    await writeFile(join(`${gitDir}2`, name), await readFile(join(gitDir, name)))
  }
}

async function replace(path: string): Promise<void> {
  await rm(path, { recursive: true })
  await rename(`${path}2`, path)
}
