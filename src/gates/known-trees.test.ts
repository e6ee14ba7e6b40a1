import { describe, expect, it } from 'vitest'
import type { Behaviour, GatePlay, GateTrial } from '../../test/harness/play-gates.ts'
import { playAfterBaseline, START } from '../../test/harness/play-gates.ts'
import type { Run } from '../kernel/playbook.ts'
import type { Proof } from './proof.ts'
import type { Verdict } from './verdict.ts'
import { verify } from './verify.ts'

const green: Behaviour = { tests: { a: 'passed', b: 'passed', c: 'passed' } }

describe('what has been proven', () => {
  const work = (run: Run, proof: Proof): Promise<Verdict> =>
    verify(run, 'verify', 'work', 'tree of work', proof)

  it('is not proven again in the same run for the same files', async () => {
    const { outcome, runs } = await playAfterBaseline({ behave: () => green }, async (run, proof) => {
      await work(run, proof)
      return verify(run, 'merged', 'merged', 'tree of work', proof)
    })
    expect(outcome).toMatchObject({
      result: { status: 'passed', commit: 'merged', reusedFrom: 'verify' },
    })
    expect(runs).toEqual(['test @ base', 'test @ work'])
  })

  it('P2: is proven again after any write: other files, another proof', async () => {
    const { runs } = await playAfterBaseline({ behave: () => green }, async (run, proof) => {
      await work(run, proof)
      return verify(run, 'merged', 'merged', 'tree of merged', proof)
    })
    expect(runs).toEqual(['test @ base', 'test @ work', 'test @ merged'])
  })

  it('P2: red is not run again in the hope of a better day', async () => {
    const trial: GateTrial = {
      behave: ({ commit, time }) =>
        commit === 'base' || time > 1 ? green : { tests: { a: 'failed', b: 'passed', c: 'passed' } },
    }
    const { outcome, runs } = await playAfterBaseline(trial, async (run, proof) => {
      await work(run, proof)
      return verify(run, 'better', 'same', 'tree of work', proof)
    })
    expect(outcome).toMatchObject({
      result: { status: 'failed', cause: 'unstable-tests', commit: 'same', reusedFrom: 'verify' },
    })
    expect(runs.filter((run) => run === 'test @ same')).toEqual([])
  })

  it('a gate that took too long is run again when that is asked for', async () => {
    const trial: GateTrial = {
      behave: ({ commit, time }) =>
        commit === 'base' || time > 1 ? green : { ends: { exitCode: null, timedOut: true } },
    }
    const { outcome } = await playAfterBaseline(trial, async (run, proof) => {
      await work(run, proof)
      return verify(run, 'better', 'work', 'tree of work', proof)
    })
    expect(outcome).toMatchObject({ result: { status: 'passed', reusedFrom: null } })
  })

  it('is used by a later run, which says whose evidence it is', async () => {
    const first = await playAfterBaseline({ behave: () => green }, work)
    const again = { behave: () => green, store: first.store, start: START + 1_000_000, run: 'r2' }
    const second = await playAfterBaseline(again, work)
    expect(second.runs).toEqual([])
    expect(second.outcome).toMatchObject({ result: { status: 'passed', reusedFrom: 'r1' } })
  })

  it.each([
    ['the machine', { identity: 'another machine' }],
    ['the command', { commands: [{ name: 'test', command: 'test --all', timeoutMs: 1000 }] }],
    ['the time it may take', { commands: [{ name: 'test', command: 'test', timeoutMs: 1001 }] }],
    ['the preparation', { preparation: { command: 'install', copy: [], timeoutMs: 1 } }],
    ['copied files', { preparation: { command: null, copy: ['.env'], timeoutMs: 1 } }],
  ] as const)('P2: is proven again when %s may have changed', async (_what, change) => {
    const first = await playAfterBaseline({ behave: () => green }, work)
    const again = { behave: () => green, store: first.store, start: START + 1_000_000, ...change }
    const { runs } = await playAfterBaseline(again, work)
    expect(runs.filter((run) => run.startsWith('test'))).toHaveLength(2)
  })

  it('P2: red is never used again', async () => {
    const red: Behaviour = { tests: { a: 'passed', b: 'passed', c: 'passed', d: 'failed' } }
    const trial: GateTrial = { behave: ({ commit }) => (commit === 'base' ? green : red) }
    const first = await playAfterBaseline(trial, work)
    const second = await playAfterBaseline({ ...trial, store: first.store, start: START + 1_000_000 }, work)
    expect(second.runs).toEqual(['test @ work'])
  })

  it('P2: evidence that was written while agents were at work is not believed', async () => {
    const first = await playAfterBaseline({ behave: () => green }, work)
    const forged = await playAfterBaseline(
      {
        behave: ({ commit }) => (commit === 'base' ? green : { ends: { exitCode: 1 } }),
        store: first.store,
        start: START - 1_000_000,
      },
      work,
    )
    expect(forged.outcome).toMatchObject({ result: { status: 'failed' } })
  })

  it('is measured by the base of the run that uses it', async () => {
    const other: GateTrial = { behave: () => ({ tests: { a: 'passed' } }) }
    const first = await playAfterBaseline(other, work)
    const { outcome } = await playAfterBaseline(
      {
        behave: () => green,
        base: { commit: 'other', tree: 'tree of other' },
        store: first.store,
        start: START + 1_000_000,
      },
      work,
    )
    expect(outcome).toMatchObject({ result: { status: 'failed', cause: 'vanished-tests', reusedFrom: 'r1' } })
  })
})

describe('work upon work', () => {
  const line = { commit: 'line', tree: 'tree of line' }
  const play = (work: Behaviour, base: Behaviour = green): Promise<GatePlay> =>
    playAfterBaseline(
      {
        behave: ({ commit }) =>
          commit === 'base'
            ? base
            : commit === 'line'
              ? { tests: { a: 'passed', b: 'passed', c: 'passed', added: 'passed' } }
              : work,
      },
      async (run, proof) => {
        await verify(run, 'line', line.commit, line.tree, proof)
        return verify(run, 'verify', 'work', 'tree of work', proof, 'integration', line)
      },
    )

  it('P2: may not lose a test that came with earlier work', async () => {
    expect((await play(green)).outcome).toMatchObject({
      result: { status: 'failed', cause: 'vanished-tests', vanished: ['added'] },
    })
  })

  it('P2: may not break again what earlier work has repaired', async () => {
    const base: Behaviour = { tests: { a: 'failed', b: 'passed', c: 'passed' } }
    const work: Behaviour = { tests: { a: 'failed', b: 'passed', c: 'passed', added: 'passed' } }
    expect((await play(work, base)).outcome).toMatchObject({
      result: { status: 'failed', failedTests: ['a'] },
    })
  })
})
