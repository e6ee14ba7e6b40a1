import {
  chmod,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository } from '../../../test/fixtures/git-repository.ts'
import type { Workspace, Workspaces } from '../../kernel/ports/workspaces.ts'

describe('the image of a prepared workspace', () => {
  let repository: TestRepository
  let workspaces: Workspaces
  let workspace: Workspace

  beforeEach(async () => {
    repository = await makeFilledRepository()
    workspaces = (await repository.open()).workspaces
    const base = await repository.git(['rev-parse', 'HEAD'])
    workspace = await workspaces.open({ run: 'r', id: 'gate-1', base })
    await write('build/tool/run.js', 'the tool')
    await write('build/tool/deep/other.js', 'another')
  })

  afterEach(() => repository.remove())

  const at = (path: string): string => join(workspace.path, path)
  const read = (path: string): Promise<string> => readFile(at(path), 'utf8')
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(at(path)), { recursive: true })
    await writeFile(at(path), text)
  }
  const imageFolder = async (): Promise<string> => {
    const run = dirname(workspace.path)
    const name = (await readdir(run)).find((each) => each.startsWith('_image-'))
    return join(run, name ?? 'none')
  }
  /** Writes a file without a trace that anybody but the system could wipe out. */
  const overwrite = async (file: string, text: string): Promise<void> => {
    const { atime, mtime } = await stat(file)
    await writeFile(file, text)
    await utimes(file, atime, mtime)
  }

  it('P2: undoes what was written in place, with the same length and its time put back', async () => {
    const image = await workspaces.keepImage('r', workspace)
    await overwrite(at('build/tool/run.js'), 'THE TOOL')
    expect(await workspaces.restoreImage(workspace, image)).toBe('restored')
    expect(await read('build/tool/run.js')).toBe('the tool')
  })

  it('P2: is not reached through a name that a store or another workspace has for a file', async () => {
    const store = join(repository.folder, 'store.js')
    await writeFile(store, 'of the store')
    await link(store, at('build/tool/stored.js'))
    const image = await workspaces.keepImage('r', workspace)
    await overwrite(store, 'OF THE STORE')
    expect(await read('build/tool/stored.js')).toBe('of the store')
    await overwrite(at('build/tool/stored.js'), 'mine mine mi')
    expect(await readFile(store, 'utf8')).toBe('OF THE STORE')
    expect(await workspaces.restoreImage(workspace, image)).toBe('restored')
    expect(await read('build/tool/stored.js')).toBe('of the store')
  })

  it('P2: files that a store has another name for are separated from it', async () => {
    const store = join(repository.folder, 'store.js')
    await writeFile(store, 'of the store')
    await link(store, at('build/tool/stored.js'))
    await workspaces.separate(workspace)
    await overwrite(at('build/tool/stored.js'), 'OF THE STORE')
    expect(await readFile(store, 'utf8')).toBe('of the store')
    expect(await read('build/tool/run.js')).toBe('the tool')
  })

  it('P2: is damaged when somebody has written to it, and is then believed no more', async () => {
    const image = await workspaces.keepImage('r', workspace)
    await overwrite(join(await imageFolder(), 'build/tool/run.js'), 'THE TOOL')
    await write('build/tool/run.js', 'spoilt')
    expect(await workspaces.restoreImage(workspace, image)).toBe('damaged')
    expect(await workspaces.restoreImage(workspace, image)).toBe('damaged')
    expect(await workspaces.restoreImage(workspace, null)).toBe('restored')
    expect(await workspaces.listIgnored(workspace)).toEqual([])
  })

  it('P2: of another process is not believed', async () => {
    const image = await workspaces.keepImage('r', workspace)
    const { workspaces: others } = await repository.open()
    expect(await others.restoreImage(workspace, image)).toBe('damaged')
  })

  it('P2: lets nothing stay in a folder that nobody may look into, nor behind a link', async () => {
    const image = await workspaces.keepImage('r', workspace)
    await write('build/tool/deep/hidden.js', 'hidden')
    await chmod(at('build/tool/deep'), 0)
    await symlink(repository.folder, at('build/out'))
    expect(await workspaces.restoreImage(workspace, image)).toBe('restored')
    expect(await readdir(at('build/tool/deep'))).toEqual(['other.js'])
    expect((await readdir(at('build'))).toSorted()).toEqual(['tool'])
    expect(await readdir(repository.folder)).toContain('project')
  })

  it('keeps modes, times and links, also of folders that are not to be written', async () => {
    await chmod(at('build/tool/run.js'), 0o755)
    await utimes(at('build/tool/run.js'), 1_000, 1_000)
    await symlink('tool/run.js', at('build/bin'))
    await chmod(at('build/tool/deep'), 0o555)
    const image = await workspaces.keepImage('r', workspace)
    await workspaces.restoreImage(workspace, null)
    expect(await workspaces.restoreImage(workspace, image)).toBe('restored')
    const { mode, mtimeMs } = await lstat(at('build/tool/run.js'))
    expect([mode & 0o777, mtimeMs]).toEqual([0o755, 1_000_000])
    expect((await lstat(at('build/tool/deep'))).mode & 0o777).toBe(0o555)
    expect(await read('build/bin')).toBe('the tool')
    await chmod(at('build/tool/deep'), 0o755)
  })

  it('gives way to files that a commit has come to hold', async () => {
    const image = await workspaces.keepImage('r', workspace)
    await repository.write('build/tool/run.js', 'of the commit')
    await repository.git(['add', '--force', 'build/tool/run.js'])
    await repository.git(['commit', '--quiet', '--message', 'Hold it'])
    const base = await repository.git(['rev-parse', 'HEAD'])
    workspace = await workspaces.open({ run: 'r', id: 'gate-1', base })
    expect(await workspaces.restoreImage(workspace, image)).toBe('restored')
    expect(await read('build/tool/run.js')).toBe('of the commit')
    expect(await read('build/tool/deep/other.js')).toBe('another')
  })

  it('leaves untouched files where they are, and says nothing of caches that tools write', async () => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    const image = await workspaces.keepImage('r', workspace)
    const before = await lstat(at('build/tool/run.js'))
    await write('build/.cache/x', 'warm')
    expect(await workspaces.restoreImage(workspace, image)).toBe('restored')
    expect((await lstat(at('build/tool/run.js'))).ino).toBe(before.ino)
    await expect(read('build/.cache/x')).rejects.toThrow('ENOENT')
  })
})
