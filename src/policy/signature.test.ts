import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signatureOf } from './signature.ts'

const failure = { class: 'fixable', at: 'npm test', tests: [], output: '' } as const
const ofOutput = (output: string): string => signatureOf({ ...failure, output })

describe('the signature of a failure', () => {
  it.each([
    ['numbers', 'Error: expected 3 to be 4', 'Error: expected 5 to be 612'],
    ['colours', '\u001b[31mError: no\u001b[39m', 'Error: no'],
    ['times', 'Error: after 1.24s at 12:30:01', 'Error: after 900ms at 23:59:59'],
    ['paths', 'Error at /tmp/run-1/gate-1/src/a.ts:3:7', 'Error at /home/me/x/src/a.ts:12:1'],
    ['hexadecimal', 'Error: 0xdeadbeef of 3f2a9c1', 'Error: 0x12 of 99aa00ffcc'],
    ['what was said before', 'built in 3 s\nall fine\nError: no', 'starting\nError: no'],
  ])('P4: does not count %s', (_, once, again) => {
    expect(ofOutput(once)).toBe(ofOutput(again))
  })

  it.each([
    ['another error', 'Error: no', 'Error: yes'],
    ['another test', 'FAIL adds', 'FAIL subtracts'],
  ])('P4: tells %s apart', (_, once, other) => {
    expect(ofOutput(once)).not.toBe(ofOutput(other))
  })

  it('P4: is by the names of tests where they are known, in any order, whatever was printed', () => {
    const one = signatureOf({ ...failure, tests: ['b', 'a'], output: 'Error: x' })
    expect(signatureOf({ ...failure, tests: ['a', 'b', 'a'], output: 'other' })).toBe(one)
    expect(signatureOf({ ...failure, tests: ['a'], output: 'Error: x' })).not.toBe(one)
  })

  it('P4: tells classes and gates apart', () => {
    expect(signatureOf({ ...failure, class: 'regression' })).not.toBe(signatureOf(failure))
    expect(signatureOf({ ...failure, at: 'npm run lint' })).not.toBe(signatureOf(failure))
  })

  it('is short, whatever there is to say, and still tells long ones apart', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 50 }), fc.string(), (tests, output) => {
        expect(signatureOf({ ...failure, tests, output }).length).toBeLessThan(400)
      }),
    )
    const long = 'x'.repeat(500)
    const of = (last: string): string => signatureOf({ ...failure, tests: [`${long}${last}`] })
    expect(of('a')).not.toBe(of('b'))
  })

  it('takes time in proportion to a hostile output', () => {
    for (const text of [
      'a/'.repeat(50_000),
      '0x'.repeat(50_000),
      `${'1:'.repeat(50_000)}x`,
      '\u001b]'.repeat(50_000),
    ]) {
      expect(ofOutput(text).length).toBeLessThan(400)
    }
  })
})
