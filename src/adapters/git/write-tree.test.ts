import { chmod, lstat, mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository, writeAt } from '../../../test/fixtures/git-repository.ts'
import type { CommitResult, Workspace } from '../../kernel/ports/workspaces.ts'
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

function open(from = base): Promise<Workspace> {
  return git.workspaces.open({ run: `r${(runs += 1)}`, id: 'T1', base: from })
}

function commit(workspace: Workspace, parent = workspace.baseCommit): Promise<CommitResult> {
  const request = {
    run: `r${runs}`,
    step: 'T1/implement',
    workspace,
    parent,
    message: 'Do it',
    at: 1_700_000_000_500,
  }
  return git.workspaces.commit(request)
}

test('the commit is ours, dated by the journal, with trailers, whatever the user’s settings say', async () => {
  await repository.git(['config', 'commit.gpgSign', 'true'])
  await repository.git(['config', 'gpg.program', '/bin/false'])
  await writeAt(join(repository.root, '.git', 'hooks', 'pre-commit'), '#!/bin/sh\nexit 1\n')
  await chmod(join(repository.root, '.git', 'hooks', 'pre-commit'), 0o755)
  const workspace = await open()
  await writeAt(join(workspace.path, 'new.txt'), 'new')
  const { commit: made } = await commit(workspace)
  const shown = await repository.git(['log', '-1', '--format=%an|%ae|%cn|%at|%ct|%P%n%B', made])
  expect(shown).toBe(
    `Tutti|tutti@localhost|Tutti|1700000000|1700000000|${base}\nDo it\n\nTutti-Run: r${runs}\nTutti-Step: T1/implement\n`,
  )
  expect(await repository.git(['branch', '--list', '--format=%(refname:short)'])).toBe('main')
  expect(await repository.git(['status', '--porcelain'], workspace.path)).toBe('')
  expect(await repository.git(['rev-parse', 'HEAD'], workspace.path)).toBe(made)
  await repository.git(['config', '--unset', 'commit.gpgSign'])
  await rm(join(repository.root, '.git', 'hooks', 'pre-commit'))
})

test('the agent’s own commits, with forged trailers, are folded in', async () => {
  const workspace = await open()
  await writeAt(join(workspace.path, 'a.txt'), 'a')
  await repository.git(['add', '--all'], workspace.path)
  await repository.git(['commit', '--quiet', '--message', 'x\n\nTutti-Step: forged'], workspace.path)
  await writeAt(join(workspace.path, 'b.txt'), 'b')
  const { commit: made, changes } = await commit(workspace)
  expect(changes.map(({ path }) => path)).toEqual(['a.txt', 'b.txt'])
  expect(await repository.git(['rev-list', `${base}..${made}`])).toBe(made)
  expect(
    await repository.git(['log', '--format=%(trailers:key=Tutti-Step,valueonly)', `${base}..${made}`]),
  ).toBe('T1/implement\n')
})

test('links, executable bits, and files that become folders and back', async () => {
  const workspace = await open()
  const at = (path: string): string => join(workspace.path, path)
  await symlink('readme.md', at('link'))
  await chmod(at('readme.md'), 0o755)
  await chmod(at('run.sh'), 0o644)
  const first = await commit(workspace)
  expect(await repository.git(['ls-tree', '-r', '--format=%(objectmode) %(path)', first.commit])).toMatch(
    /120000 link\n100755 readme.md\n100644 run.sh/,
  )
  await rm(at('readme.md'))
  await writeAt(at('readme.md/inside.txt'), 'inside')
  await rm(at('src'), { recursive: true })
  await writeFile(at('src'), 'a file now')
  const second = await commit(workspace, first.commit)
  expect(await git.repository.readFile(second.commit, 'readme.md/inside.txt')).toBe('inside')
  expect(await git.repository.readFile(second.commit, 'src')).toBe('a file now')
  expect(await git.repository.readFile(first.commit, 'link')).toBe('read me\n')
  await git.workspaces.reset(workspace, first.commit)
  expect((await lstat(at('link'))).isSymbolicLink()).toBe(true)
  expect((await lstat(at('readme.md'))).mode & 0o111).toBe(0o111)
  expect(await repository.git(['status', '--porcelain'], workspace.path)).toBe('')
})

