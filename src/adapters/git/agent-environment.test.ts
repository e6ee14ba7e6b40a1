import { chmod, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { fingerprint, makeFilledRepository, writeAt } from '../../../test/fixtures/git-repository.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'
import type { Git } from './create-git.ts'

let repository: TestRepository
let git: Git
let workspace: Workspace
beforeAll(async () => {
  repository = await makeFilledRepository('odd [n*me] ß"q')
  git = await repository.open()
  const base = await repository.git(['rev-parse', 'HEAD'])
  workspace = await git.workspaces.open({ run: 'r1', id: 'T1', base })
})
afterAll(() => repository.remove())

function agent(args: readonly string[], cwd = workspace.path): Promise<string> {
  return repository.gitWith(git.agentEnvironment('r1'), args, cwd)
}

test('P11: where git notes what it is asked to do in a workspace, it notes nothing of another one', () => {
  const [one, other] = ['T1', 'T2'].map((id) => {
    const variables = git.agentEnvironment('r1', join(repository.worktreesRoot, 'r1', id))
    return dirname(variables['GIT_TRACE2_EVENT'] ?? '')
  })
  expect(one).toMatch(/\/T1$/)
  expect(other).toMatch(/\/T2$/)
})

test('an agent can commit on its detached HEAD, amend, merge and rebase there', async () => {
  await writeAt(join(workspace.path, 'a.txt'), 'a')
  await agent(['add', '--all'])
  await agent(['commit', '--quiet', '--message', 'a'])
  expect(await agent(['log', '-1', '--format=%an <%ae> %cn'])).toBe(
    'tutti-agent <r1@agent.tutti.invalid> tutti-agent',
  )
  await agent(['commit', '--quiet', '--amend', '--message', 'b'])
  await agent(['checkout', '--quiet', 'HEAD~1'])
  await agent(['commit', '--quiet', '--allow-empty', '--message', 'c'])
  await agent(['merge', '--quiet', '--no-edit', 'HEAD@{2}'])
  await agent(['rebase', '--quiet', 'HEAD~1'])
  await agent(['reset', '--quiet', '--hard', 'HEAD'])
})

test.each([
  ['stash'],
  ['branch', 'x'],
  ['tag', 'x'],
  ['switch', '--create', 'x'],
  ['branch', '--delete', '--force', 'gone'],
  ['branch', '--move', 'gone', 'moved'],
  ['update-ref', 'refs/heads/main', 'HEAD'],
  ['update-ref', 'refs/tutti/r1/work/T1', 'HEAD'],
  ['update-ref', 'main-worktree/HEAD', 'HEAD'],
  ['notes', 'add', '--message', 'x'],
  ['replace', 'HEAD', 'HEAD~1'],
  ['fetch', '.', 'HEAD:refs/heads/x'],
  ['push', '.', 'HEAD:refs/heads/x'],
])('an agent’s git %s %s is refused, and says why', async (...args) => {
  await repository.git(['branch', '--force', 'gone', 'main'])
  await writeAt(join(workspace.path, 'dirty.txt'), 'dirty')
  await agent(['add', 'dirty.txt'])
  const before = await fingerprint(repository)
  await expect(agent(args)).rejects.toThrow(/Tutti: /)
  expect(await fingerprint(repository)).toEqual(before)
  expect(await readFile(join(workspace.path, 'dirty.txt'), 'utf8')).toBe('dirty')
})

const past = ['-c', 'core.hooksPath=/dev/null', '-c', 'push.followTags=false', '-c', 'push.gpgSign=false']

test.each([
  ['a plain push', ['push', 'origin', 'HEAD:refs/heads/x']],
  ['no hooks', ['-c', 'core.hooksPath=/dev/null', 'push', '--no-verify', 'origin', 'HEAD:refs/heads/x']],
  [
    'all settings',
    [...past, 'push', '--no-verify', '--no-follow-tags', '--no-signed', 'origin', 'HEAD:main'],
  ],
  ['an alias', ['-c', 'alias.p=push', ...past, 'p', 'origin', 'HEAD:refs/heads/x']],
  ['plumbing', ['send-pack', '../remote.git', 'HEAD:refs/heads/x']],
])('P11: an agent cannot push from its workspace: %s', async (_name, args) => {
  const remote = join(repository.folder, 'remote.git')
  await repository.git(['init', '--quiet', '--bare', remote])
  await repository.git(['config', 'remote.origin.url', remote])
  await expect(agent(args)).rejects.toThrow(/Tutti: pushing is refused|push\.gpgsign/)
  expect(await repository.git(['for-each-ref'], remote)).toBe('')
  expect(await agent(['ls-remote', 'origin'])).toBe('')
  await agent(['fetch', '--quiet', repository.root, 'main'])
})

test('an agent may push between repositories of its own, as tests do', async () => {
  const own = join(repository.folder, 'own')
  await agent(['init', '--quiet', own])
  await agent(['commit', '--quiet', '--allow-empty', '--message', 'x'], own)
  await agent(['init', '--quiet', '--bare', `${own}.git`])
  await agent(['push', '--quiet', `${own}.git`, 'HEAD:refs/heads/x'], own)
  expect(await agent(['for-each-ref', '--format=%(refname)'], `${own}.git`)).toBe('refs/heads/x')
})

test('the user’s hooks and signing do not get in the agent’s way', async () => {
  const hook = join(repository.root, '.husky/pre-commit')
  await writeAt(hook, '#!/bin/sh\nexit 1\n')
  await chmod(hook, 0o755)
  await repository.git(['config', 'core.hooksPath', join(repository.root, '.husky')])
  await repository.git(['config', 'commit.gpgSign', 'true'])
  await agent(['commit', '--quiet', '--allow-empty', '--message', 'fine'])
  await repository.git(['config', '--unset', 'core.hooksPath'])
  await repository.git(['config', '--unset', 'commit.gpgSign'])
})

test('other repositories, such as those that tests make, are left alone', async () => {
  const other = join(repository.folder, 'other')
  await mkdir(other)
  await agent(['init', '--quiet'], other)
  await writeAt(join(other, '.git/hooks/post-commit'), '#!/bin/sh\ntouch hook-ran\n')
  await chmod(join(other, '.git/hooks/post-commit'), 0o755)
  await agent(['commit', '--quiet', '--allow-empty', '--message', 'x'], other)
  await agent(['branch', 'free'], other)
  expect(await agent(['log', '-1', '--format=%an'], other)).toBe('A User')
  expect(await readFile(join(other, 'hook-ran'), 'utf8')).toBe('')
})
