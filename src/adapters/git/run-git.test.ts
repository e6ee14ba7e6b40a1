import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunGit } from './run-git.ts'
import { createGitRunner } from './run-git.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-run-git-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A runner whose git is a shell script. */
async function runnerOf(script: string, signal?: AbortSignal): Promise<RunGit> {
  await writeFile(join(folder, 'git'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const environment = {
    PATH: `${folder}:${process.env['PATH']}`,
    GIT_DIR: '/elsewhere',
    GIT_EDITOR: 'vi',
    OWN: 'kept',
  }
  const identity = { name: 'Tutti', email: 'tutti@localhost' }
  return createGitRunner({ environment, identity, marker: 'run-7/git', ...(signal && { signal }) })
}

test('git inherits nothing that could lead it astray, and carries our marker', async () => {
  const git = await runnerOf('env; echo "$@"')
  const { stdout } = await git({ cwd: folder, gitDir: '/right', indexFile: '/index' }, ['status'], {
    at: 86_400_999,
  })
  const lines = stdout.split('\n')
  for (const line of [
    'GIT_DIR=/right',
    'GIT_INDEX_FILE=/index',
    'GIT_TERMINAL_PROMPT=0',
    'GIT_OPTIONAL_LOCKS=0',
    'GIT_COMMITTER_DATE=@86400 +0000',
    'LC_ALL=C',
    'OWN=kept',
    'TUTTI_MARKER=run-7/git',
  ]) {
    expect(lines).toContain(line)
  }
  expect(stdout).not.toContain('GIT_EDITOR')
  expect(stdout).toContain('core.hooksPath=/dev/null')
})

test('a failure names the command and the last of what git said', async () => {
  const git = await runnerOf('echo first >&2; echo "fatal: no such thing" >&2; exit 128')
  await expect(git({ cwd: folder }, ['frob'])).rejects.toMatchObject({
    code: 'workspace-failed',
    message: expect.stringMatching(/^git frob failed: .*fatal: no such thing\.$/) as string,
  })
  expect(await git({ cwd: folder }, ['frob'], { accept: [128] })).toMatchObject({ code: 128 })
})

test('a full disk is called so', async () => {
  const git = await runnerOf('echo "error: unable to write file x: No space left on device" >&2; exit 1')
  await expect(git({ cwd: folder }, ['add'])).rejects.toMatchObject({
    code: 'workspace-failed',
    message: expect.stringMatching(/^The disk is full: free some space/) as string,
  })
})

test('a git that does not read its input, or is killed, is no bug of ours', async () => {
  const closed = await runnerOf('exec <&-; exit 0')
  await expect(closed({ cwd: folder }, ['x'], { input: 'y'.repeat(1_000_000) })).resolves.toMatchObject({
    code: 0,
  })
  const killed = await runnerOf('kill -9 $$')
  await expect(killed({ cwd: folder }, ['x'])).rejects.toMatchObject({ code: 'workspace-failed' })
})

test('an aborted signal ends the command and rejects with cancelled', async () => {
  const controller = new AbortController()
  const git = await runnerOf('exec sleep 1000', controller.signal)
  const running = git({ cwd: folder }, ['x'])
  controller.abort()
  await expect(running).rejects.toMatchObject({ code: 'cancelled' })
  await expect(git({ cwd: folder }, ['x'])).rejects.toMatchObject({ code: 'cancelled' })
})

test('P11: what git prints is cut off where somebody wants no more of it, and git is ended', async () => {
  const git = await runnerOf('exec yes "a line of a file that an agent wrote"')
  const { bytes, isCut } = await git({ cwd: folder }, ['format-patch'], { most: 1_000_000 })
  expect([bytes.length, isCut]).toEqual([1_000_000, true])
  const short = await (await runnerOf('echo all of it'))({ cwd: folder }, ['show'], { most: 10 })
  expect([short.stdout, short.isCut]).toEqual(['all of it\n', false])
})

test('P11: a list that nobody can read fails with one sentence', async () => {
  const git = await runnerOf('exec head -c 600000000 /dev/zero')
  await expect(git({ cwd: folder }, ['ls-files'])).rejects.toMatchObject({
    code: 'workspace-failed',
    message: expect.stringMatching(/^git ls-files printed more than 512 MB/) as string,
  })
})

test('of long complaints the end is told', async () => {
  const git = await runnerOf('yes warning | head -c 1000000 >&2; echo "fatal: the cause" >&2; exit 1')
  await expect(git({ cwd: folder }, ['add'])).rejects.toMatchObject({
    message: expect.stringContaining('fatal: the cause') as string,
  })
})
