import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository, writeAt } from '../../../test/fixtures/git-repository.ts'
import type { CommitResult, Workspace } from '../../kernel/ports/workspaces.ts'
import type { Git } from './create-git.ts'
import { privateView } from './private-view.ts'

let repository: TestRepository
let git: Git
let base: string
beforeAll(async () => {
  repository = await makeFilledRepository()
  await repository.write(
    '.gitattributes',
    '*.kept filter=kept\n*.far filter=far\n*.evil filter=evil\n*.both merge=evil\n',
  )
  await repository.write('a.both', 'one\ntwo\nthree\n')
  await repository.write('.git/more.config', '[filter "kept"]\n\tsmudge = sed s/stored/shown/\n')
  await repository.git(['config', 'include.path', 'more.config'])
  await repository.git(['config', 'filter.kept.clean', 'sed "s/shown/stored/"'])
  // As Git LFS finds its objects: by no variable but from the git directory of the worktree.
  const store = '$GIT_DIR/$(cat "$GIT_DIR/commondir")/lfs'
  await repository.write('.git/lfs/one', 'a large file\n')
  await repository.git(['config', 'filter.far.clean', 'cat > /dev/null && echo pointer'])
  await repository.git(['config', 'filter.far.smudge', `cat > /dev/null && cat "${store}/one"`])
  await repository.git(['config', 'filter.far.required', 'true'])
  await repository.git(['config', 'branch.a"b\\c.description', 'one\n\ttwo "three" \\ # four'])
  await repository.git(['config', 'core.excludesFile', join(repository.folder, 'home/ignore')])
  await writeAt(join(repository.folder, 'home/ignore'), '*.mine\n')
  await repository.write('x.kept', 'shown\n')
  await repository.write('x.far', 'a large file\n')
  await repository.git(['add', '--all'])
  await repository.git(['commit', '--quiet', '--message', 'Kept'])
  base = await repository.git(['rev-parse', 'HEAD'])
  git = await repository.open()
})
afterAll(() => repository.remove())

function commit(workspace: Workspace): Promise<CommitResult> {
  const facts = { run: 'r1', step: `${workspace.id}/implement`, message: 'Do it', at: 1_700_000_000_500 }
  return git.workspaces.commit({ ...facts, workspace, parent: workspace.baseCommit })
}

test("P2: the user's own filters and exclusions work in worktrees", async () => {
  const workspace = await git.workspaces.open({ run: 'r1', id: 'T1', base })
  expect(await readFile(join(workspace.path, 'x.kept'), 'utf8')).toBe('shown\n')
  await writeAt(join(workspace.path, 'y.kept'), 'also shown\n')
  await writeAt(join(workspace.path, 'y.mine'), 'mine\n')
  const { commit: made, changes } = await commit(workspace)
  expect(changes.map(({ path }) => path)).toEqual(['y.kept'])
  expect(await repository.git(['show', `${made}:y.kept`])).toBe('also stored')
})

test('P2: what Git LFS stores beside the worktrees is found in them', async () => {
  const workspace = await git.workspaces.open({ run: 'r1', id: 'far', base })
  expect(await readFile(join(workspace.path, 'x.far'), 'utf8')).toBe('a large file\n')
  expect(await repository.git(['show', `${base}:x.far`])).toBe('pointer')
})

test('P2: what is set after the first worktree was opened has no say in commits, checkouts and merges', async () => {
  const isKeptApart = (await privateView([])) !== null
  await repository.git(['config', 'filter.evil.clean', 'sed s/right/wrong/'])
  await repository.git(['config', 'filter.evil.smudge', 'sed s/right/wrong/'])
  await repository.git(['config', 'merge.evil.driver', 'echo evil > %A'])
  await repository.git(['config', 'extensions.worktreeConfig', 'true'])
  await repository.write('.git/info/attributes', 'readme.md filter=evil\n')
  const open = (id: string): Promise<Workspace> => git.workspaces.open({ run: 'r1', id, base })
  const [one, other] = [await open('T2'), await open('T3')]
  await writeAt(join(one.path, 'a.both'), 'one, once more\ntwo\nthree\n')
  await writeAt(join(one.path, 'b.evil'), 'right\n')
  await writeAt(join(one.path, 'readme.md'), 'right\n')
  await writeAt(join(other.path, 'a.both'), 'one\ntwo\nthree, once more\n')
  const [ours, theirs] = [(await commit(one)).commit, (await commit(other)).commit]
  const facts = { run: 'r1', step: 'merge', message: 'Merge', at: 1_700_000_000_500, tasks: [] }
  const merged = await git.repository.merge({ ...facts, ours, theirs })
  const shown = async (path: string): Promise<string> =>
    merged.kind === 'merged' ? repository.git(['cat-file', '-p', `${merged.commit}:${path}`]) : merged.kind
  const words = await Promise.all(['a.both', 'b.evil', 'readme.md'].map(shown))
  const safe = ['one, once more\ntwo\nthree, once more', 'right', 'right']
  expect(words).toEqual(isKeptApart ? safe : ['evil', 'wrong', 'wrong'])
})

test('P2: what was set in a turn that was cut off has no say after it either', async () => {
  const isKeptApart = (await privateView([])) !== null
  const cut = await makeFilledRepository()
  try {
    await cut.write('.gitattributes', '*.evil filter=evil\n')
    await cut.git(['add', '--all'])
    await cut.git(['commit', '--quiet', '--message', 'Attributes'])
    const from = await cut.git(['rev-parse', 'HEAD'])
    const before = await cut.open()
    await before.workspaces.guard('r1', 'T1/implement')
    await cut.git(['config', 'filter.evil.clean', 'sed s/right/wrong/'])
    await cut.write('.git/info/attributes', 'readme.md filter=evil\n')
    const after = await cut.open()
    await after.workspaces.recover('r1')
    const workspace = await after.workspaces.open({ run: 'r1', id: 'T1', base: from })
    await writeAt(join(workspace.path, 'b.evil'), 'right\n')
    await writeAt(join(workspace.path, 'readme.md'), 'right\n')
    const facts = { run: 'r1', step: 'T1/implement', message: 'Do it', at: 1_700_000_000_500 }
    const { commit: made } = await after.workspaces.commit({ ...facts, workspace, parent: from })
    const words = await Promise.all(
      ['b.evil', 'readme.md'].map((path) => cut.git(['cat-file', '-p', `${made}:${path}`])),
    )
    expect(words).toEqual(isKeptApart ? ['right', 'right'] : ['wrong', 'wrong'])
  } finally {
    await cut.remove()
  }
})
