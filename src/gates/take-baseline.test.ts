import { describe, expect, it } from 'vitest'
import type { Behaviour, GatePlay, GateTrial } from '../../test/harness/play-gates.ts'
import { paperPlaces, playGates, START } from '../../test/harness/play-gates.ts'
import type { WrittenFile } from '../kernel/ports/workspaces.ts'
import { takeBaseline } from './take-baseline.ts'
import { verify } from './verify.ts'

const take = (trial: GateTrial): Promise<GatePlay> =>
  playGates(trial, (run, proof) => takeBaseline(run, 'baseline', proof))

const on = (behaviour: Behaviour, more: Partial<GateTrial> = {}): Promise<GatePlay> =>
  take({ behave: () => behaviour, ...more })

describe('the baseline', () => {
  it('P2: is green where everything passes', async () => {
    const { outcome, runs } = await on({ tests: { a: 'passed' } })
    expect(outcome).toMatchObject({ result: { verdict: { status: 'passed' }, red: [], knownFailures: [] } })
    expect(runs).toHaveLength(1)
  })

  it('P2: knows a failure only after it was run again', async () => {
    const { outcome, runs } = await on({ tests: { a: 'failed', b: 'passed' } })
    expect(outcome).toMatchObject({
      result: { verdict: { status: 'passed' }, red: [], knownFailures: ['a'], flaky: [] },
    })
    expect(runs).toHaveLength(6)
  })

  it('P2: takes no longer where the gate changes files of the commit by itself', async () => {
    const written = async (): Promise<readonly WrittenFile[]> => [{ path: 'snapshot.txt', as: 'other' }]
    const workspaces = {
      ...paperPlaces(new Map()),
      watch: async () => ({ putBack: async () => {}, written, close: () => {} }),
    }
    const { outcome, runs } = await on({ tests: { a: 'failed', b: 'passed' } }, { world: { workspaces } })
    expect(outcome).toMatchObject({ result: { verdict: { status: 'passed' }, knownFailures: ['a'] } })
    expect(runs).toHaveLength(6)
  })

  it('P2: a failure by chance is no known failure: a change that breaks it for good is blamed', async () => {
    const behave: GateTrial['behave'] = ({ commit, time }) => ({
      tests: { a: commit === 'base' && time !== 1 ? 'passed' : 'failed', b: 'passed' },
    })
    const { outcome } = await playGates({ behave }, async (run, proof) => {
      const { flaky, knownFailures } = await takeBaseline(run, 'baseline', proof)
      const verdict = await verify(run, 'verify', 'work', 'tree of work', proof)
      return { flaky, knownFailures, verdict }
    })
    expect(outcome).toMatchObject({
      result: { flaky: ['a'], knownFailures: [], verdict: { status: 'failed', failedTests: ['a'] } },
    })
  })

  it('P2: a failure by chance on the base is excused later without another look at the base', async () => {
    const behave: GateTrial['behave'] = ({ time }) => ({
      tests: { a: time === 1 ? 'failed' : 'passed', b: 'passed' },
    })
    const { outcome, runs } = await playGates({ behave }, async (run, proof) => {
      await takeBaseline(run, 'baseline', proof)
      return verify(run, 'verify', 'work', 'tree of work', proof)
    })
    expect(outcome).toMatchObject({ result: { status: 'passed', flaky: ['a'] } })
    expect(runs).toEqual(['test @ base', 'test @ base', 'test @ work', 'test @ work'])
  })

  it.each<readonly [string, Behaviour]>([
    ['an exit code without a report', { ends: { exitCode: 1, text: 'no' } }],
    ['an exit code that no failure explains', { tests: { a: 'passed' }, ends: { exitCode: 1 } }],
    ['no tests', { tests: {} }],
    ['no end', { ends: { exitCode: null, timedOut: true } }],
    ['a report of which a part is missing', { tests: { a: 'failed' }, ends: { whole: false } }],
  ])('P2: is red by %s', async (_what, behaviour) => {
    const { outcome, runs } = await on(behaviour)
    expect(outcome).toMatchObject({
      result: { verdict: { status: 'failed' }, red: [{ gate: { name: 'test' } }] },
    })
    expect(runs).toHaveLength(1)
  })

  it('runs every gate, whatever the first one says', async () => {
    const commands = ['build', 'test'].map((name) => ({ name, command: name, timeoutMs: 1 }))
    const { runs } = await on({ ends: { exitCode: 1 } }, { commands })
    expect(runs).toEqual(['build @ base', 'test @ base'])
  })

  it('is used by a later run on the same base, with what it knows', async () => {
    const behave: GateTrial['behave'] = ({ time }) => ({
      tests: { a: 'failed', b: time === 1 ? 'failed' : 'passed', c: 'passed' },
    })
    const first = await take({ behave })
    const second = await take({ behave, store: first.store, start: START + 1_000_000, run: 'r2' })
    expect(second.runs).toEqual([])
    expect(second.outcome).toMatchObject({
      result: { knownFailures: ['a'], flaky: ['b'], verdict: { reusedFrom: 'r1' } },
    })
  })

  it('P2: is not used again when it was red', async () => {
    const red: GateTrial = { behave: () => ({ ends: { exitCode: 1 } }) }
    const first = await take(red)
    const second = await take({ ...red, store: first.store, start: START + 1_000_000 })
    expect(second.runs).toHaveLength(1)
  })

  it('P1: a run that is cut anywhere in between tells the same in the end', async () => {
    const trial: GateTrial = { behave: () => ({ tests: { a: 'failed', b: 'passed' } }) }
    const whole = await take(trial)
    for (let cut = 1; cut < whole.events.length; cut += 1) {
      const past = whole.events.slice(0, cut)
      const resumed = await take({ ...trial, past, start: START + 1_000_000 })
      expect(resumed.outcome, `cut after ${cut}`).toEqual(whole.outcome)
    }
  })
})
