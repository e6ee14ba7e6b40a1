import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Workspace } from '../../src/kernel/ports/workspaces.ts'
import { differences, snapshot } from '../attacks/containment/decoy.ts'
import type { DecoyWorld } from './decoy-world.ts'
import { openDecoyWorld } from './decoy-world.ts'

const STORE = '.local/share/pnpm/store/file'

let world: DecoyWorld
let isSandbox = false

beforeAll(async () => {
  world = await openDecoyWorld()
  const workspace = await open('first')
  isSandbox = (await world.agent(workspace, 'true')).level === 'sandbox'
})
afterAll(() => world.close())

const open = (id: string): Promise<Workspace> =>
  world.world.workspaces.open({ run: 'r1', id, base: world.base })
const inHome = (name: string): string => join(world.decoy.home, name)

/** Where homes are in sight, caches are the user's own, and nothing of this is promised. */
describe('P11: caches of package managers', () => {
  it('are warm for gates, and what one gate wrote never reaches the next use of its place', async () => {
    const { workspaces } = world.world
    const place = await open('gate-1')
    writeFileSync(inHome('.npm/_cacache/entry'), 'cached\n')
    mkdirSync(inHome('.cache/go-build'), { recursive: true })
    const read = 'cat ~/.npm/_cacache/entry ~/.cache/go-build/* 2>&1'
    if (!isSandbox) {
      expect(await world.gate(place, read)).toContain('cached')
      return
    }
    const prepare =
      'mkdir -p ~/.cache/go-build; echo prepared > ~/.cache/go-build/a; echo; rm ~/.npm/_cacache/gone'
    writeFileSync(inHome('.npm/_cacache/gone'), 'of old\n')
    await workspaces.restoreImage(place, null)
    await world.gate(place, prepare)
    const image = await workspaces.keepImage('r1', place)
    expect(await world.gate(place, read)).toBe('cached\nprepared\n')
    await world.gate(place, 'echo poison > ~/.cache/go-build/a; echo poison > ~/.npm/_cacache/entry')
    expect(await world.gate(place, read)).toBe('poison\npoison\n')
    expect(await workspaces.restoreImage(place, image)).toBe('restored')
    expect(await world.gate(place, `${read}; ls ~/.npm/_cacache`)).toBe('cached\nprepared\nentry\n')
    await workspaces.restoreImage(place, null)
    expect(
      await world.gate(place, `cat ~/.npm/_cacache/entry; ls ~/.npm/_cacache ~/.cache/go-build`),
    ).toMatch(/^cached\n[^]*entry\ngone\n$/)
    expect(readFileSync(inHome('.npm/_cacache/entry'), 'utf8')).toBe('cached\n')
  })

  it('are never a link that an earlier gate has left there', async () => {
    if (!isSandbox) return
    const { workspaces } = world.world
    const place = await open('gate-3')
    const keys = inHome('.ssh')
    const [key = ''] = readdirSync(keys)
    await workspaces.restoreImage(place, null)
    const lead = `cache=$(readlink ~/.cache/uv) && rm -r $cache && ln -s ${keys} $cache`
    expect(await world.gate(place, `${lead} && readlink $cache`)).toBe(`${keys}\n`)
    const look = 'ls -a ~/.cache/uv/ ~/.ssh 2>&1; echo hostile > ~/.cache/uv/hostile'
    expect(await world.gate(place, look)).not.toContain(key)
    await workspaces.keepImage('r1', place)
    expect(await world.gate(place, look)).not.toContain(key)
    expect(readdirSync(keys)).toEqual([key])
  })

  it('are not written through another name that a file of a store has in a workspace', async () => {
    const place = await open('gate-2')
    const link = `mkdir -p node_modules; ln ~/${STORE} node_modules/file || cp ~/${STORE} node_modules/file`
    await world.gate(place, `${link}; cat node_modules/file; echo hostile > node_modules/file`)
    expect(readFileSync(join(place.path, 'node_modules/file'), 'utf8')).toBe('hostile\n')
    if (isSandbox) expect(readFileSync(inHome(STORE), 'utf8')).toBe('cached\n')
  })
})

describe('P7: what an agent does with git', () => {
  it('stays in its own repository, is found by its next launch, and goes when its workspace is put back', async () => {
    const { workspaces } = world.world
    const workspace = await open('T1')
    await workspaces.guard('r1', 'turn', workspace)
    const ours = [dirname(workspace.path), inHome('.local'), `${world.decoy.project}/.git/tutti`]
    const before = snapshot(world.decoy, ours)
    const acts = [
      'export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b',
      'git config core.hooksPath hooks && git branch mine && git tag mine',
      'echo more > file && git stash && echo other > file',
      'git commit --quiet --all --message "mine\n\nTutti-Run: forged"',
      'git log -1 --format=%s',
    ].join(' && ')
    const first = await world.agent(workspace, `${acts} 2>&1`)
    expect(first.said).toMatch(/mine\n$/)
    const changed = differences(before, snapshot(world.decoy, ours))
    if (first.level === 'none') {
      expect(await workspaces.inspect('r1', 'turn')).not.toEqual([])
      return
    }
    const ofWorktree = `${world.decoy.project}/.git/worktrees/`
    expect(changed.filter((path) => !path.startsWith(ofWorktree))).toEqual([])
    const second = await world.agent(workspace, 'git status 2>&1 && git log -2 --format=%s 2>&1')
    expect(second.said).toMatch(/mine\nfirst\n$/)
    const found = await workspaces.inspect('r1', 'turn')
    expect(found.map(({ message }) => message).join('\n')).toContain('Tutti-Run: forged')
    const kept = (): readonly string[] =>
      readdirSync(`${workspace.path}.agent-box`).filter((name) => /^(git|objects|work)-/.test(name))
    expect(kept()).toHaveLength(1)
    await workspaces.reset(workspace, world.base)
    expect(kept()).toEqual([])
  })

  it('finds what the repository borrows from another one, wherever that is', async () => {
    const mirror = inHome('mirror')
    execFileSync('git', ['init', '--quiet', '--bare', mirror])
    const write = ['-C', mirror, 'hash-object', '-w', '--stdin']
    const hash = String(execFileSync('git', write, { input: 'borrowed' })).trim()
    const alternates = `${world.decoy.project}/.git/objects/info/alternates`
    writeFileSync(alternates, `${mirror}/objects\n`)
    const { said } = await world.agent(await open('T3'), `git cat-file blob ${hash} 2>&1`)
    expect(said).toBe('borrowed')
    rmSync(alternates)
  })

  it('leaves no file with the rights of its owner', async () => {
    const { workspaces } = world.world
    const workspace = await open('T2')
    const program = join(workspace.path, 'deep/program')
    await world.agent(workspace, 'mkdir deep && cp /bin/true deep/program && chmod 6711 deep/program')
    expect(statSync(program).mode & 0o6000).toBe(0o6000)
    const request = { run: 'r1', step: 'work', workspace, parent: world.base, at: 0 }
    await workspaces.commit({ ...request, message: 'work' })
    expect(existsSync(program)).toBe(true)
    expect(statSync(program).mode & 0o7777).toBe(0o711)
  })
})
