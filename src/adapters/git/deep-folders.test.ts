import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository } from '../../../test/fixtures/git-repository.ts'
import { RunFailure } from '../../kernel/failure.ts'

let repository: TestRepository
afterEach(() => repository.remove())

/** Folders within each other, deeper than a path can say, with something in each that is asked for. */
const MAKE = `
import os, sys
place, name, depth = sys.argv[1], sys.argv[2], int(sys.argv[3])
os.chdir(place)
for _ in range(depth):
    os.mkdir(name)
    os.chdir(name)
    open('x.lock', 'w').close()
    os.chmod('x.lock', 0o4755)
`

async function open() {
  repository = await makeFilledRepository()
  const base = await repository.git(['rev-parse', 'HEAD'])
  const git = await repository.open()
  const workspace = await git.workspaces.open({ run: 'r1', id: 'T1', base })
  await git.workspaces.guard('r1', 's', workspace)
  return {
    ...git,
    base,
    workspace,
    asked: { run: 'r1', step: 's', workspace, parent: base, message: 'Do', at: 0 },
  }
}

test.each([
  ['in a folder that git keeps for it', (_path: string, gitDir: string) => gitDir, 'd', 400],
  ['among its files', (path: string) => path, 'd', 400],
  ['among its files, beyond what a path can say', (path: string) => path, 'd'.repeat(200), 60],
  [
    'among its ignored files, beyond what a path can say',
    (path: string) => join(path, 'build'),
    'd'.repeat(200),
    60,
  ],
] as const)(
  'P11: folders that are nested deep %s end no run',
  { timeout: 60_000 },
  async (_name, of, name, depth) => {
    const { workspaces, workspace, base, asked } = await open()
    const gitDir = await repository.git(['rev-parse', '--absolute-git-dir'], workspace.path)
    const place = of(workspace.path, gitDir)
    execFileSync('mkdir', ['-p', place])
    execFileSync('python3', ['-c', MAKE, place, name, String(depth)])
    const ofAgent = (error: unknown): void => {
      expect(error).toBeInstanceOf(RunFailure)
      expect((error as RunFailure).failure.code).toBe('agent-failed')
    }
    await workspaces.commit(asked).catch(ofAgent)
    await workspaces.saveUnfinished(asked).catch(ofAgent)
    await workspaces.strays(workspace)
    await workspaces.fingerprint(workspace)
    await workspaces.restoreImage(workspace, await workspaces.keepImage('r1', workspace))
    await workspaces.reset(workspace, base)
    const { commit } = await workspaces.commit(asked)
    expect(commit).toBe(base)
    await workspaces.remove(workspace)
  },
)
