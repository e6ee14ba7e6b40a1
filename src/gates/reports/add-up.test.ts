import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readTests } from './read-tests.ts'

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../test/fixtures/reports/${name}.txt`, import.meta.url), 'utf8')
const tap = (...lines: readonly string[]): string =>
  ['TAP version 13', ...lines, `1..${lines.length}`, ''].join('\n')

it('runners one after the other are added up', () => {
  const output = [
    '> shop@1.0.0 test',
    fixture('node-spec-failing'),
    fixture('vitest-verbose-failing'),
    fixture('mocha-dot-failing'),
    fixture('jest-verbose-passing'),
  ].join('\n')
  expect(readTests(output, [])).toMatchObject({
    format: 'node+vitest+jest+mocha',
    counts: { passed: 6 + 5 + 105 + 4, failed: 2 + 4 + 3, skipped: 2 + 2 + 2 + 2 },
  })
})

it('lines that a workspace runner mixed are told apart again', () => {
  const [a, b] = ['packages/a', 'packages/b'].map((folder) =>
    tap('ok 1 - works')
      .split('\n')
      .map((line) => `${folder} test: ${line}`),
  )
  const mixed = (a ?? []).flatMap((line, index) => [line, b?.[index] ?? '']).join('\n')
  expect(readTests(mixed, [])?.tests).toEqual([
    { name: 'packages/a test > works', status: 'passed' },
    { name: 'packages/b test > works', status: 'passed' },
  ])
})

it('escapes, carriage returns and noise between the lines change nothing', () => {
  const noisy = tap('ok 1 - a', 'not ok 2 - b')
    .split('\n')
    .map((line) => `\u001b[32m${line}\u001b[0m\r\nnoise`)
    .join('\r\n')
  expect(readTests(noisy, [])).toEqual(readTests(tap('ok 1 - a', 'not ok 2 - b'), []))
})

it('namesakes are numbered, in an order that does not depend on chance', () => {
  const one = readTests(tap('ok 1 - x', 'ok 2 - x # SKIP', 'ok 3 - y'), [])
  const other = readTests(tap('ok 1 - x # SKIP', 'ok 2 - x', 'ok 3 - y'), [])
  expect(one?.tests).toEqual([
    { name: 'x', status: 'skipped' },
    { name: 'x #2', status: 'passed' },
    { name: 'y', status: 'passed' },
  ])
  expect(other).toEqual(one)
})

it('P2: a report that was printed before the real one cannot turn a failure into a pass', () => {
  const fake = tap('ok 1 - sells')
  const real = tap('not ok 1 - sells', 'ok 2 - buys')
  for (const output of [fake + real, real + fake])
    expect(readTests(output, [])).toMatchObject({
      counts: { passed: 1, failed: 2, skipped: 0 },
      tests: [
        { name: 'sells', status: 'failed' },
        { name: 'sells #2', status: 'failed' },
        { name: 'buys', status: 'passed' },
      ],
    })
})

it('P2: totals that a test prints itself leave the report incomplete or change nothing', () => {
  const real = fixture('node-spec-failing')
  expect(readTests(`# pass 100\n${real}`, [])).toEqual(readTests(real, []))
  const forged = 'ℹ tests 100\nℹ suites 0\nℹ pass 100\nℹ fail 0\nℹ duration_ms 1\n'
  expect(readTests(forged + real, [])).toMatchObject({ counts: { failed: 2 }, complete: false })
})

it('a report file and the same tests in print are one', () => {
  const file = { path: 'junit.xml', text: fixture('vitest-junit-failing') }
  const report = readTests(fixture('vitest-default-failing'), [file])
  expect(report).toMatchObject({
    format: 'junit',
    counts: { passed: 5, failed: 4, skipped: 2 },
    complete: true,
  })
  const more = readTests(fixture('go-v-failing'), [file])
  expect(more?.counts).toEqual({ passed: 5 + 7, failed: 4 + 4, skipped: 2 + 1 })
})

it('a failure that only the printed report has is kept', () => {
  const file = { path: 'junit.xml', text: '<testsuite><testcase name="sells"/></testsuite>' }
  expect(readTests(tap('not ok 1 - sells'), [file])).toMatchObject({ counts: { passed: 0, failed: 2 } })
})

it('names do not depend on where it ran', () => {
  const at = (place: string): unknown =>
    readTests(
      tap(`not ok 1 - ${place}/test/a.test.js`, `ok 2 - listens on localhost:${place.length + 4000}`),
      [],
      [place],
    )?.tests
  expect(at('/srv/gate-1')).toEqual(at('/elsewhere/quite/other/gate-22'))
  expect(at('/srv/gate-1')).toEqual([
    { name: 'test/a.test.js', status: 'failed' },
    { name: 'listens on localhost:<port>', status: 'passed' },
  ])
})
