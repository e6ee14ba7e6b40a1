import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { fingerprint, makeFilledRepository, writeAt } from '../../../test/fixtures/git-repository.ts'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { AdvanceResult } from '../../kernel/ports/repository.ts'
import type { Git } from './create-git.ts'

let repository: TestRepository
let git: Git
let from: string
let to: string

beforeEach(async () => {
  repository = await makeFilledRepository('mein projekt')
  git = await repository.open()
  from = await repository.git(['rev-parse', 'HEAD'])
  const workspace = await git.workspaces.open({ run: 'r1', id: 'T1', base: from })
  await writeAt(join(workspace.path, 'neu é.txt'), 'new\n')
  await writeAt(join(workspace.path, 'readme.md'), 'read me more\n')
  await rm(join(workspace.path, 'docs/guide.md'))
  const request = { run: 'r1', step: 'T1', workspace, parent: from, message: 'Do it', at: 1000 }
  to = (await git.workspaces.commit(request)).commit
  await git.workspaces.removeAll('r1')
})
afterEach(() => repository.remove())

function advance(by = git): Promise<AdvanceResult> {
  return by.repository.advance({ run: 'r1', branch: 'main', from, to })
}

async function expectMoved(): Promise<void> {
  expect(await repository.git(['rev-parse', 'HEAD', 'main'])).toBe(`${to}\n${to}`)
  expect(await repository.git(['branch', '--show-current'])).toBe('main')
  expect(await repository.git(['status', '--porcelain'])).toBe('')
  expect(await readFile(join(repository.root, 'readme.md'), 'utf8')).toBe('read me more\n')
}

describe('the user’s own branch', () => {
  test('is moved with its checkout, and moving it again changes nothing', async () => {
    expect(await advance()).toEqual({ kind: 'advanced' })
    await expectMoved()
    const after = await fingerprint(repository)
    expect(await advance()).toEqual({ kind: 'advanced' })
    expect(await fingerprint(repository)).toEqual(after)
  })

  test('keeps what git ignores, and files that were only touched', async () => {
    await repository.write('ignored.txt', 'mine')
    await repository.write('readme.md', 'read me\n')
    expect(await advance()).toEqual({ kind: 'advanced' })
    expect(await readFile(join(repository.root, 'ignored.txt'), 'utf8')).toBe('mine')
    await expectMoved()
  })

  test.each<readonly [string, RegExp, () => Promise<unknown>]>([
    ['has changes', /not committed \(readme\.md\)/, () => repository.write('readme.md', 'mine\n')],
    ['has new files', /not committed \(mine\.txt\)/, () => repository.write('mine.txt', 'mine')],
    [
      'stands on another branch',
      /stands on side now/,
      () => repository.git(['checkout', '--quiet', '-b', 'side']),
    ],
    [
      'stands on no branch',
      /stands on no branch now/,
      () => repository.git(['checkout', '--quiet', '--detach']),
    ],
    [
      'has moved on',
      /has moved on to/,
      () => repository.git(['commit', '--quiet', '--allow-empty', '--message', 'mine']),
    ],
    [
      'has an ignored file where one would come',
      /neu é\.txt is in the way/,
      async () => {
        await writeFile(join(repository.root, '.git/info/exclude'), 'neu*\n')
        await repository.write('neu é.txt', 'mine')
      },
    ],
    [
      'is in the middle of a merge',
      /MERGE_HEAD/,
      () => writeFile(join(repository.root, '.git/MERGE_HEAD'), `${from}\n`),
    ],
  ])('stays as it is when the checkout %s', async (_name, reason, arrange) => {
    await mkdir(join(repository.root, '.git/info'), { recursive: true })
    await arrange()
    const before = await fingerprint(repository)
    const refused = { kind: 'refused', reason: expect.stringMatching(reason) }
    expect(await advance()).toEqual(refused)
    expect(await fingerprint(repository)).toEqual(before)
  })

  test('never loses a commit, whoever asks', async () => {
    const [older, newer] = [from, to]
    await repository.git(['merge', '--quiet', '--ff-only', newer])
    const request = { run: 'r1', branch: 'main', from: newer, to: older }
    expect(await git.repository.advance(request)).toMatchObject({ kind: 'refused' })
    expect(await repository.git(['rev-parse', 'main'])).toBe(newer)
  })

  test('P1: a move that was cut off anywhere comes to its end', async () => {
    let cuts = 0
    for (let ended = false; !ended; cuts += 1) {
      const cut = await repository.open({ effect: cutAfter(cuts) })
      ended = await advance(cut).then(() => true, isNoCut)
      await git.workspaces.recover('r1')
      expect(await advance()).toEqual({ kind: 'advanced' })
      await expectMoved()
      await repository.git(['reset', '--quiet', '--hard', from])
    }
    expect(cuts).toBeGreaterThan(3)
  })

  test('P1: files that were half written are made whole, and a lock that is left is taken away', async () => {
    await cutOff()
    await writeFile(join(repository.root, 'neu é.txt'), 'ne')
    await rm(join(repository.root, 'readme.md'))
    await rm(join(repository.root, 'docs/guide.md'))
    await writeFile(join(repository.root, '.git/index.lock'), '')
    await git.workspaces.recover('r1')
    expect(await advance()).toEqual({ kind: 'advanced' })
    await expectMoved()
  })

  test.each(['readme.md', 'src/größe zwei.txt', 'mine.txt'])(
    'after a cut, what somebody has written into %s since then stays',
    async (path) => {
      await cutOff()
      await repository.write(path, 'mine since then\n')
      const refused = { kind: 'refused', reason: expect.stringContaining(`and ${path} changed since`) }
      expect(await advance()).toEqual(refused)
      expect(await readFile(join(repository.root, path), 'utf8')).toBe('mine since then\n')
      expect(await repository.git(['rev-parse', 'main'])).toBe(from)
    },
  )
})

async function cutOff(): Promise<void> {
  const cut = await repository.open({ effect: cutAfter(1) })
  expect(await advance(cut).then(() => true, isNoCut)).toBe(false)
  await git.workspaces.recover('r1')
}

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
