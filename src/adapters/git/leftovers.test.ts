import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { fingerprint, makeFilledRepository, writeAt } from '../../../test/fixtures/git-repository.ts'

let repository: TestRepository
beforeEach(async () => {
  repository = await makeFilledRepository()
})
afterEach(() => repository.remove())

test('tells what each run still holds, and removes exactly that', async () => {
  const before = await fingerprint(repository)
  const git = await repository.open()
  const base = await repository.git(['rev-parse', 'HEAD'])
  expect(await git.leftovers()).toEqual([])
  const one = await git.workspaces.open({ run: 'one', id: 'T1', base })
  const two = await git.workspaces.open({ run: 'two', id: 'a/b', base })
  await writeAt(join(one.path, 'big'), 'x'.repeat(100_000))
  await writeAt(`${one.path}.tmp/file`, 'x'.repeat(1_000))
  const request = { run: 'one', step: 'T1', workspace: one, parent: base, message: 'x', at: 0 }
  await git.workspaces.commit(request)
  await git.workspaces.guard('one', 'T1')
  git.agentEnvironment('one')
  await rm(two.path, { recursive: true })
  const [first, second] = await git.leftovers()
  expect(first).toMatchObject({
    run: 'one',
    worktrees: [{ path: one.path }, { path: `${one.path}.tmp` }],
    refs: ['refs/tutti/one/step/T1', 'refs/tutti/one/work/T1'],
    registrations: 1,
  })
  expect(first?.worktrees[0]?.bytes).toBeGreaterThan(100_000)
  expect(second).toEqual({ run: 'two', worktrees: [], refs: [two.ref], registrations: 1 })
  await git.pruneRun('one')
  await git.pruneRun('one')
  expect((await git.leftovers()).map(({ run }) => run)).toEqual(['two'])
  await expect(access(one.path)).rejects.toThrow()
  await git.pruneRun('two')
  expect(await git.leftovers()).toEqual([])
  expect(await fingerprint(repository)).toEqual(before)
  await expect(access(join(repository.root, '.git/worktrees'))).rejects.toThrow()
  await expect(access(join(repository.root, '.git/refs/tutti'))).rejects.toThrow()
})
