import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MergeRequest, Repository } from '../../src/kernel/ports/repository.ts'

/** A repository on branch `main`, whose first commit holds `readme.md` ("read me\n"). */
export interface RepositoryBench {
  readonly repository: Repository
  readonly base: string
  /** Makes a commit on top of another, of which files are written, or removed when there is no text. */
  commit(parent: string, files: Readonly<Record<string, string | null>>): Promise<string>
  /** Writes a file into the user's checkout, without committing it. */
  dirty(path: string, text: string): Promise<void>
  remove(): Promise<void>
}

/** Every implementation of the repository passes these. */
export function describeRepositoryPort(name: string, make: () => Promise<RepositoryBench>): void {
  describe(`repository port: ${name}`, () => {
    let bench: RepositoryBench
    let repository: Repository
    beforeAll(async () => {
      bench = await make()
      repository = bench.repository
    })
    afterAll(() => bench.remove())

    const request = (ours: string, theirs: string): MergeRequest => ({
      run: 'r1',
      step: `integrate/${theirs}/merge`,
      ours,
      theirs,
      message: 'Bring it in',
      at: Date.UTC(2026, 0, 2),
    })

    test('tells where the checkout stands and what is not committed', async () => {
      expect(await repository.checkout()).toMatchObject({ head: bench.base, branch: 'main', dirty: [] })
      await bench.dirty('ä new/file one.txt', 'x')
      await bench.dirty('readme.md', 'changed')
      expect((await repository.checkout()).dirty.toSorted()).toEqual(['readme.md', 'ä new/file one.txt'])
    })

    test('resolves names to commits, and unknown ones to nothing', async () => {
      expect(await repository.resolve('main')).toBe(bench.base)
      expect(await repository.resolve('HEAD')).toBe(bench.base)
      expect(await repository.resolve(bench.base)).toBe(bench.base)
      for (const unknown of ['no-such', '', '--all', 'f'.repeat(40), 'main:readme.md']) {
        expect(await repository.resolve(unknown)).toBeNull()
      }
    })

    test('lists and reads the files of a commit, not of the checkout', async () => {
      const files = { 'a b/ü.txt': 'ü\n', empty: '', 'tab\tand\nline': 'odd', ':(top)x': 'magic' }
      const commit = await bench.commit(bench.base, { ...files, 'readme.md': null })
      expect(await repository.listFiles(commit)).toEqual(expect.arrayContaining(Object.keys(files)))
      expect(await repository.listFiles(commit)).not.toContain('readme.md')
      for (const [path, text] of Object.entries(files))
        expect(await repository.readFile(commit, path)).toBe(text)
      expect(await repository.readFile(commit, 'readme.md')).toBeNull()
      expect(await repository.readFile(commit, 'a b')).toBeNull()
      expect(await repository.readFile(bench.base, 'readme.md')).toBe('read me\n')
      const bytes = await repository.readBytes(commit, 'a b/ü.txt')
      expect([...(bytes ?? [])]).toEqual([0xc3, 0xbc, 0x0a])
      expect(await repository.readBytes(commit, 'readme.md')).toBeNull()
    })

    test('tells what changed between two commits', async () => {
      const commit = await bench.commit(bench.base, { 'readme.md': 'other\n', 'ü new': '1' })
      const moved = await bench.commit(commit, { 'ü new': null, 'ü newer': '1' })
      expect(await repository.changes(bench.base, commit)).toEqual([
        { path: 'readme.md', kind: 'modified' },
        { path: 'ü new', kind: 'added' },
      ])
      expect(await repository.changes(commit, moved)).toEqual([
        { path: 'ü new', kind: 'deleted' },
        { path: 'ü newer', kind: 'added' },
      ])
      expect(await repository.changes(moved, moved)).toEqual([])
      expect(await repository.isAncestor(bench.base, moved)).toBe(true)
      expect(await repository.isAncestor(moved, bench.base)).toBe(false)
      expect(await repository.isAncestor(moved, moved)).toBe(true)
      const other = await bench.commit(commit, { other: '1' })
      expect(await repository.mergeBase(moved, other)).toBe(commit)
    })

    test('gives a line of commits as a mailbox, the same every time', async () => {
      const one = await bench.commit(bench.base, { 'ü one.txt': 'one\n' })
      const two = await bench.commit(one, { 'readme.md': 'two\n' })
      const patch = await repository.patch(bench.base, two)
      const text = new TextDecoder().decode(patch)
      expect(text.match(/^From [0-9a-f]{40} /gm)).toHaveLength(2)
      expect(text).toContain('+two\n')
      expect(await repository.patch(bench.base, two)).toEqual(patch)
      expect(await repository.patch(two, two)).toHaveLength(0)
    })

    test('P1: merges into one commit on top of ours, and repeats to the same hash', async () => {
      const ours = await bench.commit(bench.base, { 'ours.txt': 'ours' })
      const theirs = await bench.commit(bench.base, { 'theirs.txt': 'theirs' })
      const merged = await repository.merge(request(ours, theirs))
      if (merged.kind !== 'merged') throw new Error(merged.message)
      expect(await repository.listFiles(merged.commit)).toEqual(
        expect.arrayContaining(['ours.txt', 'theirs.txt', 'readme.md']),
      )
      expect(await repository.treeOf(merged.commit)).toBe(merged.tree)
      expect(await repository.resolve(`${merged.commit}^`)).toBe(ours)
      expect(await repository.resolve(`${merged.commit}^2`)).toBeNull()
      expect(await repository.merge(request(ours, theirs))).toEqual(merged)
    })

    test('makes a commit even where a fast-forward would do, and none where there is nothing to bring in', async () => {
      const theirs = await bench.commit(bench.base, { 'more.txt': 'more' })
      const forward = await repository.merge(request(bench.base, theirs))
      expect(forward).toMatchObject({ kind: 'merged', tree: await repository.treeOf(theirs) })
      if (forward.kind !== 'merged') throw new Error(forward.message)
      expect(forward.commit).not.toBe(theirs)
      const nothing = { kind: 'merged', commit: theirs, tree: await repository.treeOf(theirs) }
      expect(await repository.merge(request(theirs, bench.base))).toEqual(nothing)
      expect(await repository.merge(request(theirs, theirs))).toEqual(nothing)
    })

    test('names the files in conflict', async () => {
      const ours = await bench.commit(bench.base, { 'readme.md': 'ours\n', 'ü both': '1', fine: '1' })
      const theirs = await bench.commit(bench.base, { 'readme.md': 'theirs\n', 'ü both': '2' })
      const result = await repository.merge(request(ours, theirs))
      if (result.kind !== 'conflict') throw new Error('merged')
      expect(result.paths.toSorted()).toEqual(['readme.md', 'ü both'])
      expect(result.message).toMatch(/readme\.md/)
      expect(await repository.merge(request(ours, theirs))).toEqual(result)
    })

    test('gives both sides of a conflict, by their names', async () => {
      const before = await bench.commit(bench.base, { gone: 'a\nb\n', text: 'one\n' })
      const ours = await bench.commit(before, { gone: null, text: 'our one\n', new: 'ours\n' })
      const theirs = await bench.commit(before, { gone: 'a\nB\n', text: 'their one\n', new: 'theirs\n' })
      const result = await repository.merge(request(ours, theirs))
      if (result.kind !== 'conflict') throw new Error('merged')
      const files = result.files.toSorted((a, b) => a.path.localeCompare(b.path))
      expect(files).toMatchObject([
        { path: 'gone', kind: 'delete', text: 'a\nB\n', message: expect.stringMatching(/deleted in ours/) },
        {
          path: 'new',
          kind: 'add',
          text: expect.stringMatching(/^<<<<<<< ours\nours\n=+\ntheirs\n>>>>>>> theirs/),
        },
        { path: 'text', kind: 'content', text: expect.stringMatching(/our one\n=+\ntheir one/) },
      ])
    })

    test('reads the texts of what changed, and leaves out what is no text or too large', async () => {
      const before = await bench.commit(bench.base, { 'ü one': 'ü\n', gone: 'x', binary: 'b\0', empty: '' })
      const large = 'x'.repeat(1_000_001)
      const after = await bench.commit(before, {
        'ü one': 'ü\r\n2',
        gone: null,
        binary: 'c',
        large,
        empty: 'e',
      })
      const none = { opaque: false, modeChanged: false }
      expect(await repository.readChanges(before, after)).toEqual([
        { path: 'binary', kind: 'modified', before: null, after: 'c', opaque: true, modeChanged: false },
        { path: 'empty', kind: 'modified', before: '', after: 'e', ...none },
        { path: 'gone', kind: 'deleted', before: 'x', after: null, ...none },
        { path: 'large', kind: 'added', before: null, after: null, opaque: true, modeChanged: false },
        { path: 'ü one', kind: 'modified', before: 'ü\n', after: 'ü\r\n2', ...none },
      ])
      expect(await repository.readChanges(after, after)).toEqual([])
    })

    test('reads what a merge made of files that both sides changed', async () => {
      const files = { both: '1\n', mine: '1', gone: '1', lost: '1', image: '\0', photo: '\0' }
      const base = await bench.commit(bench.base, files)
      const changed = { both: '1\n2\n', mine: '2', gone: null, image: '\0a', photo: '\0a' }
      const ours = await bench.commit(base, changed)
      const theirs = await bench.commit(base, { both: '0\n1\n', lost: '2', image: '\0b', photo: '\0b' })
      const merged = { ...changed, both: '0\n1\n2\n', photo: '\0ab' }
      const result = await bench.commit(base, merged)
      const read = await repository.readMerge({ base, ours, theirs, result })
      expect(read.base.get('both')).toBe('1\n')
      expect(read.result.get('both')).toBe('0\n1\n2\n')
      expect([read.theirs.get('lost'), read.result.get('lost')]).toEqual(['2', '1'])
      expect(read.result.get('image')).toBe(read.ours.get('image'))
      expect(read.result.get('image')).not.toBe(read.theirs.get('image'))
      for (const texts of Object.values(read))
        expect([...texts.keys()].toSorted()).toEqual(['both', 'image', 'lost'])
    })

    test('P1: lays files over a commit, and repeats to the same hash', async () => {
      const onto = await bench.commit(bench.base, { 'a/b': 'old', keep: '1', gone: '1', 'x:y *': '1' })
      const from = await bench.commit(bench.base, { 'a/b/c': 'new', keep: '2', 'x:y *': '2' })
      const overlay = {
        ...request(onto, from),
        onto,
        from,
        paths: ['a/b', 'a/b/c', 'gone', 'x:y *', 'never'],
      }
      const laid = await repository.overlay(overlay)
      expect(await repository.changes(onto, laid.commit)).toEqual([
        { path: 'a/b', kind: 'deleted' },
        { path: 'a/b/c', kind: 'added' },
        { path: 'gone', kind: 'deleted' },
        { path: 'x:y *', kind: 'modified' },
      ])
      expect(await repository.readFile(laid.commit, 'x:y *')).toBe('2')
      expect(await repository.treeOf(laid.commit)).toBe(laid.tree)
      expect(await repository.resolve(`${laid.commit}^`)).toBe(onto)
      expect(await repository.overlay(overlay)).toEqual(laid)
      const same = await repository.overlay({ ...overlay, paths: ['readme.md'] })
      expect(same).toEqual({ commit: onto, tree: await repository.treeOf(onto) })
    })

    test('delivers a new branch, again without harm, and never moves one that exists', async () => {
      const commit = await bench.commit(bench.base, { 'work.txt': 'work' })
      const deliver = (branch: string): ReturnType<Repository['deliver']> =>
        repository.deliver({ run: 'r1', branch, commit })
      const delivered = { kind: 'delivered', branch: 'tutti/work', commit }
      expect(await deliver('tutti/work')).toEqual(delivered)
      expect(await deliver('tutti/work')).toEqual(delivered)
      expect(await repository.resolve('refs/heads/tutti/work')).toBe(commit)
      expect(await deliver('main')).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/main exists/) as string,
      })
      expect(await repository.resolve('main')).toBe(bench.base)
      for (const name of ['tutti', 'a..b', '-x', '', '@{-1}', 'a b']) {
        expect(await deliver(name)).toMatchObject({ kind: 'refused' })
      }
    })
  })
}
