import { readdir } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Rehearsal } from '../../test/harness/play-standard.ts'
import { advises, completed, on, plans, rehearse, writes } from '../../test/harness/play-standard.ts'
import type { Scene } from '../adapters/agents/scripted/script.ts'
import { planOfRun } from '../protocol/plan-of-run.ts'

let rehearsal: Rehearsal

async function stage(...scenes: readonly Scene[]): Promise<Rehearsal> {
  rehearsal = await rehearse(scenes)
  return rehearsal
}

afterEach(() => rehearsal.remove())

const one = plans({ id: 'T1' })
const implementer = { role: 'implementer' } as const
const firstAttempt = { role: 'implementer', step: 'execute/T1@r1/attempt-1/**' } as const

describe('the standard playbook', () => {
  it('P2: delivers a branch of proven commits, one for each task, and leaves the checkout alone', async () => {
    const { playThrough, repository, view } = await stage(
      plans({ id: 'T1' }, { id: 'T2' }, { id: 'T3', dependencies: ['T1', 'T2'] }),
      ...['T1', 'T2', 'T3'].map((id) =>
        on({ ...implementer, step: `execute/${id}@r1/**` }, writes(`${id}.ok`, 'ok'), completed),
      ),
    )
    const before = await repository.git(['status', '--porcelain=v2', '--branch'])
    expect(await playThrough()).toMatchObject({ status: 'completed' })
    const log = await repository.git(['log', '--format=%s', 'main..tutti/r1'])
    expect(log.split('\n').toSorted()).toEqual(['feat: T1', 'feat: T2', 'feat: T3'])
    const trailers = await repository.git([
      'log',
      '--format=%(trailers:key=Tutti-Run,valueonly)',
      'main..tutti/r1',
    ])
    expect(trailers.trim().split(/\s+/)).toEqual(['r1', 'r1', 'r1'])
    expect(await repository.git(['status', '--porcelain=v2', '--branch'])).toBe(before)
    const { verdicts, progress } = await view()
    const tip = await repository.git(['rev-parse', 'tutti/r1^{tree}'])
    expect(verdicts.some(({ status, tree }) => status === 'passed' && tree === tip)).toBe(true)
    expect(progress).toMatchObject({ percent: 100, tasksDone: 3 })
    expect(await readdir(repository.worktreesRoot)).toEqual([])
  })

  it('P4: a failed attempt is diagnosed, and the next one is told what to change', async () => {
    const { playThrough, turns, view } = await stage(
      one,
      on(firstAttempt, writes('a.ok', 'not yet'), completed),
      on(
        { ...implementer, step: 'execute/T1@r1/attempt-2/**', prompt: 'Do now: write ok' },
        writes('a.ok', 'ok'),
        completed,
      ),
    )
    expect(await playThrough()).toMatchObject({ status: 'completed' })
    expect(turns).toContain('execute/T1@r1/attempt-1/diagnose/try-1/turn')
    expect((await view()).tasks[0]).toMatchObject({ state: 'done', attempt: 2 })
  })

  it('P2: an agent that claims success without work is not believed', async () => {
    const { playThrough, view } = await stage(one, on(implementer, completed))
    expect(await playThrough()).toMatchObject({ status: 'waiting', questions: ['execute/T1@r1/exhausted-3'] })
    expect((await view()).tasks[0]).toMatchObject({ state: 'working', attempt: 3 })
  })

  it('P4: exhaustion is final until a person gives more', async () => {
    const { begin, playThrough, view } = await stage(one, on(implementer, writes('a.ok', 'never'), completed))
    expect(await playThrough()).toMatchObject({ status: 'waiting' })
    const live = await begin({ wait: true })
    await live.answer('execute/T1@r1/exhausted-3', { option: 'give-up', text: null, by: 'me' })
    expect(await live.outcome).toMatchObject({ status: 'failed', failure: { code: 'not-proven' } })
    expect((await view()).tasks[0]).toMatchObject({ state: 'given-up' })
  })

  it('goes on without a task that was given up, and without what depends on it', async () => {
    const { begin, playThrough, repository, view } = await stage(
      plans({ id: 'T1' }, { id: 'T2', dependencies: ['T1'] }, { id: 'T3' }),
      on({ ...implementer, step: 'execute/T1@r1/**' }, writes('a.ok', 'never'), completed),
      on({ ...implementer, step: 'execute/T3@r1/**' }, writes('c.ok', 'ok'), completed),
      // Whether the second attempt finds T3 on the line, and so something new to prove, is chance.
      on({ role: 'debugger', step: 'execute/T1@r1/attempt-2/**' }, advises('write it again')),
    )
    await playThrough()
    const live = await begin({ wait: true })
    await live.answer('execute/T1@r1/exhausted-3', { option: 'give-up', text: null, by: 'me' })
    expect(await live.outcome).toMatchObject({ status: 'completed' })
    expect((await view()).tasks.map(({ state }) => state)).toEqual(['given-up', 'blocked', 'done'])
    expect(await repository.git(['log', '--format=%s', 'main..tutti/r1'])).toBe('feat: T3')
  })

  it('P3: two tasks that change the same lines do not overwrite each other', async () => {
    const { playThrough, repository, turns } = await stage(
      plans({ id: 'T1' }, { id: 'T2' }),
      on({ ...implementer, step: 'execute/T1@r1/attempt-1/**' }, writes('shared', 'one\n'), completed),
      on({ ...implementer, step: 'execute/T2@r1/attempt-1/**' }, writes('shared', 'two\n'), completed),
      on(
        { ...implementer, prompt: 'Your earlier work conflicted' },
        { act: 'run', command: "printf 'one\\ntwo\\n' > shared" },
        completed,
      ),
    )
    expect(await playThrough()).toMatchObject({ status: 'completed' })
    expect(turns.filter((step) => step.includes('attempt-2/implement'))).toHaveLength(1)
    expect(await repository.git(['show', 'tutti/r1:shared'])).toBe('one\ntwo')
  })

  it('P3: what only breaks when merged is caught on the merged tree', async () => {
    const { playThrough, view } = await stage(
      plans({ id: 'T1' }, { id: 'T2' }),
      on({ ...implementer, step: 'execute/T1@r1/attempt-1/**' }, writes('left', ''), completed),
      on({ ...implementer, step: 'execute/T2@r1/attempt-1/**' }, writes('right', ''), completed),
      ...Object.entries({ T1: 'left', T2: 'right' }).map(([task, own]) =>
        on(
          { ...implementer, step: `execute/${task}@r1/attempt-2/**` },
          { act: 'run', command: `rm -f ${own}; echo repaired > note` },
          completed,
        ),
      ),
    )
    expect(await playThrough()).toMatchObject({ status: 'completed' })
    const failed = (await view()).verdicts.filter(({ status }) => status === 'failed')
    expect(failed.map(({ name }) => name)).toEqual([expect.stringContaining('execute/integrate/round-')])
  })

  it('P7: a reply that does not fit gets two repair turns in the same session, then fails', async () => {
    const { playThrough, turns } = await stage(
      on({ role: 'planner' }, { act: 'say', text: 'I would rather not plan.' }),
    )
    expect(await playThrough()).toMatchObject({ status: 'failed', failure: { code: 'reply-invalid' } })
    const planner = turns.filter((step) => step.startsWith('plan/r1/try-1'))
    expect(planner).toEqual(['plan/r1/try-1/turn', 'plan/r1/try-1/repair-1', 'plan/r1/try-1/repair-2'])
  })

  it('P7: a repaired reply is taken', async () => {
    const { playThrough, turns } = await stage(
      on({ role: 'planner', step: '**/turn' }, { act: 'reply', value: { objective: 'so', tasks: [] } }),
      on(
        { role: 'planner', prompt: 'The plan has no tasks' },
        { act: 'reply', value: { objective: 'so', tasks: [{ id: 'T1', title: 'feat: T1' }] } },
      ),
      on(implementer, writes('a.ok', 'ok'), completed),
    )
    expect(await playThrough()).toMatchObject({ status: 'completed' })
    expect(turns).toContain('plan/r1/try-1/repair-1')
  })

  it('P5: a rate limit with a known reset parks the work until then, in no real time', async () => {
    const { playThrough, world } = await stage(
      one,
      on({ ...implementer, step: '**/try-1/turn' }, { act: 'rate-limit', retryAfterSeconds: 5 * 3600 }),
      on(implementer, { act: 'wait', ms: 60_000 }, writes('a.ok', 'ok'), completed),
    )
    const before = world.clock.now()
    expect(await playThrough()).toMatchObject({ status: 'completed' })
    expect(world.clock.now() - before).toBeGreaterThan(5 * 3_600_000)
  })

  it('P7: an agent that crashes is tried again, with a pause that grows, before the attempt counts as failed', async () => {
    const { playThrough, turns, view } = await stage(
      one,
      on({ ...implementer, step: '**/try-3/turn' }, writes('a.ok', 'ok'), completed),
      on(implementer, { act: 'crash', code: 3 }),
    )
    expect(await playThrough()).toMatchObject({ status: 'completed' })
    expect(turns.filter((step) => step.includes('implement'))).toHaveLength(3)
    expect((await view()).tasks[0]).toMatchObject({ attempt: 1 })
  })

  it('P11: what a reader writes is put aside and reported, not kept', async () => {
    const { playThrough, repository, view } = await stage(
      on({ role: 'researcher', step: 'research/proof/**' }, writes('sneaky.ok', 'no'), {
        act: 'reply',
        value: { summary: 's', findings: [] },
      }),
      one,
      on(implementer, writes('a.ok', 'ok'), completed),
    )
    expect(await playThrough()).toMatchObject({ status: 'completed' })
    expect((await view()).findings).toMatchObject([
      { message: expect.stringContaining('although it may only read') },
    ])
    expect(await repository.git(['ls-tree', '--name-only', 'tutti/r1'])).not.toContain('sneaky')
  })

  it('P6: feedback on a plan brings another plan', async () => {
    const { begin, playThrough, turns, world } = await stage(
      on(
        { role: 'planner', prompt: 'one task is enough' },
        { act: 'reply', value: { objective: 'so', tasks: [{ id: 'T9', title: 'feat: T9' }] } },
      ),
      plans({ id: 'T1' }, { id: 'T2' }),
      on(implementer, writes('a.ok', 'ok'), completed),
    )
    expect(await playThrough({ approve: false })).toMatchObject({ questions: ['approve/r1/plan'] })
    const live = await begin({ approve: false })
    await live.answer('approve/r1/plan', { option: null, text: 'one task is enough', by: 'me' })
    expect(await live.outcome).toMatchObject({ questions: ['approve/r2/plan'] })
    expect(await playThrough()).toMatchObject({ status: 'completed' })
    expect(turns.at(-1)).toBe('execute/T9@r2/attempt-1/implement/try-1/turn')
    const { events } = await world.journal.read()
    expect(planOfRun(events)?.lineage).toEqual([
      { revision: 2, reason: 'one task is enough', changed: ['T9', 'T1', 'T2'] },
    ])
  })

  it('P7: tasks are told what the plan has them agree on, and nothing of the others', async () => {
    const tasks = ['T1', 'T2', 'T3'].map((id) => ({ id, title: `feat: ${id}` }))
    const contracts = [{ from: 'T1', to: 'T2', interface: 'parse()' }]
    const told = (id: string, words: string): Scene =>
      on({ ...implementer, step: `execute/${id}@**`, prompt: words }, writes(`${id}.ok`, 'ok'), completed)
    const { playThrough } = await stage(
      on({ role: 'planner' }, { act: 'reply', value: { objective: 'so', tasks, contracts } }),
      told('T1', 'you make, for T2: parse()'),
      told('T2', 'T1 makes, for you: parse()'),
      on({ ...implementer, prompt: 'parse()' }, { act: 'crash', code: 1 }),
      told('T3', 'feat: T3'),
    )
    expect(await playThrough()).toMatchObject({ status: 'completed' })
  })

  it('P6: a base that is not green is one question before any agent is paid', async () => {
    const { playThrough, repository, turns, view } = await stage(one)
    await repository.write('base.ok', 'broken')
    await repository.git(['commit', '--quiet', '-am', 'broken'])
    expect(await playThrough()).toMatchObject({ status: 'waiting', questions: ['intake/base-not-green'] })
    expect(turns).toEqual([])
    expect((await view()).questions[0]?.ask.text).toContain('Not passed on to it: SECRET_FOR_AGENTS')
  })

  it('a moved target is merged and proven again before delivery', async () => {
    const { begin, playThrough, repository } = await stage(
      one,
      on(implementer, writes('a.ok', 'ok'), completed),
    )
    await playThrough({ approve: false })
    await repository.write('theirs.ok', 'ok')
    await repository.git(['add', '.'])
    await repository.git(['commit', '--quiet', '-m', 'theirs'])
    const live = await begin()
    expect(await live.outcome).toMatchObject({
      result: { delivery: { note: expect.stringContaining('proven again') } },
    })
    expect(await repository.git(['ls-tree', '--name-only', 'tutti/r1'])).toContain('theirs.ok')
  })

  it('cancellation removes the workspaces, recorded, and keeps the checkout', async () => {
    const { begin, playThrough, repository, view } = await stage(one)
    await playThrough({ approve: false })
    const live = await begin({ approve: false, wait: true })
    await live.cancel('me')
    expect(await live.outcome).toEqual({ status: 'cancelled' })
    expect(await readdir(repository.worktreesRoot)).toEqual([])
    expect(await view()).toMatchObject({ status: 'cancelled', cancelRequested: true })
  })
})
