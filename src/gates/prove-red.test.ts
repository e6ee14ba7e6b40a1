import { describe, expect, it } from 'vitest'
import type { Behaviour, GatePlay, GateTrial, Seen } from '../../test/harness/play-gates.ts'
import { playAfterBaseline } from '../../test/harness/play-gates.ts'
import { proveOldTests } from './prove-old-tests.ts'
import { proveRed } from './prove-red.ts'
import { verify } from './verify.ts'

interface Scene {
  readonly base: Behaviour
  /** The base with the tests of the work. */
  readonly overlay: Behaviour | ((time: number) => Behaviour)
  readonly work: Behaviour
}

const behaveAs =
  ({ base, overlay, work }: Scene): GateTrial['behave'] =>
  ({ commit, time }: Seen) => {
    if (commit === 'base') return base
    if (commit === 'work') return work
    return typeof overlay === 'function' ? overlay(time) : overlay
  }

const prove = (scene: Scene, more: Partial<GateTrial> = {}): Promise<GatePlay> =>
  playAfterBaseline({ behave: behaveAs(scene), ...more }, async (run, proof) => {
    await verify(run, 'verify', 'work', 'tree of work', proof, 'task')
    return proveRed(run, 'red', { base: 'base', work: 'work', paths: ['a.test.js'] }, proof)
  })

const old = { tests: { a: 'passed' } } as const
const fixed = { tests: { a: 'passed', fresh: 'passed' } } as const

describe('a repair', () => {
  it('P2: is shown by a new test that fails without it', async () => {
    const overlay = { tests: { a: 'passed', fresh: 'failed' } } as const
    const { outcome, runs } = await prove({ base: old, overlay, work: fixed })
    expect(outcome).toMatchObject({
      result: { kind: 'behaviour', tests: ['fresh'], message: 'Without the work fresh fails, as it should.' },
    })
    expect(runs.at(-1)).toBe('test @ base with tests of work')
  })

  it('P2: is not shown by a test that passes without it', async () => {
    const { outcome } = await prove({ base: old, overlay: fixed, work: fixed })
    expect(outcome).toMatchObject({ result: { kind: 'none', tests: [] } })
  })

  it('is shown by a test that failed before and passes now', async () => {
    const broken = { tests: { a: 'passed', b: 'failed' } } as const
    const { outcome } = await prove({
      base: broken,
      overlay: broken,
      work: { tests: { a: 'passed', b: 'passed' } },
    })
    expect(outcome).toMatchObject({ result: { kind: 'behaviour', tests: ['b'] } })
  })

  it('P2: is not shown by a failure that is still there with it', async () => {
    const broken = { tests: { a: 'passed', b: 'failed' } } as const
    const { outcome } = await prove({ base: broken, overlay: broken, work: broken })
    expect(outcome).toMatchObject({ result: { kind: 'none' } })
  })

  it('is shown by a test that was changed, when it fails again', async () => {
    const { outcome, runs } = await prove({ base: old, overlay: { tests: { a: 'failed' } }, work: old })
    expect(outcome).toMatchObject({ result: { kind: 'behaviour', tests: ['a'] } })
    expect(runs.filter((run) => run.includes('with tests'))).toHaveLength(3)
  })

  it('P2: is not shown by a test that failed by chance', async () => {
    const overlay = (time: number): Behaviour => ({ tests: { a: time === 1 ? 'failed' : 'passed' } })
    const { outcome } = await prove({ base: old, overlay, work: old })
    expect(outcome).toMatchObject({ result: { kind: 'none' } })
  })

  it('is shown by an exit code where tests are not named', async () => {
    const { outcome } = await prove({
      base: { ends: { exitCode: 0 } },
      overlay: { ends: { exitCode: 1, text: 'wrong' } },
      work: { ends: { exitCode: 0 } },
    })
    expect(outcome).toMatchObject({
      result: { kind: 'behaviour', message: 'Without the work `test` ends with 1.' },
    })
    const same = await prove({
      base: { ends: { exitCode: 0 } },
      overlay: { ends: { exitCode: 0 } },
      work: { ends: { exitCode: 0 } },
    })
    expect(same.outcome).toMatchObject({ result: { kind: 'none' } })
  })

  it('P2: is not shown by what is only not there, and says what to do', async () => {
    const red = { kind: 'missing', message: expect.stringContaining('let an expectation fail') as string }
    const unbuilt = { ends: { exitCode: 101, text: 'error[E0425]: cannot find function `gift`' } }
    const green = { ends: { exitCode: 0 } }
    expect((await prove({ base: green, overlay: unbuilt, work: green })).outcome).toMatchObject({
      result: red,
    })
    const text = [
      '✖ test/fresh.test.js (80.1ms)',
      "  Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/w/src/fresh.js'",
      '✔ a (1ms)',
      'ℹ tests 2\nℹ suites 0\nℹ pass 1\nℹ fail 1\nℹ duration_ms 3',
    ].join('\n')
    const unloaded = { ends: { exitCode: 1, text } }
    expect((await prove({ base: old, overlay: unloaded, work: fixed })).outcome).toMatchObject({
      result: red,
    })
  })

  it('P2: is not shown by tests that do not end', async () => {
    const overlay = { ends: { exitCode: null, timedOut: true } }
    const { outcome } = await prove({ base: old, overlay, work: old })
    expect(outcome).toMatchObject({
      result: { kind: 'none', message: 'Without the work `test` does not end.' },
    })
  })

  it('P2: is not shown by a linter that fails without it', async () => {
    const commands = [
      { name: 'lint', command: 'lint', timeoutMs: 1, kind: 'lint' },
      { name: 'test', command: 'test', timeoutMs: 1, kind: 'test' },
    ] as const
    const behave = behaveAs({ base: old, overlay: old, work: old })
    const { outcome, runs } = await prove(
      { base: old, overlay: old, work: old },
      {
        commands,
        behave: (seen) =>
          seen.command === 'lint'
            ? { ends: { exitCode: seen.commit.includes('with') ? 1 : 0 } }
            : behave(seen),
      },
    )
    expect(outcome).toMatchObject({ result: { kind: 'none' } })
    expect(runs.filter((run) => run.startsWith('lint'))).toHaveLength(2)
  })
})

describe('tests as they were before the work', () => {
  const play = (overlay: Behaviour): Promise<GatePlay> =>
    playAfterBaseline({ behave: behaveAs({ base: old, overlay, work: old }) }, (run, proof) =>
      proveOldTests(run, 'old', { base: 'base', work: 'work', paths: ['a.test.js'] }, proof),
    )

  it('pass on the work that only adds to them', async () => {
    const { outcome, runs } = await play(old)
    expect(outcome).toMatchObject({ result: { green: true } })
    expect(runs.at(-1)).toBe('test @ work with tests of base')
  })

  it('P2: fail on the work that they were weakened for', async () => {
    const { outcome } = await play({ tests: { a: 'failed' } })
    expect(outcome).toMatchObject({ result: { green: false, verdict: { failedTests: ['a'] } } })
  })
})
