import { lstat, mkdir, readFile, readlink, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository, writeAt } from '../../../test/fixtures/git-repository.ts'
import type { Workspace, Workspaces } from '../../kernel/ports/workspaces.ts'

let repository: TestRepository
let workspaces: Workspaces
let workspace: Workspace
beforeAll(async () => {
  repository = await makeFilledRepository()
  workspaces = (await repository.open()).workspaces
  const base = await repository.git(['rev-parse', 'HEAD'])
  workspace = await workspaces.open({ run: 'r1', id: 'T1', base })
})
afterAll(() => repository.remove())

test('copies files and whole folders, follows a link to the file, and repeats', async () => {
  await repository.write('build/deep/x.txt', 'x')
  await symlink('x.txt', join(repository.root, 'build/deep/link'))
  await writeAt(join(repository.folder, 'shared.env'), 'shared')
  await symlink(join(repository.folder, 'shared.env'), join(repository.root, 'ignored.txt'))
  await repository.write('build/old.txt', 'old')
  await workspaces.copyIgnored(workspace, ['build'])
  await rm(join(repository.root, 'build/old.txt'))
  for (const text of ['x', 'changed']) {
    await repository.write('build/deep/x.txt', text)
    await workspaces.copyIgnored(workspace, ['./build/', 'ignored.txt', 'src/ignored.txt'])
    expect(await readFile(join(workspace.path, 'build/deep/x.txt'), 'utf8')).toBe(text)
  }
  await expect(lstat(join(workspace.path, 'build/old.txt'))).rejects.toThrow()
  expect(await readlink(join(workspace.path, 'build/deep/link'))).toBe('x.txt')
  expect((await lstat(join(workspace.path, 'ignored.txt'))).isFile()).toBe(true)
  expect(await readFile(join(workspace.path, 'ignored.txt'), 'utf8')).toBe('shared')
})

test.each(['../secret', '/etc/passwd', '.git/config', '.git', '.', '', 'readme.md', 'untracked.txt', 'src'])(
  'refuses %s, which would be committed or is no file of the repository',
  async (path) => {
    await repository.write('untracked.txt', 'x')
    await expect(workspaces.copyIgnored(workspace, [path])).rejects.toMatchObject({ code: 'bad-input' })
  },
)

test('never writes through a link that an agent laid', async () => {
  const outside = join(repository.folder, 'outside')
  await writeAt(join(outside, 'file'), 'precious')
  await rm(join(workspace.path, 'ignored.txt'), { force: true })
  await symlink(join(outside, 'file'), join(workspace.path, 'ignored.txt'))
  await workspaces.copyIgnored(workspace, ['ignored.txt'])
  expect(await readFile(join(outside, 'file'), 'utf8')).toBe('precious')
  await rm(join(workspace.path, 'build'), { recursive: true, force: true })
  await mkdir(join(repository.root, 'build'), { recursive: true })
  await repository.write('build/file', 'x')
  await symlink(outside, join(workspace.path, 'build'))
  await expect(workspaces.copyIgnored(workspace, ['build/file'])).rejects.toMatchObject({ code: 'bad-input' })
  expect(await readFile(join(outside, 'file'), 'utf8')).toBe('precious')
})
