import { describe, expect, it } from 'vitest'
import type { Behaviour, GatePlay, GateTrial, Seen } from '../../test/harness/play-gates.ts'
import { playAfterBaseline, START } from '../../test/harness/play-gates.ts'
import type { Json } from '../kernel/json.ts'
import { verify } from './verify.ts'

type Status = 'passed' | 'failed'

/** A base on which `a` fails at the given times, and work on which it fails at others. */
function trialOf(base: (time: number) => Status, work: (time: number) => Status): GateTrial {
  return {
    behave: ({ commit, time }: Seen): Behaviour => ({
      tests: { a: commit === 'base' ? base(time) : work(time), b: 'passed' },
    }),
  }
}

const play = (trial: GateTrial): Promise<GatePlay> =>
  playAfterBaseline(trial, (run, proof) => verify(run, 'verify', 'work', 'tree of work', proof))

const resultOf = ({ outcome }: GatePlay): Json =>
  outcome.status === 'completed' ? outcome.result : JSON.stringify(outcome)

const always = (): Status => 'passed'
const never = (): Status => 'failed'
const only =
  (...times: readonly number[]) =>
  (time: number): Status =>
    times.includes(time) ? 'failed' : 'passed'

describe('a test that fails and passed before', () => {
  it('P2: is blamed when it fails whenever it is run', async () => {
    const played = await play(trialOf(always, never))
    expect(resultOf(played)).toMatchObject({
      status: 'failed',
      cause: 'failed-tests',
      failedTests: ['a'],
      message: '`test`: 1 of 2 tests failed: a.',
    })
    expect(played.runs.filter((run) => run === 'test @ work')).toHaveLength(6)
    expect(played.runs.filter((run) => run === 'test @ base')).toHaveLength(1)
  })

  it('P2: is blamed when it fails now and then on the change and never on the base', async () => {
    const played = await play(trialOf(always, only(1)))
    expect(resultOf(played)).toMatchObject({
      status: 'failed',
      cause: 'unstable-tests',
      failedTests: ['a'],
      message: '`test`: a failed and passed on the same files, which is not seen without the change.',
    })
  })

  it('P2: is excused when it fails now and then on the base too, and is entered in the ledger', async () => {
    const played = await play(trialOf(only(4), only(1, 2)))
    expect(resultOf(played)).toMatchObject({ status: 'passed', flaky: ['a'], failedTests: [] })
    const commits = ['base', 'work', 'work', 'work', 'base', 'base', 'base']
    expect(played.runs).toEqual(commits.map((commit) => `test @ ${commit}`))
    const entry = await played.store.read('flaky', JSON.stringify(['test', 'a']))
    expect(entry?.value).toMatchObject({ times: 1, commit: 'work', by: 'r1' })
  })

  it('P2: is excused by the ledger of an earlier run without a look at the base', async () => {
    const first = await play(trialOf(only(4), only(1)))
    const again = { ...trialOf(always, only(1)), store: first.store, start: START + 1_000_000 }
    const second = await playAfterBaseline(again, (run, proof) =>
      verify(run, 'verify', 'other', 'tree of other', proof),
    )
    expect(resultOf(second)).toMatchObject({ status: 'passed', flaky: ['a'] })
    expect(second.runs).toEqual(['test @ other', 'test @ other'])
    const entry = await second.store.read('flaky', JSON.stringify(['test', 'a']))
    expect(entry?.value).toMatchObject({ times: 2, commit: 'other' })
  })

  it('P2: is blamed although the ledger knows it, when it fails whenever it is run', async () => {
    const first = await play(trialOf(only(4), only(1)))
    const again = { ...trialOf(always, never), store: first.store, start: START + 1_000_000 }
    const second = await playAfterBaseline(again, (run, proof) =>
      verify(run, 'verify', 'other', 'tree of other', proof),
    )
    expect(resultOf(second)).toMatchObject({ status: 'failed', cause: 'failed-tests', failedTests: ['a'] })
  })

  it('P2: an entry that was made while agents were at work excuses nothing', async () => {
    const first = await play(trialOf(only(4), only(1)))
    const again = { ...trialOf(always, only(1)), store: first.store, start: START - 1_000_000 }
    expect(resultOf(await play(again))).toMatchObject({ status: 'failed', cause: 'unstable-tests' })
  })

  it('P2: another test that fails only when it is run again is held against the change as well', async () => {
    const played = await play({
      behave: ({ commit, time }) => ({
        tests: {
          a: commit === 'base' ? only(2)(time) : only(1)(time),
          b: commit === 'base' ? 'passed' : only(2)(time),
        },
      }),
    })
    expect(resultOf(played)).toMatchObject({
      status: 'failed',
      cause: 'unstable-tests',
      failedTests: ['b'],
    })
  })

  it('P2: a new test that is not stable is no excuse', async () => {
    const played = await play({
      behave: ({ commit, time }) => ({
        tests: commit === 'base' ? { b: 'passed' } : { b: only(1)(time), fresh: only(2)(time) },
      }),
    })
    expect(resultOf(played)).toMatchObject({ status: 'failed', cause: 'unstable-tests' })
  })

  it('a new test that fails is blamed at once', async () => {
    const played = await play({
      behave: ({ commit }) => ({
        tests: commit === 'base' ? { b: 'passed' } : { b: 'passed', fresh: 'failed' },
      }),
    })
    expect(resultOf(played)).toMatchObject({ cause: 'failed-tests', failedTests: ['fresh'] })
    expect(played.runs).toEqual(['test @ base', 'test @ work'])
  })

  it('a crash while it is run again does not count as a pass', async () => {
    const played = await play({
      behave: ({ commit, time }) =>
        commit === 'base' || time === 0
          ? { tests: { a: 'passed', b: 'passed' } }
          : time === 1
            ? { tests: { a: 'failed', b: 'passed' } }
            : { ends: { exitCode: 0, text: 'fine' } },
    })
    expect(resultOf(played)).toMatchObject({ status: 'failed', cause: 'failed-tests' })
  })

  it('the gates before its own are run again as well, because it may need what they build', async () => {
    const commands = [
      { name: 'build', command: 'build', timeoutMs: 1, kind: 'build' },
      { name: 'test', command: 'test', timeoutMs: 1, kind: 'test' },
      { name: 'lint', command: 'lint', timeoutMs: 1, kind: 'lint' },
    ] as const
    const { behave } = trialOf(only(2), only(1))
    const played = await play({
      behave: (seen) => (seen.command === 'test' ? behave(seen) : { ends: { exitCode: 0 } }),
      commands,
    })
    expect(played.runs.filter((run) => run.endsWith('work'))).toEqual(
      ['build', 'test', 'lint', 'build', 'test'].map((command) => `${command} @ work`),
    )
    expect(resultOf(played)).toMatchObject({ status: 'passed', evidence: [{}, {}, { name: 'lint' }] })
  })

  it('P1: a run that is cut anywhere in between tells the same in the end', async () => {
    const trial = trialOf(only(4), only(1, 2))
    const whole = await play(trial)
    for (let cut = 1; cut < whole.events.length; cut += 1) {
      const past = whole.events.slice(0, cut)
      const ran = new Set(past.flatMap((event) => (event.type === 'step-completed' ? [event.step] : [])))
      const done = [...ran].filter((step) =>
        /^(baseline|verify|verify-again-\d|verify-on-base-\d)$/.test(step),
      )
      const before = whole.runs.slice(0, done.length)
      const behave = (seen: Seen): Behaviour => {
        const earlier = before.filter((each) => each === `test @ ${seen.commit}`).length
        return trial.behave({ ...seen, time: seen.time + earlier })
      }
      const resumed = await play({ behave, past, start: START + 1_000_000 })
      expect(resultOf(resumed), `cut after ${cut}`).toEqual(resultOf(whole))
      expect([...before, ...resumed.runs], `cut after ${cut}`).toEqual(whole.runs)
    }
  })
})

describe('work upon work that brought a test with it', () => {
  const line = { commit: 'line', tree: 'tree of line' }
  const playUpon = (onLine: (time: number) => Status): Promise<GatePlay> =>
    playAfterBaseline(
      {
        behave: ({ commit, time }) => ({
          tests:
            commit === 'base'
              ? { b: 'passed' }
              : { b: 'passed', added: commit === 'line' ? onLine(time) : only(1)(time) },
        }),
      },
      async (run, proof) => {
        await verify(run, 'line', line.commit, line.tree, proof)
        return verify(run, 'verify', 'work', 'tree of work', proof, 'integration', line)
      },
    )

  it('is excused when that test fails by chance there', async () => {
    expect(resultOf(await playUpon(only(3)))).toMatchObject({ status: 'passed', flaky: ['added'] })
  })

  it('P2: is blamed when that test is stable there', async () => {
    expect(resultOf(await playUpon(always))).toMatchObject({ status: 'failed', cause: 'unstable-tests' })
  })
})
