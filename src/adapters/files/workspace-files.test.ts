import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plainEffect } from '../../kernel/ports/effect.ts'
import { createWorkspaceFiles } from './workspace-files.ts'

let path = ''

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'tutti-files-'))
})
afterEach(() => rm(path, { recursive: true, force: true }))

test.each(['../a', 'docs/../a', 'docs/..', '/a', '.git/config', 'docs/.GIT/a', 'a\0b', ''])(
  '%j is never a file of a run, wherever it would come out',
  async (name) => {
    const files = createWorkspaceFiles({ effect: plainEffect, folder: join(path, 'run') })
    await expect(files.write({ path }, name, 'a')).rejects.toThrow(/cannot be a file of the run|written/)
    await expect(files.keep(name, 'a')).rejects.toThrow(/cannot be a file of the run|written/)
    expect(await readdir(path)).toEqual([])
  },
)

test('what stays inside is written whole, with the folders on its way', async () => {
  const files = createWorkspaceFiles({ effect: plainEffect, folder: join(path, 'run') })
  await files.write({ path }, 'docs/a..b/c.md', 'a')
  expect(await files.read({ path }, 'docs/a..b/c.md')).toBe('a')
})

test('P11: nobody waits for a pipe in the place of a file', async () => {
  const files = createWorkspaceFiles({ effect: plainEffect, folder: join(path, 'run') })
  execFileSync('/bin/sh', ['-c', 'mkfifo notes.md'], { cwd: path })
  await expect(files.read({ path }, 'notes.md')).rejects.toMatchObject({ code: 'workspace-failed' })
  expect(await files.read({ path }, 'nothing.md')).toBeNull()
})