test('a repository that the agent made inside becomes its files, at any depth', async () => {
  const workspace = await open()
  const at = (path: string): string => join(workspace.path, path)
  await writeAt(at('app/main.txt'), 'main')
  await writeAt(at('app/ignored.txt'), 'ignored by the outer repository')
  await repository.git(['init', '--quiet'], at('app'))
  await repository.git(['add', 'main.txt'], at('app'))
  await repository.git(['commit', '--quiet', '--message', 'inner'], at('app'))
  await writeAt(at('app/lib/deep/x.txt'), 'x')
  await repository.git(['init', '--quiet'], at('app/lib'))
  await mkdir(at('empty'))
  await repository.git(['init', '--quiet'], at('empty'))
  await rm(at('readme.md'))
  await writeAt(at('readme.md/file.txt'), 'file')
  await repository.git(['init', '--quiet'], at('readme.md'))
  await writeAt(at('src/more.txt'), 'more')
  await repository.git(['init', '--quiet'], at('src'))
  const { commit: made } = await commit(workspace)
  expect(await git.repository.changes(base, made)).toEqual([
    { path: 'app/lib/deep/x.txt', kind: 'added' },
    { path: 'app/main.txt', kind: 'added' },
    { path: 'readme.md', kind: 'deleted' },
    { path: 'readme.md/file.txt', kind: 'added' },
    { path: 'src/more.txt', kind: 'added' },
  ])
  expect(await repository.git(['ls-tree', '-r', made])).not.toMatch(/^160000/m)
  await git.workspaces.reset(workspace, base)
  for (const stray of ['app', 'empty', 'src/.git', 'readme.md/.git']) {
    await expect(lstat(at(stray))).rejects.toThrow()
  }
})

test('a submodule that is absent stays a link, and one that the agent declares becomes one', async () => {
  const inner = await makeFilledRepository('inner')
  const allow = ['-c', 'protocol.file.allow=always']
  await repository.git([...allow, 'submodule', '--quiet', 'add', inner.root, 'lib'])
  await repository.git(['-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--message', 'with submodule'])
  const withLink = await repository.git(['rev-parse', 'HEAD'])
  const workspace = await open(withLink)
  await writeAt(join(workspace.path, 'new.txt'), 'new')
  await repository.git([...allow, 'submodule', '--quiet', 'add', inner.root, 'second'], workspace.path)
  const { commit: made, changes } = await commit(workspace)
  expect(changes.map(({ path }) => path)).toEqual(['.gitmodules', 'new.txt', 'second'])
  expect(await repository.git(['ls-tree', made, 'lib', 'second'])).toMatch(/160000.*lib\n160000.*second/)
  expect(await git.repository.listFiles(made)).not.toContain('lib')
  await git.workspaces.remove(workspace)
  await inner.remove()
})

test('an index that hides changes, an attached HEAD and a replaced .git file deceive nobody', async () => {
  await repository.git(['branch', 'precious', base])
  const workspace = await open()
  const at = (path: string): string => join(workspace.path, path)
  await repository.git(['checkout', '--quiet', 'precious'], workspace.path)
  await writeFile(at('readme.md'), 'hidden\n')
  await writeFile(at('run.sh'), 'hidden\n')
  await repository.git(['update-index', '--skip-worktree', 'readme.md'], workspace.path)
  await repository.git(['update-index', '--assume-unchanged', 'run.sh'], workspace.path)
  const { commit: made, changes } = await commit(workspace)
  expect(changes.map(({ path }) => path)).toEqual(['readme.md', 'run.sh'])
  await repository.git(['checkout', '--quiet', 'precious', '--force'], workspace.path)
  await writeFile(at('readme.md'), 'hidden again\n')
  await repository.git(['update-index', '--skip-worktree', 'readme.md'], workspace.path)
  await git.workspaces.reset(workspace, made)
  expect(await readFile(at('readme.md'), 'utf8')).toBe('hidden\n')
  expect(await repository.git(['rev-parse', 'precious'])).toBe(base)
  await git.workspaces.reset(workspace, base)
  await rm(at('.git'))
  await repository.git(['init', '--quiet'], workspace.path)
  await writeFile(at('late.txt'), 'late')
  expect((await commit(workspace)).changes).toEqual([{ path: 'late.txt', kind: 'added' }])
  expect(await repository.git(['rev-parse', '--git-common-dir'], workspace.path)).toBe(
    join(repository.root, '.git'),
  )
  expect(await repository.git(['rev-parse', 'precious'])).toBe(base)
})

