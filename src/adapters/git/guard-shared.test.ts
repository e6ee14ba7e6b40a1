import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { fingerprint, makeFilledRepository, writeAt } from '../../../test/fixtures/git-repository.ts'
import type { SharedFinding, Workspace } from '../../kernel/ports/workspaces.ts'
import type { Git } from './create-git.ts'

let repository: TestRepository
let git: Git
let workspace: Workspace
let base: string
beforeEach(async () => {
  repository = await makeFilledRepository()
  base = await repository.git(['rev-parse', 'HEAD'])
  await repository.git(['remote', 'add', 'origin', 'https://example.test/x.git'])
  await repository.git(['branch', 'side'])
  await repository.write('readme.md', 'stashed\n')
  await repository.git(['stash', '--quiet'])
  await writeAt(join(repository.root, '.git/hooks/pre-push'), '#!/bin/sh\n')
  git = await repository.open()
  workspace = await git.workspaces.open({ run: 'r1', id: 'T1', base })
})
afterEach(() => repository.remove())

/** Git as an agent runs it that gets around our hook: what is left of it is its identity. */
function agent(args: readonly string[], run = 'r1'): Promise<string> {
  const variables = {
    ...git.agentEnvironment(run, workspace.path),
    GIT_CONFIG_PARAMETERS: `'core.hooksPath=/dev/null'`,
  }
  return repository.gitWith(variables, args, workspace.path)
}

async function turn(act: () => Promise<unknown>): Promise<readonly SharedFinding[]> {
  await git.workspaces.guard('r1', 'T1/implement', workspace)
  await act()
  return git.workspaces.inspect('r1', 'T1/implement')
}

function brief(findings: readonly SharedFinding[]): readonly string[] {
  return findings.map(({ what, name, action }) => `${action} ${what} ${name}`).toSorted()
}

test('what the agent did to refs and stash is undone, and kept', async () => {
  const before = await fingerprint(repository)
  // The agent's worktree moved on, and git notes the repair of the checked-out branch.
  const moved = { worktrees: expect.any(String) as string, reflog: expect.any(String) as string }
  let mine = ''
  const findings = await turn(async () => {
    await writeAt(join(workspace.path, 'new.txt'), 'new')
    await agent(['stash', '--include-untracked', '--quiet'])
    await agent(['commit', '--quiet', '--allow-empty', '--message', 'mine'])
    mine = await agent(['rev-parse', 'HEAD'])
    await agent(['branch', 'created'])
    await agent(['tag', 'created'])
    await agent(['tag', '--annotate', '--message', 'x', 'annotated'])
    await agent(['branch', '--force', 'side'])
    await agent(['update-ref', 'refs/heads/main', 'HEAD'])
  })
  expect(brief(findings)).toEqual([
    'undone ref refs/heads/created',
    'undone ref refs/heads/main',
    'undone ref refs/heads/side',
    'undone ref refs/stash',
    'undone ref refs/tags/annotated',
    'undone ref refs/tags/created',
  ])
  expect(await fingerprint(repository)).toEqual({ ...before, ...moved })
  expect(await repository.git(['rev-parse', `refs/tutti/r1/undone/${mine}`])).toBe(mine)
  expect(findings.find(({ name }) => name === 'refs/heads/created')?.message).toContain(mine)
  await repository.git(['branch', 'later'])
  expect(await git.workspaces.inspect('r1', 'T1/implement')).toEqual(findings)
})

