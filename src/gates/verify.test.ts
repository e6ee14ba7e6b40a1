import { describe, expect, it } from 'vitest'
import type { Behaviour, GateTrial } from '../../test/harness/play-gates.ts'
import { playAfterBaseline, playGates } from '../../test/harness/play-gates.ts'
import { acceptTests } from './accept-tests.ts'
import type { Verdict } from './verdict.ts'
import { verify } from './verify.ts'

const green: Behaviour = { tests: { a: 'passed', b: 'passed', c: 'passed' } }
const ends = (exitCode: number, text = ''): Behaviour => ({ ends: { exitCode, text } })

/** The verdict on work, on a base that is green or behaves as given. */
async function judge(
  work: Behaviour,
  base: Behaviour = green,
  trial: Partial<GateTrial> = {},
): Promise<{ readonly verdict: Verdict; readonly runs: readonly string[] }> {
  const behave = ({ commit }: { readonly commit: string }): Behaviour => (commit === 'base' ? base : work)
  const { outcome, runs } = await playAfterBaseline({ behave, ...trial }, (run, proof) =>
    verify(run, 'verify', 'work', 'tree of work', proof),
  )
  if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
  return { verdict: outcome.result as unknown as Verdict, runs }
}

describe('a verdict', () => {
  it('P2: passes when every test passes, and tells how many', async () => {
    const { verdict } = await judge({ tests: { a: 'passed', b: 'passed', c: 'passed', d: 'passed' } })
    expect(verdict).toMatchObject({
      status: 'passed',
      cause: null,
      counts: { passed: 4, failed: 0, skipped: 0 },
      message: '`test` (4 tests) passed.',
      evidence: [{ name: 'test', kind: 'test', counts: { passed: 4 } }],
    })
  })

  it('P2: names the tests that failed, and tells how many', async () => {
    const tests = { a: 'passed', b: 'failed', c: 'passed', d: 'failed' } as const
    const { verdict } = await judge({ tests })
    expect(verdict).toMatchObject({ status: 'failed', cause: 'failed-tests', failedTests: ['b', 'd'] })
    expect(verdict.message).toBe('`test`: 2 of 4 tests failed: b, d.')
  })

  it('P2: no tests ran is never a pass, whatever the exit code', async () => {
    const { verdict } = await judge({ tests: {} })
    expect(verdict).toMatchObject({ status: 'failed', cause: 'no-tests', message: '`test` ran no tests.' })
    const all = await judge({ tests: { a: 'skipped', b: 'skipped', c: 'skipped' } })
    expect(all.verdict).toMatchObject({ status: 'failed', cause: 'no-tests' })
    const five = await judge({ tests: {}, ends: { exitCode: 5 } })
    expect(five.verdict).toMatchObject({
      cause: 'no-tests',
      message: '`test` ran no tests and ended with exit code 5.',
    })
  })

  it('P2: a test that vanished or is skipped now is missed by name', async () => {
    const { verdict } = await judge({ tests: { a: 'passed', b: 'skipped', new: 'passed' } })
    expect(verdict).toMatchObject({ status: 'failed', cause: 'vanished-tests', vanished: ['b', 'c'] })
    expect(verdict.message).toBe('`test`: 2 tests that ran before do not run any more: b, c.')
  })

  it('a test that was skipped on the base may go', async () => {
    const base = { tests: { a: 'passed', b: 'skipped' } } as const
    expect((await judge({ tests: { a: 'passed' } }, base)).verdict.status).toBe('passed')
  })

  it('P2: failures of tests are seen although the exit code is 0', async () => {
    const { verdict } = await judge({
      tests: { a: 'passed', b: 'failed', c: 'passed' },
      ends: { exitCode: 0 },
    })
    expect(verdict).toMatchObject({ status: 'failed', cause: 'failed-tests', failedTests: ['b'] })
  })

  it('P2: what failed before is known and not blamed, what else fails is', async () => {
    const base = { tests: { a: 'failed', b: 'passed' } } as const
    const same = await judge({ tests: { a: 'failed', b: 'passed', c: 'passed' } }, base)
    expect(same.verdict).toMatchObject({ status: 'passed', knownFailures: ['a'], failedTests: [] })
    expect(same.verdict.message).toBe('`test` (2 tests, 1 failed before already) passed.')
    const more = await judge({ tests: { a: 'failed', b: 'failed' } }, base)
    expect(more.verdict).toMatchObject({ status: 'failed', failedTests: ['b'], knownFailures: ['a'] })
    const fixed = await judge({ tests: { a: 'passed', b: 'passed' } }, base)
    expect(fixed.verdict).toMatchObject({ status: 'passed', knownFailures: [] })
  })

  it('P2: an exit code that known failures do not explain is held against the change', async () => {
    const base = { tests: { a: 'failed', b: 'passed' } } as const
    const { verdict } = await judge({ ...base, ends: { exitCode: 2 } }, base)
    expect(verdict).toMatchObject({
      cause: 'exit-code',
      message: '`test` ended with exit code 2.',
    })
    const clean = await judge({ tests: { a: 'passed', b: 'passed' }, ends: { exitCode: 1 } }, base)
    expect(clean.verdict).toMatchObject({ status: 'failed', cause: 'exit-code' })
  })

  it('P2: a report that cannot be read any more is no pass', async () => {
    const { verdict } = await judge(ends(0, 'all good, trust me'))
    expect(verdict).toMatchObject({ status: 'failed', cause: 'unreadable-report' })
    expect((await judge(ends(0), ends(0))).verdict.status).toBe('passed')
  })

  it('P2: a report of which a part was left out does not stand for a whole one', async () => {
    const { verdict } = await judge({ ...green, ends: { whole: false } } as Behaviour)
    expect(verdict).toMatchObject({ status: 'failed', cause: 'unreadable-report' })
  })

  it('where tests are only counted, fewer of them are missed by number', async () => {
    const cut = { whole: false }
    const base = { tests: { a: 'passed', b: 'passed', c: 'passed' }, ends: cut } as const
    expect((await judge(base, base)).verdict.status).toBe('passed')
    const { verdict } = await judge({ tests: { a: 'passed' }, ends: cut }, base)
    expect(verdict).toMatchObject({ cause: 'vanished-tests', vanished: ['2 unnamed tests of test'] })
  })

  it.each([
    [{ timedOut: true, exitCode: null }, 'timed-out', '`test` did not end within 1000 ms.'],
    [{ exitCode: null, signal: 'SIGKILL' }, 'exit-code', '`test` was ended by SIGKILL.'],
    [{ exitCode: 7 }, 'exit-code', '`test` ended with exit code 7.'],
  ] as const)('P2: %j is a failure', async (end, cause, message) => {
    const { verdict } = await judge({ ends: end })
    expect(verdict).toMatchObject({ status: 'failed', cause, message })
  })

  it('P2: a workspace that cannot be prepared is an error, never a pass', async () => {
    const trial = { preparation: { command: 'install', copy: [], timeoutMs: 1 } }
    const { outcome } = await playGates(
      { behave: ({ command }) => (command === 'install' ? ends(1) : green), ...trial },
      (run, proof) => verify(run, 'verify', 'work', 'tree', proof),
    )
    expect(outcome).toMatchObject({ result: { status: 'errored', cause: 'not-prepared' } })
  })

  it('tests that a person agreed to lose are not missed', async () => {
    const { outcome } = await playAfterBaseline(
      { behave: ({ commit }) => (commit === 'base' ? green : { tests: { a: 'passed' } }) },
      async (run, proof) => {
        const before = await verify(run, 'before', 'work', 'tree', proof)
        await acceptTests(run, 'accept', before.vanished, proof)
        return [before.status, (await verify(run, 'after', 'work', 'tree', proof)).status]
      },
    )
    expect(outcome).toMatchObject({ result: ['failed', 'passed'] })
  })
})

