import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { fingerprint, makeFilledRepository, writeAt } from '../../../test/fixtures/git-repository.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'

const run = promisify(execFile)

let repository: TestRepository
let base: string
let before: Readonly<Record<string, string>>
beforeAll(async () => {
  repository = await makeFilledRepository()
  base = await repository.git(['rev-parse', 'HEAD'])
  await repository.git(['config', 'extensions.worktreeConfig', 'true'])
  await repository.git(['status'])
  before = await fingerprint(repository)
})
afterAll(() => repository.remove())

type Damage = (workspace: Workspace, gitDir: string) => Promise<unknown>

const instead = async (path: string, make: () => Promise<unknown>): Promise<void> => {
  await rm(path, { recursive: true, force: true })
  await make()
}
const pipe = (path: string): Promise<void> => instead(path, () => run('mkfifo', [path]))

const DAMAGES: readonly (readonly [string, Damage])[] = [
  ['a HEAD that names no commit', (_, git) => writeFile(join(git, 'HEAD'), `${'1'.repeat(40)}\n`)],
  ['a HEAD of rubbish', (_, git) => writeFile(join(git, 'HEAD'), 'x'.repeat(100_000))],
  ['a HEAD that is a pipe', (_, git) => pipe(join(git, 'HEAD'))],
  [
    'an index that is a folder',
    (_, git) => instead(join(git, 'index'), () => mkdir(join(git, 'index/a'), { recursive: true })),
  ],
  [
    'an index that is a link',
    (_, git) =>
      instead(join(git, 'index'), () => symlink(join(repository.root, 'readme.md'), join(git, 'index'))),
  ],
  ['a lock that is a folder', (_, git) => mkdir(join(git, 'index.lock/a'), { recursive: true })],
  ['a commondir that leads elsewhere', (_, git) => writeFile(join(git, 'commondir'), '/nowhere\n')],
  ['a gitdir that leads elsewhere', (_, git) => writeFile(join(git, 'gitdir'), '/nowhere/.git\n')],
  ['a .git that is a pipe', ({ path }) => pipe(join(path, '.git'))],
  [
    'a .git that is a folder',
    ({ path }) => instead(join(path, '.git'), () => mkdir(join(path, '.git/objects'), { recursive: true })),
  ],
  [
    'a .git that is a link',
    ({ path }) =>
      instead(join(path, '.git'), () => symlink(join(repository.root, '.git'), join(path, '.git'))),
  ],
  ['a git directory without rights', (_, git) => chmod(git, 0o000)],
  ['a worktree without rights', ({ path }) => chmod(path, 0o000)],
  ['pipes where files were', ({ path }) => pipe(join(path, 'readme.md'))],
  [
    'an ignore file that is a pipe',
    ({ path }) => mkdir(join(path, 'deep')).then(() => pipe(join(path, 'deep/.gitignore'))),
  ],
  ['names with line breaks', ({ path }) => writeAt(join(path, 'a\nb/c\nd.txt'), 'odd')],
  [
    'configuration of its own that starts programs',
    async ({ path }, git) => {
      const evil = `[core]\n\tfsmonitor = touch ${repository.folder}/evil\n[filter "evil"]\n\tsmudge = touch ${repository.folder}/evil; cat\n\tclean = touch ${repository.folder}/evil; cat\n`
      await writeFile(join(git, 'config.worktree'), evil)
      await writeFile(join(path, '.gitattributes'), '* filter=evil\n')
    },
  ],
]

test.each(DAMAGES)('P11: %s fails no run: the next attempt begins well', async (_name, damage) => {
  const git = await repository.open()
  const workspace = await git.workspaces.open({ run: 'heal', id: 'T1', base })
  const gitDir = (await readFile(join(workspace.path, '.git'), 'utf8')).replace('gitdir: ', '').trimEnd()
  const asked = { run: 'heal', step: 's', workspace, parent: base, message: 'Do', at: 1_000 }
  await git.workspaces.guard('heal', 's', workspace)
  await writeAt(join(workspace.path, 'src/new.txt'), 'new')
  await damage(workspace, gitDir)
  await git.workspaces.inspect('heal', 's')
  await git.workspaces.commit(asked).catch((thrown: unknown) => {
    expect(thrown).toBeInstanceOf(RunFailure)
    expect(thrown).toMatchObject({ code: 'agent-failed' })
  })
  await git.workspaces.reset(workspace, base)
  expect(await readFile(join(workspace.path, 'readme.md'), 'utf8')).toBe('read me\n')
  expect(await repository.git(['status', '--porcelain'], workspace.path)).toBe('')
  expect(await repository.git(['rev-parse', 'HEAD'], workspace.path)).toBe(base)
  await expect(readFile(join(repository.folder, 'evil'))).rejects.toThrow()
  await git.pruneRun('heal')
  expect(await fingerprint(repository)).toEqual(before)
})
