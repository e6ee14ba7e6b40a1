import { describe, expect, it } from 'vitest'
import { playGates } from '../../test/harness/play-gates.ts'
import type { RunEvent } from '../kernel/event.ts'
import type { Repository } from '../kernel/ports/repository.ts'
import type { Workspaces } from '../kernel/ports/workspaces.ts'
import { verify } from './verify.ts'

interface Places {
  /** What was done to places, in order. */
  readonly done: string[]
  fingerprint: string
  isImageWhole: boolean
}

/** A place whose files are only names. */
async function play(
  story: (places: Places, prove: (commit: string) => Promise<unknown>) => Promise<void>,
  changed: readonly string[] = [],
) {
  const places: Places = { done: [], fingerprint: 'as left', isImageWhole: true }
  const workspaces: Pick<
    Workspaces,
    'open' | 'keepImage' | 'restoreImage' | 'watch' | 'fingerprint' | 'copyIgnored' | 'guard' | 'inspect'
  > = {
    open: async ({ id, base }) => ({ id, path: `/${id}`, ref: '', baseCommit: base }),
    keepImage: async () => {
      places.isImageWhole = true
      places.done.push('keep')
      return { id: 'image' }
    },
    restoreImage: async (_workspace, image) => {
      if (image !== null && !places.isImageWhole) return 'damaged'
      places.done.push(image === null ? 'empty' : 'restore')
      return 'restored'
    },
    fingerprint: async () => places.fingerprint,
    copyIgnored: async () => {},
    watch: async () => ({ putBack: async () => {}, written: async () => [], close: () => {} }),
    guard: async () => {},
    inspect: async () => [],
  }
  const repository: Pick<Repository, 'readFile' | 'changes'> = {
    readFile: async (commit, path) => `${path} of ${commit}`,
    changes: async () => changed.map((path) => ({ path, kind: 'modified' })),
  }
  const played = await playGates(
    {
      behave: ({ command }) => {
        places.done.push(command)
        return { ends: { exitCode: 0 } }
      },
      preparation: { command: 'install', copy: [], timeoutMs: 1 },
      world: { workspaces: workspaces as Workspaces, repository: repository as Repository },
    },
    (run, proof) =>
      story(places, (commit) => verify(run, `verify-${commit}`, commit, `tree of ${commit}`, proof)),
  )
  return { ...played, done: places.done }
}

const messagesIn = (events: readonly RunEvent[]): readonly unknown[] =>
  events.flatMap((event) => (event.type === 'fact-recorded' && event.kind === 'finding' ? [event.value] : []))

describe('a place for gates', () => {
  const twice = async (_places: Places, prove: (commit: string) => Promise<unknown>): Promise<void> => {
    await prove('one')
    await prove('two')
  }
  const first = ['empty', 'install', 'keep', 'test']

  it('P2: is prepared from nothing, and each gate sees what was kept right after that', async () => {
    const { done, events } = await play(twice)
    expect(done).toEqual([...first, 'restore', 'test'])
    expect(messagesIn(events)).toEqual([])
  })

  it('P2: that somebody wrote to while no gate was at work is put back, and that is a finding', async () => {
    const { done, events } = await play(async (seen, prove) => {
      await prove('one')
      seen.fingerprint = 'touched'
      await prove('two')
    })
    expect(done).toEqual([...first, 'restore', 'test'])
    expect(messagesIn(events)).toMatchObject([
      { message: expect.stringContaining('Somebody changed files in /gate-1') as string },
    ])
  })

  it('P2: is prepared anew when what was kept is not what it was, and that is a finding', async () => {
    const { done, events } = await play(async (seen, prove) => {
      await prove('one')
      seen.isImageWhole = false
      await prove('two')
    })
    expect(done).toEqual([...first, ...first])
    expect(messagesIn(events)).toMatchObject([
      { message: expect.stringContaining('what the preparation had made') as string },
    ])
  })

  it('P2: is prepared again when a lock file has changed', async () => {
    const { done } = await play(twice, ['package-lock.json', 'src/price.js'])
    expect(done).toEqual([...first, ...first])
  })

  it('is not prepared again for what an install does not depend on', async () => {
    const { done } = await play(twice, ['src/price.js'])
    expect(done).toEqual([...first, 'restore', 'test'])
  })
})
