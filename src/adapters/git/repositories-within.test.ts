import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository } from '../../../test/fixtures/git-repository.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'

let repository: TestRepository
afterEach(() => repository.remove())

/** As an agent would, in its own workspace. */
function shell(cwd: string, script: string): string {
  const identity = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b.test' }
  const committer = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b.test' }
  const env = { ...repository.environment, ...identity, ...committer }
  return execFileSync('/bin/sh', ['-ec', script], { cwd, env, encoding: 'utf8' }).trim()
}

const DECLARED = String.raw`printf '[submodule "lib"]\n\tpath = lib\n\turl = ./lib\n' > ../.gitmodules`
/** A program that git starts to compare a file whose time has changed. */
const FILTER = `git config filter.x.clean "touch '$MARK'; cat"; touch -d 2001-01-01 file`
/** A commit that is missing is fetched, by a program of the settings, from where they say that it is. */
const FETCHED = `git config core.repositoryformatversion 1; git config extensions.partialClone origin
git config remote.origin.promisor true; git config remote.origin.url "file://$PWD/.git"
git config remote.origin.uploadpack "touch '$MARK'; false"; echo ${'1'.repeat(40)} > .git/HEAD`

const TRICKS: readonly (readonly [string, boolean, string])[] = [
  ['a submodule of the repository at another commit, with a filter', true, FILTER],
  ['a submodule of the repository at its commit, with a filter', true, `${FILTER}; echo "$LINK" > .git/HEAD`],
  ['a submodule that is declared, with a filter', false, `${DECLARED}; ${FILTER}`],
  ['a submodule that is declared, without its commit', false, `${DECLARED}; ${FETCHED}`],
  ['a submodule of the repository, without its commit', true, FETCHED],
  ['a repository that nothing declares, with a filter', false, FILTER],
]

test.each(TRICKS)('P11: git of ours starts no program of %s', async (_name, isLinked, script) => {
  const { git, workspace, base, link } = await open(isLinked)
  const mark = join(repository.folder, 'started')
  const lib = join(workspace.path, 'lib')
  await mkdir(lib, { recursive: true })
  const head = `MARK='${mark}'; LINK='${link}'; git init --quiet .; echo a > file; echo '* filter=x' > .gitattributes`
  shell(lib, `${head}; git add .; git commit --quiet -m inner; ${script}`)
  const { workspaces } = git
  const asked = { run: 'r1', step: 's', workspace, parent: base, message: 'Do', at: 0 }
  for (const act of [
    () => workspaces.commit(asked),
    () => workspaces.saveUnfinished(asked),
    () => workspaces.strays(workspace),
    () => workspaces.listIgnored(workspace),
    async () => (await workspaces.watch(workspace)).putBack(),
    () => workspaces.inspect('r1', 's'),
    () => workspaces.open({ run: 'r1', id: 'T1', base }),
    () => workspaces.reset(workspace, base),
  ]) {
    await act().catch((error: unknown) => expect(error).toBeInstanceOf(RunFailure))
    expect(existsSync(mark)).toBe(false)
  }
})

test('a submodule that is checked out is recorded at its new commit, and what is not committed in it is not', async () => {
  const { git, workspace, base } = await open(true)
  const allowed = '-c protocol.file.allow=always'
  shell(workspace.path, `git ${allowed} submodule --quiet update --init lib`)
  shell(
    join(workspace.path, 'lib'),
    'echo more > more; git add .; git commit --quiet -m more; echo dirty > more',
  )
  const asked = { run: 'r1', step: 's', workspace, parent: base, message: 'Move it', at: 0 }
  const { commit, changes } = await git.workspaces.commit(asked)
  expect(changes).toEqual([{ path: 'lib', kind: 'modified' }])
  const recorded = await repository.git(['rev-parse', `${commit}:lib`])
  expect(recorded).toBe(shell(join(workspace.path, 'lib'), 'git rev-parse HEAD'))
  expect(await git.workspaces.strays(workspace)).toEqual([])
})

test('P11: a filter of the user is not looked for in a workspace, wherever a relative path leads to', async () => {
  const { workspace, base } = await open(false)
  const mark = join(repository.folder, 'started')
  shell(repository.root, 'git config filter.x.clean "my-filter"')
  const script = `mkdir bin; printf '#!/bin/sh\\n: > "${mark}"\\ncat\\n' | tee bin/my-filter > my-filter; chmod +x bin/my-filter my-filter`
  shell(workspace.path, `${script}; echo '*.x filter=x' > .gitattributes; echo x > a.x`)
  const theirs = join(repository.folder, 'bin')
  const PATH = `bin::.:./bin:${theirs}:${repository.environment['PATH'] ?? ''}`
  shell(
    repository.folder,
    `mkdir bin; printf '#!/bin/sh\\ntr x y\\n' > bin/my-filter; chmod +x bin/my-filter`,
  )
  const git = await repository.open({ variables: { PATH } })
  const asked = { run: 'r1', step: 's', workspace, parent: base, message: 'Do', at: 0 }
  const { commit } = await git.workspaces.commit(asked)
  expect(await repository.git(['cat-file', 'blob', `${commit}:a.x`])).toBe('y')
  expect(existsSync(mark)).toBe(false)
})

async function open(isLinked: boolean): Promise<{
  readonly git: Awaited<ReturnType<TestRepository['open']>>
  readonly workspace: Workspace
  readonly base: string
  readonly link: string
}> {
  repository = await makeFilledRepository()
  if (isLinked) {
    const inner = join(repository.folder, 'inner')
    await mkdir(inner)
    shell(inner, 'git init --quiet .; echo inner > inner; git add .; git commit --quiet -m first')
    shell(repository.root, `git -c protocol.file.allow=always submodule --quiet add '${inner}' lib`)
    shell(repository.root, 'git commit --quiet -m "with submodule"')
  }
  const base = await repository.git(['rev-parse', 'HEAD'])
  const link = isLinked ? await repository.git(['rev-parse', 'HEAD:lib']) : ''
  const git = await repository.open()
  const workspace = await git.workspaces.open({ run: 'r1', id: 'T1', base })
  await git.workspaces.guard('r1', 's', workspace)
  return { git, workspace, base, link }
}