test('what the user does in his own checkout meanwhile survives, and is only reported', async () => {
  const findings = await turn(async () => {
    await repository.write('work.txt', 'work')
    await repository.git(['add', 'work.txt'])
    await repository.git(['commit', '--quiet', '--message', 'by the user'])
    await repository.write('readme.md', 'stashed too\n')
    await repository.git(['stash', '--quiet'])
    await repository.git(['switch', '--quiet', '--create', 'topic', '--track', 'main'])
    await repository.git(['branch', '--delete', '--force', '--quiet', 'side'])
    await repository.git(['update-ref', 'refs/remotes/origin/main', 'HEAD'])
  })
  expect(brief(findings)).toEqual([
    'reported config config',
    'reported ref refs/heads/main',
    'reported ref refs/heads/side',
    'reported ref refs/heads/topic',
    'reported ref refs/stash',
  ])
  expect(findings.find(({ name }) => name === 'refs/heads/side')?.message).toContain(
    `git update-ref refs/heads/side ${base}`,
  )
  expect(await repository.git(['log', '-1', '--format=%s', 'topic'])).toBe('by the user')
  expect(await repository.git(['config', 'branch.topic.merge'])).toBe('refs/heads/main')
  expect((await repository.git(['stash', 'list'])).split('\n')).toHaveLength(2)
})

test('between the stashes of the user only the agent’s is taken out', async () => {
  const stash = async (text: string): Promise<void> => {
    await repository.write('readme.md', text)
    await repository.git(['stash', 'push', '--quiet', '--message', text])
  }
  const findings = await turn(async () => {
    await stash('one')
    await writeAt(join(workspace.path, 'readme.md'), 'agent')
    await agent(['stash', '--quiet'])
    await stash('two')
  })
  expect(brief(findings)).toEqual([
    'reported ref refs/stash',
    'reported ref refs/stash',
    'undone ref refs/stash',
  ])
  expect(await repository.git(['stash', 'list', '--format=%gs'])).toMatch(
    /^On main: two\nOn main: one\nWIP on main/,
  )
})

test('a stash that is gone is reported with the way to get it back', async () => {
  const lost = await repository.git(['rev-parse', 'refs/stash'])
  const [finding] = await turn(() => repository.git(['stash', 'drop', '--quiet']))
  expect(finding).toMatchObject({ name: 'refs/stash', action: 'reported' })
  expect(finding?.message).toContain(`git stash store ${lost}`)
  await repository.git(['stash', 'store', lost])
})

test('shared settings and hooks are put back, and the changed versions kept', async () => {
  const before = await fingerprint(repository)
  const hooks = join(repository.root, '.git/hooks')
  const findings = await turn(async () => {
    await agent(['config', 'core.fsmonitor', 'evil'])
    await agent(['config', 'branch.main.remote', 'https://evil.test'])
    await writeAt(join(repository.root, '.git/info/exclude'), '*\n')
    await writeFile(join(hooks, 'pre-commit'), '#!/bin/sh\nevil\n')
    await chmod(join(hooks, 'pre-push'), 0o755)
    await mkdir(join(hooks, '_'))
    await symlink('/bin/true', join(hooks, '_/post-checkout'))
  })
  expect(brief(findings)).toEqual([
    'undone config config',
    'undone config info/exclude',
    'undone hook hooks/_/post-checkout',
    'undone hook hooks/pre-commit',
    'undone hook hooks/pre-push',
  ])
  expect(await fingerprint(repository)).toEqual(before)
  const kept = / kept as (.*)\.$/.exec(
    findings.find(({ name }) => name === 'hooks/pre-commit')?.message ?? '',
  )?.[1]
  expect(await readFile(kept ?? '', 'utf8')).toBe('#!/bin/sh\nevil\n')
})

test('a branch that would push to an address unknown before is no work of the user’s', async () => {
  const findings = await turn(() => agent(['config', 'branch.main.pushRemote', 'https://evil.test']))
  expect(brief(findings)).toEqual(['undone config config'])
  await expect(repository.git(['config', 'branch.main.pushRemote'])).rejects.toThrow()
  expect(brief(await turn(() => repository.git(['config', 'branch.main.remote', 'origin'])))).toEqual([
    'reported config config',
  ])
})

