import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Repository } from '../../src/kernel/ports/repository.ts'
import type { Workspace, Workspaces } from '../../src/kernel/ports/workspaces.ts'

/** Workspaces over a repository whose commit `base` holds `readme.md` ("read me\n") and ignores `ignored.txt`. */
export interface WorkspacesBench {
  readonly workspaces: Workspaces
  readonly repository: Repository
  readonly base: string
  /** Writes a file in a workspace, or removes it when there is no text. */
  write(workspace: Workspace, path: string, text: string | null): Promise<void>
  read(workspace: Workspace, path: string): Promise<string | null>
  /** Puts an ignored file into the user's checkout. */
  writeIgnored(path: string, text: string): Promise<void>
  remove(): Promise<void>
}

const at = Date.UTC(2026, 0, 2, 3, 4, 5)

/** Every implementation of workspaces passes these. */
export function describeWorkspacesPort(name: string, make: () => Promise<WorkspacesBench>): void {
  describe(`workspaces port: ${name}`, () => {
    let bench: WorkspacesBench
    beforeAll(async () => {
      bench = await make()
    })
    afterAll(() => bench.remove())

    const open = (run: string, id = 'T1'): Promise<Workspace> =>
      bench.workspaces.open({ run, id, base: bench.base })
    const commit = (
      workspace: Workspace,
      run: string,
      step: string,
      parent = bench.base,
    ): ReturnType<Workspaces['commit']> =>
      bench.workspaces.commit({ run, step, workspace, parent, message: 'Do it', at })

    test('a new workspace stands at its base', async () => {
      const workspace = await open('new')
      expect(workspace).toMatchObject({ id: 'T1', baseCommit: bench.base })
      expect(workspace.ref).toMatch(/^refs\/tutti\/new\//)
      expect(await bench.read(workspace, 'readme.md')).toBe('read me\n')
      expect(await bench.repository.resolve(workspace.ref)).toBe(bench.base)
    })

    test('opening again puts everything back, and ignored files stay', async () => {
      const workspace = await open('again')
      await bench.write(workspace, 'readme.md', 'changed')
      await bench.write(workspace, 'folder/new.txt', 'new')
      await bench.write(workspace, 'ignored.txt', 'mine')
      expect(await open('again')).toEqual(workspace)
      expect(await bench.read(workspace, 'readme.md')).toBe('read me\n')
      expect(await bench.read(workspace, 'folder/new.txt')).toBeNull()
      expect(await bench.read(workspace, 'ignored.txt')).toBe('mine')
    })

    test('ignored files can be told', async () => {
      const workspace = await open('ignored')
      expect(await bench.workspaces.listIgnored(workspace)).toEqual([])
      await bench.write(workspace, 'ignored.txt', 'mine')
      await bench.write(workspace, 'build/deep/out.txt', 'built')
      await bench.write(workspace, 'new.txt', 'not ignored')
      expect(await bench.workspaces.listIgnored(workspace)).toEqual(['build/', 'ignored.txt'])
    })

    test('P2: what a preparation made comes back as it was kept, and nothing else stays', async () => {
      const workspace = await open('image')
      await bench.write(workspace, 'build/deep/out.txt', 'built')
      await bench.write(workspace, 'build/gone.txt', 'to be removed')
      const image = await bench.workspaces.keepImage('image', workspace)
      await bench.write(workspace, 'build/deep/out.txt', 'spoilt')
      await bench.write(workspace, 'build/gone.txt', null)
      await bench.write(workspace, 'build/new/more.txt', 'more')
      await bench.write(workspace, 'ignored.txt', 'mine')
      expect(await bench.workspaces.restoreImage(workspace, image)).toBe('restored')
      expect(await bench.read(workspace, 'build/deep/out.txt')).toBe('built')
      expect(await bench.read(workspace, 'build/gone.txt')).toBe('to be removed')
      expect(await bench.read(workspace, 'build/new/more.txt')).toBeNull()
      expect(await bench.read(workspace, 'ignored.txt')).toBeNull()
      expect(await bench.read(workspace, 'readme.md')).toBe('read me\n')
      expect(await bench.workspaces.restoreImage(workspace, null)).toBe('restored')
      expect(await bench.workspaces.listIgnored(workspace)).toEqual([])
    })

    test('a fingerprint changes when a file is written, tracked or not, and only then', async () => {
      const workspace = await open('print')
      const print = (): Promise<string> => bench.workspaces.fingerprint(workspace)
      await bench.write(workspace, 'build/deep/out.txt', 'built')
      const first = await print()
      expect(await print()).toBe(first)
      await bench.read(workspace, 'readme.md')
      expect(await print()).toBe(first)
      const seen = new Set([first])
      for (const [path, text] of [
        ['readme.md', 'READ ME\n'],
        ['readme.md', 'read me\n'],
        ['build/deep/out.txt', 'BUILT'],
        ['build/other.txt', ''],
        ['new.txt', 'new'],
        ['new.txt', null],
        ['ignored.txt', 'mine'],
      ] as const) {
        await bench.write(workspace, path, text)
        const now = await print()
        if (text !== null) expect(seen).not.toContain(now)
        seen.add(now)
      }
    })

    test('different ids never share a folder or a ref, whatever they are', async () => {
      const ids = [
        'a',
        'A',
        'a/b',
        'a-b',
        '../../x',
        '.',
        '..',
        '',
        'é',
        'e\u0301',
        'x'.repeat(300),
        'a.tmp',
        'a.lock',
      ]
      const opened: Workspace[] = []
      for (const id of ids) opened.push(await open('ids', id))
      expect(new Set(opened.map(({ path }) => path)).size).toBe(ids.length)
      expect(new Set(opened.map(({ ref }) => ref)).size).toBe(ids.length)
      expect(opened.map(({ id }) => id)).toEqual(ids)
      await bench.workspaces.removeAll('ids')
    })

    test('a commit holds what changed and nothing that is ignored', async () => {
      const workspace = await open('commit')
      await bench.write(workspace, 'readme.md', 'changed\n')
      await bench.write(workspace, 'deep/new file.txt', 'new\n')
      await bench.write(workspace, '.gitignore', null)
      await bench.write(workspace, '.gitignore', 'ignored.txt\n')
      await bench.write(workspace, 'ignored.txt', 'secret')
      const result = await commit(workspace, 'commit', 'T1/implement')
      expect(result.changes).toContainEqual({ path: 'deep/new file.txt', kind: 'added' })
      expect(result.changes).toContainEqual({ path: 'readme.md', kind: 'modified' })
      expect(await bench.repository.readFile(result.commit, 'readme.md')).toBe('changed\n')
      expect(await bench.repository.listFiles(result.commit)).not.toContain('ignored.txt')
      expect(await bench.repository.treeOf(result.commit)).toBe(result.tree)
      expect(await bench.repository.isAncestor(bench.base, result.commit)).toBe(true)
      expect(await bench.repository.resolve(workspace.ref)).toBe(result.commit)
      expect(await bench.read(workspace, 'ignored.txt')).toBe('secret')
    })

    test('P1: repeating a commit gives the same hash', async () => {
      const workspace = await open('repeat')
      await bench.write(workspace, 'readme.md', null)
      const first = await commit(workspace, 'repeat', 'T1/implement')
      expect(first.changes).toEqual([{ path: 'readme.md', kind: 'deleted' }])
      expect(await commit(workspace, 'repeat', 'T1/implement')).toEqual(first)
    })

    test('nothing changed gives the parent itself', async () => {
      const workspace = await open('nothing')
      expect(await commit(workspace, 'nothing', 'T1/implement')).toEqual({
        commit: bench.base,
        tree: await bench.repository.treeOf(bench.base),
        changes: [],
      })
    })

    test('a reset goes to any commit, and makes a workspace again that is gone', async () => {
      const workspace = await open('reset')
      await bench.write(workspace, 'readme.md', 'better\n')
      const { commit: better } = await commit(workspace, 'reset', 'T1/implement')
      await bench.workspaces.reset(workspace, bench.base)
      expect(await bench.read(workspace, 'readme.md')).toBe('read me\n')
      await bench.write(workspace, 'junk', 'junk')
      await bench.workspaces.reset(workspace, better)
      expect(await bench.read(workspace, 'readme.md')).toBe('better\n')
      expect(await bench.read(workspace, 'junk')).toBeNull()
      await bench.workspaces.remove(workspace)
      expect(await bench.read(workspace, 'readme.md')).toBeNull()
      await bench.workspaces.reset(workspace, better)
      expect(await bench.read(workspace, 'readme.md')).toBe('better\n')
    })

    test('unfinished work is kept, stays in place, and repeats to the same commit', async () => {
      const workspace = await open('wip')
      const save = (): Promise<string | null> =>
        bench.workspaces.saveUnfinished({
          run: 'wip',
          step: 'T1/implement',
          workspace,
          parent: bench.base,
          at,
        })
      expect(await save()).toBeNull()
      await bench.write(workspace, 'half.txt', 'ha')
      const first = await save()
      expect(first).not.toBeNull()
      expect(await save()).toBe(first)
      expect(await bench.read(workspace, 'half.txt')).toBe('ha')
      expect(await bench.repository.readFile(first ?? '', 'half.txt')).toBe('ha')
      await bench.write(workspace, 'half.txt', 'half')
      const second = await save()
      expect(second).not.toBe(first)
      expect(await bench.repository.isAncestor(first ?? '', second ?? '')).toBe(true)
      await bench.workspaces.remove(workspace)
      expect(await save()).toBeNull()
    })

    test('P3: what a stranger writes between turns is told, until it is put back', async () => {
      const workspace = await open('strays')
      const strays = () => bench.workspaces.strays(workspace)
      await bench.write(workspace, 'before.txt', 'nobody has seen this workspace yet')
      expect(await strays()).toEqual([])
      await bench.write(workspace, 'mine.txt', 'mine')
      const { commit: made } = await commit(workspace, 'strays', 'T1/implement')
      expect(await strays()).toEqual([])
      await bench.write(workspace, 'readme.md', 'me read\n')
      await bench.write(workspace, 'deep/new.txt', 'new')
      await bench.write(workspace, 'mine.txt', null)
      await bench.write(workspace, 'ignored.txt', 'ignored')
      const found = ['deep/new.txt', 'mine.txt', 'readme.md']
      expect([...(await strays())].sort()).toEqual(found)
      await bench.workspaces.open({ run: 'strays', id: 'T1', base: made })
      await bench.write(workspace, 'prepared.txt', 'by a command of ours')
      expect([...(await strays())].sort()).toEqual(found)
      await bench.workspaces.reset(workspace, made)
      expect(await strays()).toEqual([])
      const step = { run: 'strays', step: 'T1/more', workspace, parent: made, at }
      await bench.write(workspace, 'half.txt', 'ha')
      expect(await bench.workspaces.saveUnfinished(step)).not.toBeNull()
      expect(await strays()).toEqual([])
      await bench.write(workspace, 'half.txt', 'HA')
      expect(await strays()).toEqual(['half.txt'])
    })

    test('unfinished work is told from the commit it started from, whatever was recorded since', async () => {
      const workspace = await open('since')
      await bench.write(workspace, 'readme.md', 'better\n')
      const { commit: made } = await commit(workspace, 'since', 'T1/implement')
      const step = { run: 'since', step: 'T1/diagnose', workspace, at }
      await bench.workspaces.reset(workspace, bench.base)
      expect(await bench.workspaces.saveUnfinished({ ...step, parent: bench.base })).toBeNull()
      expect(await bench.workspaces.saveUnfinished({ ...step, parent: made })).not.toBeNull()
    })

    test('declared ignored files are copied, and one that is missing is passed over', async () => {
      const workspace = await open('copy')
      await bench.writeIgnored('ignored.txt', 'from the checkout')
      await bench.workspaces.copyIgnored(workspace, ['ignored.txt', 'build/none'])
      expect(await bench.read(workspace, 'ignored.txt')).toBe('from the checkout')
    })

    test('removing what is gone is no error, and its commits stay', async () => {
      const workspace = await open('gone')
      await bench.write(workspace, 'kept.txt', 'kept')
      const { commit: made } = await commit(workspace, 'gone', 'T1/implement')
      await bench.workspaces.remove(workspace)
      await bench.workspaces.remove(workspace)
      await bench.workspaces.removeAll('gone')
      expect(await bench.repository.resolve(workspace.ref)).toBe(made)
      await expect(commit(workspace, 'gone', 'T1/more', made)).rejects.toMatchObject({
        code: 'workspace-failed',
      })
    })

    test('removing all of a run leaves the other runs alone', async () => {
      const one = await open('one')
      const two = await open('one', 'T2')
      const other = await open('two')
      await bench.workspaces.removeAll('one')
      expect(await bench.read(one, 'readme.md')).toBeNull()
      expect(await bench.read(two, 'readme.md')).toBeNull()
      expect(await bench.read(other, 'readme.md')).toBe('read me\n')
    })

    test('a quiet turn has no findings, and neither has one that was never guarded', async () => {
      expect(await bench.workspaces.inspect('quiet', 'never')).toEqual([])
      await bench.workspaces.guard('quiet', 'T1/implement')
      const workspace = await open('quiet')
      await bench.write(workspace, 'readme.md', 'changed\n')
      await commit(workspace, 'quiet', 'T1/implement')
      expect(await bench.workspaces.inspect('quiet', 'T1/implement')).toEqual([])
      expect(await bench.workspaces.inspect('quiet', 'T1/implement')).toEqual([])
    })

    test('recovering does no harm to what is whole', async () => {
      const workspace = await open('recover')
      await bench.write(workspace, 'half.txt', 'ha')
      await bench.workspaces.recover('recover')
      await bench.workspaces.recover('unknown')
      expect(await bench.read(workspace, 'half.txt')).toBe('ha')
    })
  })
}