describe('gates', () => {
  const commands = [
    { name: 'build', command: 'build', timeoutMs: 1000, kind: 'build' },
    { name: 'quick', command: 'quick', timeoutMs: 1000, kind: 'test', scope: 'task' },
    { name: 'full', command: 'full', timeoutMs: 1000, kind: 'test', scope: 'integration' },
  ] as const

  it('decide by scope', async () => {
    const { runs } = await playGates({ behave: () => green, commands }, async (run, proof) => {
      await verify(run, 'one', 'work', 'tree', proof, 'task')
      await verify(run, 'two', 'work', 'tree', proof)
    })
    expect(runs).toEqual(['build @ work', 'quick @ work', 'build @ work', 'full @ work'])
  })

  it('are not run after one that has failed for good', async () => {
    const behave = ({ command }: { readonly command: string }): Behaviour =>
      command === 'build' ? ends(1) : green
    const { runs } = await playGates({ behave, commands }, (run, proof) =>
      verify(run, 'one', 'work', 'tree', proof, 'task'),
    )
    expect(runs).toEqual(['build @ work'])
  })

  it('that look at no tests are not read for tests', async () => {
    const behave = ({ command, commit }: { readonly command: string; readonly commit: string }): Behaviour =>
      command === 'build' && commit === 'work' ? { tests: {} } : green
    const { outcome } = await playAfterBaseline({ behave, commands }, (run, proof) =>
      verify(run, 'one', 'work', 'tree', proof, 'task'),
    )
    expect(outcome).toMatchObject({ result: { status: 'passed' } })
  })
})