test('hooks that were removed, or replaced by a link to another folder, come back', async () => {
  const before = await fingerprint(repository)
  await turn(async () => {
    await rm(join(repository.root, '.git/hooks'), { recursive: true })
    await symlink('/tmp', join(repository.root, '.git/hooks'))
  })
  expect(await fingerprint(repository)).toEqual(before)
})

test('a setting that git is just writing is left alone and reported', async () => {
  const findings = await turn(async () => {
    await repository.git(['config', 'core.pager', 'less'])
    await writeFile(join(repository.root, '.git/config.lock'), '')
  })
  expect(brief(findings)).toEqual(['reported config config'])
  expect(await repository.git(['config', 'core.pager'])).toBe('less')
})

test('a repair during another turn is not undone by that turn', async () => {
  await git.workspaces.guard('r1', 'first')
  await agent(['config', 'core.pager', 'evil'])
  await agent(['branch', 'stray'])
  await git.workspaces.guard('r1', 'second')
  await (await repository.open()).workspaces.guard('r2', 'third')
  expect(brief(await git.workspaces.inspect('r1', 'first'))).toEqual([
    'undone config config',
    'undone ref refs/heads/stray',
  ])
  expect(await git.workspaces.inspect('r1', 'second')).toEqual([])
  expect(await git.workspaces.inspect('r2', 'third')).toEqual([])
  await expect(repository.git(['config', 'core.pager'])).rejects.toThrow()
})

test('turns of two runs side by side do not blame each other', async () => {
  await git.workspaces.guard('r1', 'T1')
  await git.workspaces.guard('r2', 'T1')
  await git.workspaces.open({ run: 'r2', id: 'T1', base })
  await git.repository.deliver({ run: 'r2', branch: 'tutti/done', commit: base })
  await agent(['branch', 'stray'], 'r2')
  expect(await git.workspaces.inspect('r1', 'T1')).toEqual([])
  expect(brief(await git.workspaces.inspect('r2', 'T1'))).toEqual(['undone ref refs/heads/stray'])
})

test('conductors that guard and start agents at the same moment do not get in each other’s way', async () => {
  await rm(repository.stateFolder, { recursive: true })
  const conductors = await Promise.all(Array.from({ length: 8 }, () => repository.open()))
  await Promise.all(conductors.map(({ workspaces }, index) => workspaces.guard(`run${index}`, 'T1')))
  const inspected = conductors.map(({ workspaces }, index) => workspaces.inspect(`run${index}`, 'T1'))
  expect((await Promise.all(inspected)).flat()).toEqual([])
})

test('files of the user’s checkout that change during a turn are reported, and nothing else is said of it', async () => {
  await repository.write('mine.txt', 'mine')
  await repository.write('later.txt', 'to be committed')
  await repository.write('many/a.txt', 'a')
  await repository.write('readme.md', 'changed before\n')
  expect(await turn(async () => {})).toEqual([])
  expect(await turn(() => writeAt(join(workspace.path, 'new.txt'), 'new'))).toEqual([])
  expect(await turn(() => repository.git(['add', 'later.txt']))).toEqual([])
  const findings = await turn(async () => {
    await repository.write('mine.txt', 'yours')
    await repository.write('many/b.txt', 'b')
    await repository.write('readme.md', 'changed again\n')
  })
  expect(brief(findings)).toEqual(['reported checkout many/b.txt'])
  for (const name of ['mine.txt', 'many/b.txt', 'readme.md']) expect(findings[0]?.message).toContain(name)
  for (const name of ['later.txt', 'many/a.txt']) expect(findings[0]?.message).not.toContain(name)
  expect(await readFile(join(repository.root, 'mine.txt'), 'utf8')).toBe('yours')
  const gone = await turn(() => rm(join(repository.root, 'mine.txt')))
  expect(brief(gone)).toEqual(['reported checkout mine.txt'])
  expect(await git.workspaces.inspect('r1', 'T1/implement')).toEqual(gone)
})

