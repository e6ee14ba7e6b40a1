import { chmod, mkdir, readFile, readdir, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository, makeRepository } from '../../../test/fixtures/git-repository.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'
import type { Git } from './create-git.ts'

let repository: TestRepository
let git: Git
let base: string
let runs = 0
beforeAll(async () => {
  repository = await makeFilledRepository()
  git = await repository.open()
  base = await repository.git(['rev-parse', 'HEAD'])
})
afterAll(() => repository.remove())

function open(): Promise<Workspace> {
  return git.workspaces.open({ run: `r${(runs += 1)}`, id: 'gate-1', base })
}

test('P2: a file of the commit that was written is seen, whatever it is now', async () => {
  const workspace = await open()
  const write = (path: string, text: string): Promise<void> => writeFile(join(workspace.path, path), text)
  const readme = await readFile(join(workspace.path, 'readme.md'), 'utf8')
  const watch = await git.workspaces.watch(workspace)
  expect(await watch.written()).toEqual([])
  const meddle = async (): Promise<void> => {
    await write('new.txt', 'new')
    await rm(join(workspace.path, 'run.sh'))
    await write('readme.md', 'for a while')
    await write('readme.md', readme)
  }
  const seen = [
    { path: 'readme.md', as: 'same' },
    { path: 'run.sh', as: 'other' },
  ]
  await meddle()
  expect(await watch.written()).toEqual(seen)
  expect(await watch.written()).toEqual(seen)
  await watch.putBack()
  expect(await readFile(join(workspace.path, 'new.txt'), 'utf8')).toBe('new')
  expect(await watch.written()).toEqual([])
  await meddle()
  expect(await watch.written()).toEqual(seen)
})

test('P2: a folder that was moved away for a while is seen, and one that has a file more is not', async () => {
  const workspace = await open()
  const at = (path: string): string => join(workspace.path, path)
  const watch = await git.workspaces.watch(workspace)
  const folder = (await readdir(workspace.path, { withFileTypes: true })).find(
    (entry) => entry.isDirectory() && entry.name !== '.git',
  )?.name
  if (folder === undefined) throw new Error('there is no folder in it')
  await writeFile(at(`${folder}/more.txt`), 'more')
  await mkdir(at('new'))
  expect(await watch.written()).toEqual([])
  await rename(at(folder), at('aside'))
  await mkdir(at(folder))
  await rmdir(at(folder))
  await rename(at('aside'), at(folder))
  expect(await watch.written()).toEqual([{ path: folder, as: 'same' }])
  await watch.putBack()
  expect(await watch.written()).toEqual([])
  watch.close()
})

test('P2: a file whose name is no text is watched and put back like any other', async () => {
  const odd = await makeRepository()
  try {
    const name = Buffer.from('p\xff.txt', 'latin1')
    const at = (folder: string): Buffer => Buffer.concat([Buffer.from(`${folder}/`), name])
    await writeFile(at(odd.root), 'bad\n')
    await odd.git(['add', '--all'])
    await odd.git(['commit', '--quiet', '--message', 'odd'])
    const { workspaces } = await odd.open()
    const workspace = await workspaces.open({
      run: 'r1',
      id: 'gate-1',
      base: await odd.git(['rev-parse', 'HEAD']),
    })
    const watch = await workspaces.watch(workspace)
    expect(await watch.written()).toEqual([])
    await writeFile(at(workspace.path), 'good\n')
    expect(await watch.written()).toEqual([{ path: String(name), as: 'other' }])
    await watch.putBack()
    expect(await readFile(at(workspace.path), 'utf8')).toBe('bad\n')
    expect(await watch.written()).toEqual([])
    watch.close()
  } finally {
    await odd.remove()
  }
})

test('P2: an index that hides changes hides nothing from the watch', async () => {
  const workspace = await open()
  const watch = await git.workspaces.watch(workspace)
  await repository.git(['update-index', '--skip-worktree', 'readme.md'], workspace.path)
  await repository.git(['update-index', '--assume-unchanged', 'run.sh'], workspace.path)
  await writeFile(join(workspace.path, 'readme.md'), 'other\n')
  await rm(join(workspace.path, 'run.sh'))
  await repository.git(['config', 'core.trustctime', 'false'])
  expect(await watch.written()).toEqual([
    { path: 'readme.md', as: 'other' },
    { path: 'run.sh', as: 'other' },
  ])
  await repository.git(['commit', '--quiet', '--all', '--allow-empty', '--message', 'mine'], workspace.path)
  expect(await watch.written()).toHaveLength(2)
  await watch.putBack()
  expect(await watch.written()).toEqual([])
  await repository.git(['config', '--unset', 'core.trustctime'])
})

test('P2: another mode, a link and a folder in the place of a file are seen and put back', async () => {
  const workspace = await open()
  const watch = await git.workspaces.watch(workspace)
  await chmod(join(workspace.path, 'readme.md'), 0o755)
  await rm(join(workspace.path, 'run.sh'))
  await symlink('/bin/true', join(workspace.path, 'run.sh'))
  expect(await watch.written()).toEqual([
    { path: 'readme.md', as: 'other' },
    { path: 'run.sh', as: 'other' },
  ])
  await watch.putBack()
  expect(await watch.written()).toEqual([])
})

test('P2: a place that was removed is not as it was', async () => {
  const workspace = await open()
  const watch = await git.workspaces.watch(workspace)
  await rm(workspace.path, { recursive: true })
  expect(await watch.written()).toEqual([{ path: '.', as: 'other' }])
})

test('P2: a link and a submodule are told from files', async () => {
  const workspace = await open()
  await symlink('/etc/hosts', join(workspace.path, 'hosts'))
  const inner = join(workspace.path, 'inner')
  await repository.git(['init', '--quiet', inner])
  await repository.git(['commit', '--quiet', '--allow-empty', '--message', 'x'], inner)
  await writeFile(join(workspace.path, '.gitmodules'), '[submodule "i"]\n\tpath = inner\n\turl = ./x\n')
  const request = { run: `r${runs}`, step: 's', workspace, parent: base, message: 'm', at: 0 }
  const { commit } = await git.workspaces.commit(request)
  const changes = await git.repository.readChanges(base, commit)
  expect(changes).toMatchObject([
    { path: '.gitmodules' },
    { path: 'hosts', entry: 'link', after: '/etc/hosts' },
    { path: 'inner', entry: 'submodule', after: null },
  ])
  expect(changes[0]).not.toHaveProperty('entry')
})