test.each([
  ['in the second of the index', 0],
  ['later, when git goes by times alone', 1100],
])('a change %s that keeps size and time is put back, although nobody wrote the index', async (_, waitMs) => {
  const workspace = await open()
  await writeFile(join(workspace.path, 'added.txt'), 'added')
  await sleep(waitMs)
  const { commit: made } = await commit(workspace)
  const file = join(workspace.path, 'readme.md')
  const [text, { atime, mtime }] = [await readFile(file, 'utf8'), await lstat(file)]
  await sleep(waitMs)
  await writeFile(file, text.replaceAll(/\w/g, 'x'))
  await utimes(file, atime, mtime)
  await writeFile(join(workspace.path, 'left.txt'), 'left')
  await git.workspaces.reset(workspace, made)
  expect(await readFile(file, 'utf8')).toBe(text)
  expect(await repository.git(['status', '--porcelain'], workspace.path)).toBe('')
})

test('a tracked file that is ignored stays tracked, and goes when it is not tracked any more', async () => {
  const workspace = await open()
  await writeFile(join(workspace.path, 'ignored.txt'), 'tracked all the same')
  await repository.git(['add', '--force', 'ignored.txt'], workspace.path)
  const made = await repository.git([
    'commit-tree',
    await repository.git(['write-tree'], workspace.path),
    '-m',
    'x',
  ])
  const next = await open(made)
  await writeFile(join(next.path, 'ignored.txt'), 'changed')
  expect((await commit(next)).changes).toEqual([{ path: 'ignored.txt', kind: 'modified' }])
  await git.workspaces.reset(next, base)
  await expect(lstat(join(next.path, 'ignored.txt'))).rejects.toThrow()
})

test('line endings that the user has git convert stay as they are written', async () => {
  await repository.git(['config', 'core.autocrlf', 'true'])
  const workspace = await open()
  expect(await readFile(join(workspace.path, 'readme.md'), 'utf8')).toBe('read me\n')
  await writeFile(join(workspace.path, 'crlf.txt'), 'a\r\nb\n')
  const { commit: made } = await commit(workspace)
  expect(await git.repository.readFile(made, 'crlf.txt')).toBe('a\r\nb\n')
  await repository.git(['config', '--unset', 'core.autocrlf'])
})

test('unreadable files and read-only folders do not stop a commit, a reset or a removal', async () => {
  const workspace = await open()
  await writeAt(join(workspace.path, 'shut/secret.txt'), 'secret')
  await chmod(join(workspace.path, 'shut/secret.txt'), 0o000)
  await chmod(join(workspace.path, 'shut'), 0o500)
  expect((await commit(workspace)).changes).toEqual([{ path: 'shut/secret.txt', kind: 'added' }])
  await git.workspaces.reset(workspace, base)
  await writeAt(join(workspace.path, 'build/shut/x'), 'x')
  await writeAt(`${workspace.path}.tmp/shut/x`, 'x')
  for (const folder of [join(workspace.path, 'build/shut'), `${workspace.path}.tmp/shut`])
    await chmod(folder, 0o500)
  await git.workspaces.remove(workspace)
  await expect(lstat(workspace.path)).rejects.toThrow()
  await expect(lstat(`${workspace.path}.tmp`)).rejects.toThrow()
})

test('a record of a place that is not ours is refused', async () => {
  const workspace = await open()
  const refused = { code: 'workspace-failed', message: expect.stringMatching(/no workspace below/) as string }
  const { path } = workspace
  for (const other of ['/', repository.root, `${path}/..`, `${path}/src`, `${path}/../../../x`, 'relative']) {
    await expect(git.workspaces.remove({ ...workspace, path: other })).rejects.toMatchObject(refused)
    await expect(git.workspaces.reset({ ...workspace, path: other }, base)).rejects.toMatchObject(refused)
  }
  await expect(commit({ ...workspace, ref: 'refs/heads/main' })).rejects.toMatchObject(refused)
})