test('a checkout that git cannot read stops nobody', async () => {
  const index = join(repository.root, '.git/index')
  const whole = await readFile(index)
  await writeFile(index, 'no index')
  expect(await turn(() => repository.write('mine.txt', 'mine'))).toEqual([])
  await writeFile(index, whole)
})

test('P11: trailers that only Tutti writes are named, and the commit that is recorded has none of them', async () => {
  const commit = (...args: readonly string[]): Promise<string> =>
    agent(['commit', '--quiet', '--allow-empty', ...args])
  expect(await turn(() => commit('--message', 'work', '--message', 'Co-authored-by: A <a@b.test>'))).toEqual(
    [],
  )
  const findings = await turn(async () => {
    await commit('--message', 'proven', '--message', 'Tutti-Run: r1\nTutti-Step: deliver/forged')
    await commit('--message', 'on top')
  })
  const forged = await agent(['rev-parse', 'HEAD~1'])
  expect(brief(findings)).toEqual([`undone trailer ${forged}`])
  expect(findings[0]?.message).toContain('Tutti-Step: deliver/forged')
  expect(await git.workspaces.inspect('r1', 'T1/implement')).toEqual(findings)
  const request = { run: 'r1', step: 'T1/implement', workspace, parent: base, message: 'x', at: 0 }
  await writeAt(join(workspace.path, 'new.txt'), 'new')
  const { commit: made } = await git.workspaces.commit(request)
  expect(await repository.git(['log', '--format=%B', `${base}..${made}`])).not.toContain('forged')
  // Our own commit, reworded or carried along by the agent, keeps its trailers honestly.
  expect(await turn(() => commit('--amend', '--no-edit', '--reset-author'))).toEqual([])
  const again = await turn(() => commit('--amend', '--message', 'y\n\nTutti-Run: r1\nTutti-Step: T1/review'))
  expect(again[0]?.message).toContain('Tutti-Step: T1/review')
})

test('an agent that spoils what git writes down stops nobody', async () => {
  const file = git.agentEnvironment('r1', workspace.path)['GIT_TRACE2_EVENT'] ?? ''
  const odd = ['{"event":"error","sid":1,"msg":5}', '{"event":"cmd_name","name":[]', '{"event":"error"}']
  expect(await turn(() => writeFile(file, odd.join('\n')))).toEqual([])
  expect(await turn(() => symlink('/dev/zero', file))).toEqual([])
  expect(await turn(() => mkdir(join(file, 'deep'), { recursive: true }))).toEqual([])
})

test('P11: an agent that tries to push is named, and so is a push past the refusal', async () => {
  const remote = join(repository.folder, 'remote.git')
  await repository.git(['init', '--quiet', '--bare', remote])
  await repository.git(['config', 'remote.origin.url', remote])
  expect(await turn(() => agent(['ls-remote', 'origin']))).toEqual([])
  const push = ['push', '--no-verify', 'origin', 'HEAD:refs/heads/x']
  const tried = await turn(async () => {
    await expect(agent(push)).rejects.toThrow()
    await expect(agent(['-c', 'alias.p=push', 'p', 'origin', 'HEAD:refs/heads/x'])).rejects.toThrow()
    await expect(agent(['send-pack', remote, 'HEAD:refs/heads/x'])).rejects.toThrow()
  })
  expect(brief(tried)).toEqual(['undone push T1'])
  expect(tried[0]?.message).toContain('3 times')
  expect(await turn(async () => {})).toEqual([])
  const send = ['-c', 'push.gpgSign=false', 'send-pack', remote, 'HEAD:refs/heads/sent']
  expect(brief(await turn(() => agent(send)))).toEqual(['reported push T1'])
  const halfway = [...send, 'HEAD~0:refs/heads/x.lock']
  const failed = await turn(() => expect(agent(halfway)).rejects.toThrow())
  expect(brief(failed)).toEqual(['reported push T1'])
  expect(brief(await turn(() => repository.git(push)))).toEqual(['reported push refs/remotes/origin/x'])
})
