import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTests } from './read-tests.ts'

const folder = new URL('../../../test/fixtures/reports/', import.meta.url)
const fixtures = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
const lines = [...new Set(fixtures.flatMap((text) => text.split('\n')))]

const noise = fc.array(fc.string({ maxLength: 60 }), { maxLength: 20 }).map((parts) => parts.join('\n'))
const soup = fc
  .array(fc.oneof(fc.constantFrom(...lines), fc.string({ maxLength: 40 })), { maxLength: 60 })
  .map((parts) => parts.join('\n'))

const failing: readonly (readonly [format: string, text: string, test: string])[] = [
  ['tap', 'TAP version 13\nnot ok 1 - sells\n1..1\n', 'sells'],
  ['node', '✖ sells (1.5ms)\nℹ tests 1\nℹ suites 0\nℹ pass 0\nℹ fail 1\nℹ duration_ms 3\n', 'sells'],
  [
    'vitest',
    ' FAIL  a.test.ts > sells\n Test Files  1 failed (1)\n      Tests  1 failed (1)\n',
    'a.test.ts > sells',
  ],
  [
    'jest',
    'FAIL a.test.js\n  ● sells\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\n',
    'a.test.js > sells',
  ],
  ['pytest', 'FAILED a.py::sells - no\n1 failed in 0.01s\n', 'a.py::sells'],
  ['go', '--- FAIL: TestSells (0.00s)\nFAIL\nFAIL\tshop\t0.01s\n', 'shop > TestSells'],
  [
    'cargo',
    'running 1 test\ntest sells ... FAILED\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured\n',
    'sells',
  ],
  [
    'junit',
    '<testsuites><testsuite name="shop"><testcase name="sells"><failure/></testcase></testsuite></testsuites>\n',
    'shop > sells',
  ],
]

describe('output that nobody vouches for', () => {
  it('any text is read without an error, and no count is negative', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 300 })), soup, (output, file) => {
        const report = readTests(output, [{ path: 'report', text: file }])
        if (report === null) return
        const { passed, failed, skipped } = report.counts
        expect(Math.min(passed, failed, skipped)).toBeGreaterThanOrEqual(0)
        expect(passed + failed + skipped).toBeGreaterThanOrEqual(report.tests.length)
        if (report.complete) expect(report.tests.length).toBe(passed + failed + skipped)
        expect(new Set(report.tests.map(({ name }) => name)).size).toBe(report.tests.length)
      }),
      { numRuns: 300 },
    )
  })

  it.each(failing)('P2: a failure told by %s is seen whatever stands around it', (_format, text, test) => {
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const failed = readTests(`${before}\n${text}${after}`, [])?.tests.filter(
          ({ status }) => status === 'failed',
        )
        expect(failed?.map(({ name }) => name).some((name) => name.endsWith(test))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['letters', 'abc def '],
    ['empty lines', '\n'],
    ['escapes', '\u001b['],
    ['angle brackets', '<testsuite><'],
    ['suites in suites', '<testsuite name="a">'],
    ['entities', '<testsuite>&a;'],
    ['colons', '::'],
    ['braces', '{"numTotalTests":['],
    ['one long line', 'ok 1 - a '],
  ])('megabytes of %s are read', (_what, piece) => {
    const text = piece.repeat(Math.ceil(2_000_000 / piece.length))
    const report = readTests(`TAP version 13\nok 1 - a\n1..1\n${text}`, [])
    expect(report?.tests.some(({ name }) => name === 'a')).toBe(true)
  })

  it('a bomb of entities is not expanded', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;&a;">]><testsuite name="s"><testcase name="&b;x"><failure>&b;</failure></testcase></testsuite>`
    const report = readTests('', [{ path: 'a.xml', text: bomb }])
    expect(report).toMatchObject({ counts: { passed: 0, failed: 1, skipped: 0 } })
    expect(JSON.stringify(report)).not.toContain('boom')
  })

  it('a report that was cut off has lost a test', () => {
    const whole =
      '<testsuites><testsuite name="s"><testcase name="a"/><testcase name="b"/></testsuite></testsuites>'
    expect(readTests('', [{ path: 'a.xml', text: whole }])).toMatchObject({
      counts: { passed: 2, failed: 0 },
      complete: true,
    })
    const cut = readTests('', [{ path: 'a.xml', text: whole.slice(0, 60) }])
    expect(cut).toMatchObject({ counts: { passed: 1, failed: 1 }, complete: false })
    expect(readTests('TAP version 13\n1..3\nok 1 - a\n', [])).toMatchObject({
      counts: { passed: 1, failed: 2 },
      complete: false,
    })
    expect(readTests('TAP version 13\nok 1 - a\n', [])).toMatchObject({
      counts: { passed: 1, failed: 1 },
      complete: false,
    })
  })

  it('what is no report is none', () => {
    for (const text of [
      '',
      'all good\n',
      'ok\n',
      '3 passed\n',
      '{"numTotalTests":1}',
      '<html></html>',
      'error: could not compile',
    ])
      expect(readTests(text, [])).toBeNull()
  })
})

describe('lines of tests that the runner does not count', () => {
  const totals = (tests: number): string =>
    `ℹ tests ${tests}\nℹ suites 0\nℹ pass ${tests}\nℹ fail 0\nℹ duration_ms 3\n`

  it('P2: leave its report incomplete', () => {
    const printed = '✔ sells (0.5ms)\n✔ buys (0.2ms)\n✔ test/a.test.js (9.1ms)\n'
    expect(readTests(`${printed}${totals(1)}`, [])?.complete).toBe(false)
    expect(readTests(`✔ sells (0.5ms)\n✔ buys (0.2ms)\n${totals(2)}`, [])?.complete).toBe(true)
    expect(readTests(`✔ loaded\n✔ sells (0.5ms)\n✔ buys (0.2ms)\n${totals(2)}`, [])?.complete).toBe(true)
  })
})
