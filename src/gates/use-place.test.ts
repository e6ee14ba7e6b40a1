import { describe, expect, it } from 'vitest'
import { playGates } from '../../test/harness/play-gates.ts'
import type { Repository } from '../kernel/ports/repository.ts'
import type { OpenRequest, Workspaces } from '../kernel/ports/workspaces.ts'
import { verify } from './verify.ts'

interface Places {
  readonly opened: OpenRequest[]
  fingerprint: string
  ignored: readonly string[]
}

/** A place whose files are only names; an install makes `node_modules/`, a gate leaves `dist/`. */
async function play(
  story: (places: Places, prove: (commit: string) => Promise<unknown>) => Promise<void>,
  readFile: Repository['readFile'] = async () => null,
) {
  const places: Places = { opened: [], fingerprint: 'as left', ignored: [] }
  const at = new Map<string, string>()
  const workspaces: Pick<
    Workspaces,
    'open' | 'listIgnored' | 'watch' | 'fingerprint' | 'copyIgnored' | 'guard' | 'inspect'
  > = {
    open: async (request) => {
      places.opened.push(request)
      at.set(`/${request.id}`, request.base)
      places.ignored = places.ignored.filter((path) => request.keep?.includes(path) ?? true)
      return { id: request.id, path: `/${request.id}`, ref: '', baseCommit: request.base }
    },
    listIgnored: async () => places.ignored,
    fingerprint: async () => places.fingerprint,
    copyIgnored: async () => {},
    watch: async () => ({ putBack: async () => {}, written: async () => [] }),
    guard: async () => {},
    inspect: async () => [],
  }
  const played = await playGates(
    {
      behave: ({ command }) => {
        places.ignored = [...places.ignored, command === 'install' ? 'node_modules/' : 'dist/']
        return { ends: { exitCode: 0 } }
      },
      preparation: { command: 'install', copy: [], timeoutMs: 1 },
      world: { workspaces: workspaces as Workspaces, repository: { readFile } as Repository },
    },
    (run, proof) =>
      story(places, (commit) => verify(run, `verify-${commit}`, commit, `tree of ${commit}`, proof)),
  )
  return { ...played, places, commands: played.runs.map((run) => run.split(' ')[0]) }
}

describe('a place for gates', () => {
  it('P2: is empty of ignored files at first, and later keeps only those of its preparation', async () => {
    const { places, commands } = await play(async (_places, prove) => {
      await prove('one')
      await prove('two')
    })
    expect(places.opened.map(({ keep }) => keep)).toEqual([[], ['node_modules/']])
    expect(commands).toEqual(['install', 'test', 'test'])
  })

  it('P2: that somebody wrote to is made anew, and that is a finding', async () => {
    const { places, commands, events } = await play(async (seen, prove) => {
      await prove('one')
      seen.fingerprint = 'touched'
      await prove('two')
    })
    expect(places.opened.map(({ keep }) => keep)).toEqual([[], []])
    expect(commands).toEqual(['install', 'test', 'install', 'test'])
    const findings = events.filter((event) => event.type === 'fact-recorded' && event.kind === 'finding')
    expect(findings).toHaveLength(1)
    expect(findings).toMatchObject([
      { value: { message: expect.stringContaining('Somebody changed files in /gate-1') as string } },
    ])
  })

  it('P2: is prepared again when a lock file has changed', async () => {
    const readFile = async (commit: string, path: string): Promise<string | null> =>
      path === 'package-lock.json' ? `locked by ${commit}` : null
    const { commands, places } = await play(async (_places, prove) => {
      await prove('one')
      await prove('two')
    }, readFile)
    expect(places.opened.map(({ keep }) => keep)).toEqual([[], []])
    expect(commands).toEqual(['install', 'test', 'install', 'test'])
  })

  it('is prepared again when what the preparation made is gone', async () => {
    const { commands } = await play(async (seen, prove) => {
      await prove('one')
      seen.ignored = []
      await prove('two')
    })
    expect(commands).toEqual(['install', 'test', 'install', 'test'])
  })
})
