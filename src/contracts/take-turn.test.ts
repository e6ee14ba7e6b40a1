import { afterEach, describe, expect, it } from 'vitest'
import type { Rehearsal } from '../../test/harness/play-standard.ts'
import { completed, on, plans, rehearse, writes } from '../../test/harness/play-standard.ts'
import type { Act } from '../adapters/agents/scripted/script.ts'
import type { RunEvent } from '../kernel/event.ts'

let rehearsal: Rehearsal
afterEach(() => rehearsal.remove())

const step = 'execute/T1@r1/attempt-1/implement/try-1/turn'
const implementer = { role: 'implementer' } as const
const hang: Act = { act: 'wait', ms: 170_000 }

async function notes(): Promise<readonly unknown[]> {
  const { events } = await rehearsal.world.journal.read()
  return events.flatMap((event: RunEvent) =>
    event.type === 'step-noted' && event.step === step ? [event.note] : [],
  )
}

/** Interrupts the run while the agent is at work: what is on disk is as a crash would leave it. */
async function interruptAt(words: string): Promise<void> {
  const live = await rehearsal.begin()
  await rehearsal.seen(words)
  await live.pause()
  expect(await live.outcome).toEqual({ status: 'paused' })
}

describe('a turn that was interrupted', () => {
  it('P7: is taken up in its session with its files, and told of the interruption', async () => {
    const scenes = [
      plans({ id: 'T1' }),
      on({ ...implementer, attempt: 1 }, writes('half.ok', 'ok'), hang),
      on(
        { ...implementer, attempt: 2, prompt: 'You were interrupted' },
        { act: 'run', command: 'cp half.ok whole.ok' },
        completed,
      ),
    ]
    rehearsal = await rehearse(scenes, { sessions: new Set() })
    await interruptAt('write half.ok')
    expect(await rehearsal.playThrough()).toMatchObject({ status: 'completed' })
    expect(await rehearsal.repository.git(['ls-tree', '--name-only', 'tutti/r1'])).toContain('whole.ok')
    expect(await notes()).not.toContainEqual({ lost: expect.anything() })
  })

  it('P7: starts afresh from a clean tree where the session cannot be taken up, which is recorded', async () => {
    rehearsal = await rehearse([
      plans({ id: 'T1' }),
      on({ ...implementer, attempt: 1 }, writes('half.ok', 'ok'), hang),
      on({ ...implementer, attempt: 2 }, writes('whole.ok', 'ok'), completed),
    ])
    await interruptAt('write half.ok')
    expect(await rehearsal.playThrough()).toMatchObject({ status: 'completed' })
    const files = await rehearsal.repository.git(['ls-tree', '--name-only', 'tutti/r1'])
    expect(files).toContain('whole.ok')
    expect(files).not.toContain('half.ok')
    expect(await notes()).toContainEqual({ lost: expect.any(String) })
    const kept = await rehearsal.repository.git(['for-each-ref', '--format=%(refname)', 'refs/tutti/r1/wip'])
    expect(await rehearsal.repository.git(['ls-tree', '--name-only', kept])).toContain('half.ok')
  })

  it('P5: stays charged, and the turn that follows is charged too', async () => {
    rehearsal = await rehearse([
      plans({ id: 'T1' }),
      on(
        { ...implementer, attempt: 1 },
        { act: 'usage', tokens: 1000, usd: 2 },
        writes('half.ok', 'ok'),
        hang,
      ),
      on(
        { ...implementer, attempt: 2 },
        { act: 'usage', tokens: 10, usd: 1 },
        writes('whole.ok', 'ok'),
        completed,
      ),
    ])
    await interruptAt('write half.ok')
    await rehearsal.playThrough()
    const { spend, inDoubt } = await rehearsal.view()
    expect(spend).toMatchObject({ turns: 5, tokens: 1010, usd: 3 })
    expect(inDoubt).toBe(1)
  })

  it('P1: whose reply was durable is not asked again', async () => {
    rehearsal = await rehearse([plans({ id: 'T1' }), on(implementer, writes('a.ok', 'ok'), completed)])
    const { workspaces } = rehearsal.world
    const commit = workspaces.commit.bind(workspaces)
    workspaces.commit = () => Promise.reject(new Error('the disk went away'))
    expect(await rehearsal.playThrough()).toMatchObject({ status: 'stopped', failure: { code: 'bug' } })
    workspaces.commit = commit
    expect(await rehearsal.playThrough()).toMatchObject({ status: 'completed' })
    expect(rehearsal.turns.filter((turn) => turn === step)).toHaveLength(1)
  })
})
