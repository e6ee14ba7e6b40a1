import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { fingerprint, makeFilledRepository, writeAt } from '../../../test/fixtures/git-repository.ts'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'
import type { Git } from './create-git.ts'

let repository: TestRepository
let base: string
let before: Readonly<Record<string, string>>
beforeAll(async () => {
  repository = await makeFilledRepository()
  base = await repository.git(['rev-parse', 'HEAD'])
  before = await fingerprint(repository)
})
afterAll(() => repository.remove())

const request = { run: 'run', message: 'Do it', at: 1_000 }

function open({ workspaces }: Git): Promise<Workspace> {
  return workspaces.open({ run: 'run', id: 'T1', base })
}

async function openAndForget(git: Git): Promise<Workspace> {
  const workspace = await open(git)
  await git.pruneRun('run')
  return workspace
}

async function openDirty(git: Git): Promise<Workspace> {
  const workspace = await open(git)
  await writeAt(join(workspace.path, 'src/new.txt'), 'new')
  return workspace
}

async function openAndLook(git: Git): Promise<unknown> {
  const workspace = await open(git)
  const head = await repository.git(['rev-parse', 'HEAD'], workspace.path)
  return { workspace, head, status: await repository.git(['status', '--porcelain'], workspace.path) }
}

/** A guarded turn whose agent gets around our hook and leaves a branch and a setting behind. */
async function misbehave(git: Git): Promise<Workspace> {
  const workspace = await open(git)
  await git.workspaces.guard('run', 'T1')
  const agent = { ...git.agentEnvironment('run'), GIT_CONFIG_PARAMETERS: `'core.hooksPath=/dev/null'` }
  await repository.gitWith(agent, ['branch', 'stray'], workspace.path)
  await repository.gitWith(agent, ['config', 'core.pager', 'evil'], workspace.path)
  return workspace
}

type Act = (git: Git, workspace: Workspace) => Promise<unknown>

test.each<readonly [string, number, (git: Git) => Promise<Workspace>, Act]>([
  ['opening a new workspace', 3, openAndForget, openAndLook],
  ['opening one that is there', 5, openDirty, openAndLook],
  [
    'a commit',
    6,
    openDirty,
    ({ workspaces }, workspace) => workspaces.commit({ ...request, step: 'T1', workspace, parent: base }),
  ],
  [
    'keeping unfinished work',
    4,
    openDirty,
    ({ workspaces }, workspace) =>
      workspaces.saveUnfinished({ ...request, step: 'T1', workspace, parent: base }),
  ],
  ['a guard', 1, open, ({ workspaces }) => workspaces.guard('run', 'T1')],
  ['an inspection', 5, misbehave, ({ workspaces }) => workspaces.inspect('run', 'T1')],
  ['a removal', 3, openDirty, ({ workspaces }, workspace) => workspaces.remove(workspace)],
  [
    'a merge',
    3,
    async (git) => {
      const workspace = await openDirty(git)
      await git.workspaces.commit({ ...request, step: 'T1', workspace, parent: base })
      return workspace
    },
    async (git) => {
      const theirs = await git.repository.resolve('refs/tutti/run/work/T1')
      return git.repository.merge({ ...request, step: 'merge', ours: base, theirs: theirs ?? '' })
    },
  ],
  [
    'an overlay',
    6,
    async (git) => {
      const workspace = await openDirty(git)
      await git.workspaces.commit({ ...request, step: 'T1', workspace, parent: base })
      return workspace
    },
    async (git) => {
      const from = (await git.repository.resolve('refs/tutti/run/work/T1')) ?? ''
      return git.repository.overlay({ ...request, step: 'lay', onto: base, from, paths: ['src/new.txt'] })
    },
  ],
])(
  'P1: %s, cut before every change and after the last, ends the same when repeated',
  async (_, least, arrange, act) => {
    const plain = await repository.open()
    const results: unknown[] = []
    let cuts = 0
    for (let ended = false; !ended; cuts += 1) {
      const workspace = await arrange(plain)
      const cut = repository.open({ effect: cutAfter(cuts) })
      ended = await cut.then((git) => act(git, workspace)).then(() => true, isNoCut)
      await plain.workspaces.recover('run')
      results.push(await act(plain, workspace))
      await plain.pruneRun('run')
    }
    expect(cuts).toBeGreaterThan(least)
    for (const result of results) expect(result).toEqual(results[0])
    expect(await repository.git(['for-each-ref', 'refs/tutti/'])).toBe('')
    expect(await fingerprint(repository)).toEqual(before)
  },
)

class Cut extends Error {}

function isNoCut(thrown: unknown): false {
  if (thrown instanceof Cut) return false
  throw thrown
}

/** Nothing happens after that many changes; making our folders at the start does not count. */
function cutAfter(changes: number): Effect {
  let done = 0
  return async (label, act) => {
    if (label === 'make folder') return act()
    if (done >= changes) throw new Cut()
    done += 1
    return act()
  }
}
