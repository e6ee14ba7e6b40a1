import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { fingerprint, makeFilledRepository, writeAt } from '../../../test/fixtures/git-repository.ts'
import type { Git } from './create-git.ts'

const made: TestRepository[] = []
afterEach(async () => {
  for (const repository of made.splice(0)) await repository.remove()
})

async function track(): Promise<TestRepository> {
  const repository = await makeFilledRepository('projet à moi')
  made.push(repository)
  return repository
}

/** Everything an ordinary run does, and some of what an agent should not. */
async function playRun(repository: TestRepository, git: Git, base: string): Promise<string> {
  const { workspaces } = git
  await workspaces.recover('r1')
  const workspace = await workspaces.open({ run: 'r1', id: 'T1', base })
  expect(await repository.git(['status', '--porcelain'], workspace.path)).toBe('')
  expect(await readFile(join(workspace.path, 'docs/guide.md'), 'utf8')).toBe('guide\n')
  await workspaces.guard('r1', 'T1')
  const agent = git.agentEnvironment('r1')
  await writeAt(join(workspace.path, 'src/neu é.txt'), 'new')
  await repository.gitWith(agent, ['add', '--all'], workspace.path)
  await repository.gitWith(agent, ['commit', '--quiet', '--message', 'by the agent'], workspace.path)
  for (const args of [
    ['stash', '--include-untracked'],
    ['branch', 'x'],
    ['config', 'core.pager', 'x'],
  ]) {
    await repository.gitWith(agent, args, workspace.path).catch(() => null)
  }
  expect((await workspaces.inspect('r1', 'T1')).map(({ name }) => name)).toEqual(['config'])
  const request = { run: 'r1', message: 'Do it', at: 1_000 }
  await workspaces.saveUnfinished({ ...request, step: 'T1', workspace, parent: base })
  const { commit } = await workspaces.commit({ ...request, step: 'T1', workspace, parent: base })
  await git.repository.checkout()
  const merged = await git.repository.merge({ ...request, step: 'merge', ours: base, theirs: commit })
  if (merged.kind === 'conflict') throw new Error(merged.message)
  expect(await git.repository.changes(base, merged.commit)).toEqual([
    { path: 'src/neu é.txt', kind: 'added' },
  ])
  await workspaces.reset(workspace, base)
  await workspaces.remove(workspace)
  await workspaces.removeAll('r1')
  return merged.commit
}

test.each<readonly [string, (repository: TestRepository) => Promise<unknown>]>([
  [
    'a checkout in the middle of work',
    (repository) => rename(at(repository, 'run.sh'), at(repository, 'walk.sh')),
  ],
  ['a detached HEAD', (repository) => repository.git(['checkout', '--quiet', '--detach'])],
  ['a sparse checkout', (repository) => repository.git(['sparse-checkout', 'set', '--sparse-index', 'src'])],
  ['packed refs', (repository) => repository.git(['pack-refs', '--all'])],
  [
    'a hook that fails and commits that must be signed',
    async (repository) => {
      await repository.git(['config', 'commit.gpgSign', 'true'])
      await repository.git(['config', 'gpg.program', '/bin/false'])
      for (const hook of ['pre-commit', 'post-checkout', 'reference-transaction']) {
        await writeAt(at(repository, `.git/hooks/${hook}`), '#!/bin/sh\ntouch "$0".ran\nexit 1\n')
        await chmod(at(repository, `.git/hooks/${hook}`), 0o755)
      }
    },
  ],
  ['a lock that the user’s own git holds', (repository) => writeFile(at(repository, '.git/index.lock'), '')],
])('with %s nothing of the user’s changes, byte for byte', async (_name, arrange) => {
  const repository = await track()
  const base = await repository.git(['rev-parse', 'HEAD'])
  await repository.write('readme.md', 'stashed\n')
  await repository.git(['stash', '--quiet'])
  await repository.write('staged.txt', 'staged')
  await repository.git(['add', 'staged.txt'])
  await repository.write('untracked ü.txt', 'untracked')
  await repository.write('ignored.txt', 'ignored')
  await arrange(repository)
  const before = await fingerprint(repository)
  const git = await repository.open({ from: at(repository, 'src') })
  const commit = await playRun(repository, git, base)
  expect(await fingerprint(repository)).toEqual(before)
  const branch = 'tutti/delivered'
  expect(await git.repository.deliver({ run: 'r1', branch, commit })).toMatchObject({ kind: 'delivered' })
  const { refs, ...rest } = await fingerprint(repository)
  expect(
    refs
      ?.split('\n')
      .filter((line) => !line.includes(branch))
      .join('\n'),
  ).toBe(before['refs'])
  expect({ refs: before['refs'], ...rest }).toEqual(before)
})

test('a shallow clone, and a worktree of a bare repository, are fit', async () => {
  const repository = await track()
  await repository.git(['commit', '--quiet', '--allow-empty', '--message', 'second'])
  for (const [kind, args] of [
    ['shallow', ['--depth=1', `file://${repository.root}`]],
    ['bare', ['--bare', repository.root]],
  ] as const) {
    const clone = join(repository.folder, kind)
    await repository.git(['clone', '--quiet', ...args, clone], repository.folder)
    const root = kind === 'bare' ? join(repository.folder, 'checkout') : clone
    if (kind === 'bare') await repository.git(['worktree', 'add', '--quiet', root, 'main'], clone)
    const git = await repository.open({ from: root })
    const base = (await git.repository.checkout()).head
    await playRun(repository, git, base)
    await git.pruneRun('r1')
    expect(await readFile(join(root, 'readme.md'), 'utf8')).toBe('read me\n')
    expect(await repository.git(['status', '--porcelain'], root)).toBe('')
    await rm(root, { recursive: true })
  }
})

function at(repository: TestRepository, path: string): string {
  return join(repository.root, path)
}
