import { chmod, copyFile, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeRepository } from '../../../test/fixtures/git-repository.ts'
import { markObjects } from './object-marks.ts'

let repository: TestRepository
afterEach(() => repository.remove())

describe.each(['sha1', 'sha256'])('P2: in a repository of %s', (format) => {
  async function begin(): Promise<string> {
    repository = await makeRepository()
    await rm(join(repository.root, '.git'), { recursive: true })
    await repository.git(['init', '--quiet', '--template=', `--object-format=${format}`])
    await repository.write('src/deep/old.test', 'the test as it was\n')
    await repository.write('readme.md', 'read me\n')
    await repository.git(['add', '--all'])
    await repository.git(['commit', '--quiet', '--message', 'Begin'])
    return repository.git(['rev-parse', 'HEAD'])
  }

  /** Puts an object under the name of another one. */
  async function forge(name: string, other: string): Promise<() => Promise<void>> {
    const [at, from] = await Promise.all([name, other].map(fileOf))
    const genuine = await readFile(at ?? '')
    const put = async (content: Uint8Array): Promise<void> => {
      await chmod(at ?? '', 0o644)
      await writeFile(at ?? '', content)
    }
    await put(await readFile(from ?? ''))
    return () => put(genuine)
  }

  async function fileOf(name: string): Promise<string> {
    const id = await repository.git(['rev-parse', name])
    return join(repository.root, '.git/objects', id.slice(0, 2), id.slice(2))
  }

  test.each([
    ['a file', 'HEAD:src/deep/old.test', 'HEAD:readme.md', 'src/deep/old.test in commit'],
    ['a folder', 'HEAD:src/deep', 'HEAD:src', 'src/deep in commit'],
    // Of commits git itself looks at the name.
    ['a commit', 'HEAD', 'HEAD~1', 'hash mismatch'],
  ])('%s that was replaced is refused, and is not once it is restored', async (_, name, other, where) => {
    await begin()
    await repository.write('readme.md', 'read me again\n')
    await repository.git(['commit', '--quiet', '--all', '--message', 'Go on'])
    const base = await repository.git(['rev-parse', 'HEAD'])
    const git = await repository.open()
    const restore = await forge(name, other)
    const opened = git.workspaces.open({ run: 'r1', id: 'gate', base })
    await expect(opened).rejects.toMatchObject({
      failure: { code: 'workspace-failed', message: expect.stringContaining(where) as unknown },
    })
    await restore()
    const { path } = await git.workspaces.open({ run: 'r1', id: 'gate', base })
    expect(await readFile(join(path, 'src/deep/old.test'), 'utf8')).toBe('the test as it was\n')
  })

  test('what was read before is read again when it was replaced since', async () => {
    const base = await begin()
    const git = await repository.open()
    await git.workspaces.open({ run: 'r1', id: 'T1', base })
    await forge('HEAD:src/deep/old.test', 'HEAD:readme.md')
    await expect(git.workspaces.open({ run: 'r1', id: 'gate', base })).rejects.toThrow(/src\/deep\/old\.test/)
    await expect(git.repository.readFile(base, 'src/deep/old.test')).rejects.toThrow(/restore it/)
    await expect(git.repository.readFile(base, 'readme.md')).resolves.toBe('read me\n')
  })
})

test('P2: what another repository lends is read too', async () => {
  repository = await makeRepository()
  await repository.write('readme.md', 'read me\n')
  await repository.git(['add', '--all'])
  await repository.git(['commit', '--quiet', '--message', 'Begin'])
  const base = await repository.git(['rev-parse', 'HEAD'])
  const clone = join(repository.folder, 'clone')
  await repository.git(['clone', '--quiet', '--shared', repository.root, clone])
  const git = await repository.open({ from: clone })
  await git.workspaces.open({ run: 'r1', id: 'T1', base })
  const other = await repository.git(['rev-parse', 'HEAD^{tree}'])
  const id = await repository.git(['rev-parse', 'HEAD:readme.md'])
  const at = join(repository.root, '.git/objects', id.slice(0, 2), id.slice(2))
  await rm(at)
  await copyFile(join(repository.root, '.git/objects', other.slice(0, 2), other.slice(2)), at)
  await expect(git.workspaces.open({ run: 'r1', id: 'gate', base })).rejects.toThrow(/readme\.md in commit/)
})

test('a pack that git only touched has its mark still; one with other content or a further one has not', async () => {
  repository = await makeRepository()
  await repository.write('readme.md', 'read me\n')
  await repository.git(['add', '--all'])
  await repository.git(['commit', '--quiet', '--message', 'Begin'])
  await repository.git(['repack', '-adq'])
  const id = await repository.git(['rev-parse', 'HEAD:readme.md'])
  const mark = async (): Promise<string | undefined> =>
    (await markObjects(join(repository.root, '.git'), [id])).get(id)
  const packs = join(repository.root, '.git/objects/pack')
  const pack = join(packs, (await readdir(packs)).find((name) => name.endsWith('.pack')) ?? '')
  const first = await mark()
  await utimes(pack, 1, 1)
  expect(await mark()).toBe(first)
  await writeFile(join(packs, 'pack-other.idx'), 'x')
  expect(await mark()).not.toBe(first)
  await rm(join(packs, 'pack-other.idx'))
  expect(await mark()).toBe(first)
  await chmod(pack, 0o644)
  const content = await readFile(pack)
  content[20] = (content[20] ?? 0) ^ 1
  await writeFile(pack, content)
  expect(await mark()).not.toBe(first)
})
