import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository, makeRepository, writeAt } from '../../../test/fixtures/git-repository.ts'
import type { RepositoryPlace } from './find-repository.ts'
import { findRepository, repositoryId, requireGit } from './find-repository.ts'

const made: TestRepository[] = []
afterEach(async () => {
  for (const repository of made.splice(0)) await repository.remove()
})

async function track(repository: Promise<TestRepository>): Promise<TestRepository> {
  made.push(await repository)
  return repository
}

function find(repository: TestRepository, folder = repository.root): Promise<RepositoryPlace> {
  return findRepository(folder, repository.environment)
}

test('finds the repository from a subfolder, with spaces and foreign letters', async () => {
  const repository = await track(makeFilledRepository('mon dépôt'))
  const gitDir = join(repository.root, '.git')
  const place = { root: repository.root, gitDir, commonDir: gitDir }
  expect(await find(repository)).toEqual(place)
  expect(await find(repository, join(repository.root, 'src'))).toEqual(place)
})

test('finds the shared directory from a linked worktree, and the inherited GIT_DIR is not believed', async () => {
  const repository = await track(makeFilledRepository())
  const linked = join(repository.folder, 'linked')
  await repository.git(['worktree', 'add', '--quiet', '--detach', linked])
  const misled = { ...repository.environment, GIT_DIR: '/nowhere', GIT_WORK_TREE: '/' }
  expect(await findRepository(linked, misled)).toEqual({
    root: linked,
    gitDir: join(repository.root, '.git', 'worktrees', 'linked'),
    commonDir: join(repository.root, '.git'),
  })
})

test('a repository whose submodule is absent, and a submodule itself, are repositories like any other', async () => {
  const repository = await track(makeFilledRepository())
  const inner = await track(makeFilledRepository('inner'))
  const allow = ['-c', 'protocol.file.allow=always']
  await repository.git([...allow, 'submodule', '--quiet', 'add', inner.root, 'lib'])
  await repository.git(['commit', '--quiet', '--message', 'with submodule'])
  const within = await find(repository, join(repository.root, 'lib'))
  expect(within.root).toBe(join(repository.root, 'lib'))
  expect(within.commonDir).toBe(join(repository.root, '.git', 'modules', 'lib'))
  await rm(join(repository.root, 'lib'), { recursive: true })
  expect((await find(repository)).root).toBe(repository.root)
})

test.each([
  ['no repository at all', (repository: TestRepository) => repository.folder, /git init/],
  ['an empty repository', (repository: TestRepository) => repository.root, /first commit/],
  ['a git directory', (repository: TestRepository) => join(repository.root, '.git'), /in the checkout/],
  ['a bare repository', (repository: TestRepository) => join(repository.folder, 'bare.git'), /clone/],
  [
    'a folder that is not there',
    (repository: TestRepository) => join(repository.folder, 'none'),
    /can be entered/,
  ],
])('says what to do about %s', async (_name, folder, advice) => {
  const repository = await track(makeRepository())
  await mkdir(join(repository.folder, 'bare.git'))
  await repository.git(['init', '--quiet', '--bare', '.'], join(repository.folder, 'bare.git'))
  await expect(find(repository, folder(repository))).rejects.toMatchObject({
    code: 'repository-unfit',
    message: expect.stringMatching(advice) as string,
  })
})

test('says what to do about a damaged repository', async () => {
  const repository = await track(makeFilledRepository())
  await writeFile(join(repository.root, '.git', 'config'), '[core\n')
  await expect(find(repository)).rejects.toMatchObject({
    code: 'repository-unfit',
    message: expect.stringMatching(/cannot be read.*config/) as string,
  })
})

test('says what to do without git, and with one that is too old', async () => {
  const repository = await track(makeFilledRepository())
  const bin = join(repository.folder, 'bin')
  await mkdir(bin)
  const environment = { ...repository.environment, PATH: bin }
  const advice = { code: 'repository-unfit', message: expect.stringMatching(/install git 2\.38/) as string }
  await expect(findRepository(repository.root, environment)).rejects.toMatchObject(advice)
  await writeAt(join(bin, 'git'), '#!/bin/sh\necho git version 2.37.9\n')
  await expect(findRepository(repository.root, environment)).rejects.toMatchObject(advice)
  await rm(join(bin, 'git'))
  const old =
    '#!/bin/sh\nfor word; do case "$word" in --is*) echo false;; version) echo git version 2.37.9;; --*) echo "$word";; esac; done\n'
  await writeFile(join(bin, 'git'), old, { mode: 0o755 })
  await expect(findRepository(repository.root, environment)).rejects.toMatchObject(advice)
  await expect(requireGit(environment)).rejects.toMatchObject(advice)
  await requireGit(repository.environment)
})

test('the id of a repository is stable, safe as a folder name, and its own', () => {
  const id = repositoryId('/home/me/Projets à moi/.git')
  expect(id).toMatch(/^Projets-moi-[0-9a-f]{16}$/)
  expect(repositoryId('/home/me/Projets à moi/.git')).toBe(id)
  expect(repositoryId('/home/you/Projets à moi/.git')).not.toBe(id)
  expect(repositoryId('/srv/thing.git')).toMatch(/^thing-[0-9a-f]{16}$/)
  expect(repositoryId('/…/.git')).toMatch(/^repository-[0-9a-f]{16}$/)
})
