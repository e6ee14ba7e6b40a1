import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pathInRepository, readBroughtFiles } from './brought-files.ts'
import { teamRolesOf } from './team-roles.ts'
import { addTrust, removeTrust, untrustedOf } from './trust-store.ts'

let folder: string
let root: string
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tutti-brought-')))
  root = join(folder, 'checkout')
  await mkdir(root)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(path: string, text = 'x'): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

async function paths(...more: readonly string[]): Promise<readonly string[]> {
  return (await readBroughtFiles(root, more)).map(({ path }) => path)
}

it('finds everything that has a say, and nothing else', async () => {
  expect(await paths()).toEqual([])
  for (const path of [
    'tutti.yaml',
    'package.json',
    '.tutti/policy.yaml',
    '.tutti/playbooks/deep/a.ts',
    '.tutti/wisdom/learnings.md',
    '.github/agents/a.agent.md',
    '.github/agents/notes.md',
    '.claude/agents/b.md',
    '.claude/agents/inner/c.md',
    '.opencode/agent/d.md',
    'own.yaml',
  ])
    await write(path)
  expect(await paths('own.yaml', 'gone.yaml')).toEqual([
    '.claude/agents/b.md',
    '.github/agents/a.agent.md',
    '.opencode/agent/d.md',
    '.tutti/playbooks/deep/a.ts',
    '.tutti/policy.yaml',
    'own.yaml',
    'tutti.yaml',
  ])
})

it('follows links inside the repository, and none that lead out of it', async () => {
  await write('.github/agents/a.agent.md', '---\nname: a\n---\nWords.')
  await mkdir(join(root, '.claude'))
  await symlink('../.github/agents', join(root, '.claude/agents'))
  expect(await paths()).toEqual(['.claude/agents/a.agent.md', '.github/agents/a.agent.md'])
  expect(teamRolesOf(await readBroughtFiles(root))).toMatchObject([
    { name: 'a', from: '.github/agents/a.agent.md' },
  ])
  await writeFile(join(folder, 'outside'), 'x')
  await symlink(join(folder, 'outside'), join(root, 'tutti.yaml'))
  await expect(readBroughtFiles(root)).rejects.toThrow('tutti.yaml leads out of the repository')
  await rm(join(root, 'tutti.yaml'))
  await symlink(folder, join(root, '.tutti'))
  await expect(readBroughtFiles(root)).rejects.toThrow('.tutti leads out of the repository')
  await rm(join(root, '.tutti'))
  await write('.tutti/a.yaml')
  await symlink('../.github', join(root, '.tutti/playbooks'))
  await expect(readBroughtFiles(root)).rejects.toThrow('.tutti/playbooks is no file')
})

it('tells a path inside from one outside', () => {
  expect(['/r/a/b', '/r/..a', '/r', '/ra', '/'].map((file) => pathInRepository('/r', file))).toEqual([
    'a/b',
    '..a',
    null,
    null,
    null,
  ])
})

it('P11: trusts a file by repository, path and content, and forgets', async () => {
  const environment = { XDG_STATE_HOME: join(folder, 'state') }
  const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) })
  const files = [file('tutti.yaml', 'a'), file('__proto__', 'b')]
  expect(await untrustedOf(environment, 'one', files)).toEqual(files)
  await addTrust(environment, 'one', [file('tutti.yaml', 'a')])
  expect(await untrustedOf(environment, 'one', files)).toEqual([files[1]])
  expect(await untrustedOf(environment, 'other', files)).toEqual(files)
  expect(await untrustedOf(environment, 'one', [file('other.yaml', 'a')])).toHaveLength(1)
  await addTrust(environment, 'one', [file('tutti.yaml', 'changed')])
  expect(await untrustedOf(environment, 'one', [file('tutti.yaml', 'a')])).toEqual([])
  expect(await removeTrust(environment, 'one')).toBe(true)
  expect(await untrustedOf(environment, 'one', [file('tutti.yaml', 'a')])).toHaveLength(1)
  expect(await removeTrust(environment, 'one')).toBe(false)
})
