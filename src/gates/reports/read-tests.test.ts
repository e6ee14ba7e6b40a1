import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readTests } from './read-tests.ts'
import type { TestReport } from './test-report.ts'

const folder = new URL('../../../test/fixtures/reports/', import.meta.url)
const fixture = (name: string): string => readFileSync(new URL(`${name}.txt`, folder), 'utf8')
const read = (text: string): TestReport | null => readTests(text, [], ['/home/me/shop'])
const told = (report: TestReport | null): readonly string[] =>
  (report?.tests ?? []).map(({ name, status }) => `${status}: ${name}`)

describe('the output of real runners', () => {
  it.each([
    ['node-spec-passing', 'node', 5, 0, 2, true],
    ['node-spec-failing', 'node', 6, 2, 2, true],
    ['node-spec-crash', 'node', 0, 2, 0, true],
    ['node-spec-none', 'node', 0, 0, 0, true],
    ['node24-spec-failing', 'node', 6, 2, 2, true],
    ['node24-spec-crash', 'node', 0, 2, 0, true],
    ['node24-spec-none', 'node', 0, 0, 0, true],
    ['node-tap-passing', 'tap', 5, 0, 2, true],
    ['node-tap-failing', 'tap', 6, 2, 2, true],
    ['node-tap-crash', 'tap', 0, 2, 0, true],
    ['node-tap-none', 'tap', 0, 0, 0, true],
    ['node-junit-failing', 'junit', 6, 2, 2, true],
    ['node-junit-crash', 'junit', 0, 2, 0, true],
    ['node-junit-none', 'junit', 0, 0, 0, true],
    ['tap14', 'tap', 3, 3, 2, false],
    ['vitest-default-passing', 'vitest', 5, 0, 2, false],
    ['vitest-default-failing', 'vitest', 5, 4, 2, false],
    ['vitest-default-none', 'vitest', 0, 0, 0, true],
    ['vitest-default-empty', 'vitest', 1, 1, 0, false],
    ['vitest-default-unhandled', 'vitest', 2, 1, 0, false],
    ['vitest-verbose-passing', 'vitest', 5, 0, 2, true],
    ['vitest-verbose-failing', 'vitest', 5, 4, 2, true],
    ['vitest-verbose-crash', 'vitest', 1, 3, 0, false],
    ['vitest-json-passing', 'jest-json', 5, 0, 2, true],
    ['vitest-json-failing', 'jest-json', 5, 4, 2, true],
    ['vitest-json-none', 'jest-json', 0, 0, 0, true],
    ['vitest-junit-failing', 'junit', 5, 4, 2, true],
    ['vitest-junit-none', 'junit', 0, 0, 0, true],
    ['jest-default-passing', 'jest', 4, 0, 2, false],
    ['jest-default-failing', 'jest', 4, 3, 2, false],
    ['jest-default-single', 'jest', 3, 0, 2, true],
    ['jest-default-empty', 'jest', 0, 1, 0, true],
    ['jest-default-none', 'jest', 0, 0, 0, true],
    ['jest-verbose-passing', 'jest', 4, 0, 2, true],
    ['jest-verbose-failing', 'jest', 4, 3, 2, true],
    ['jest-json-failing', 'jest-json', 4, 3, 2, true],
    ['jest-junit-failing', 'junit', 5, 2, 1, true],
    ['mocha-spec-passing', 'mocha', 104, 0, 2, false],
    ['mocha-spec-failing', 'mocha', 105, 3, 2, false],
    ['mocha-spec-none', 'mocha', 0, 0, 0, true],
    ['mocha-dot-failing', 'mocha', 105, 3, 2, false],
    ['pytest-default-passing', 'pytest', 6, 0, 2, false],
    ['pytest-default-failing', 'pytest', 8, 2, 2, false],
    ['pytest-default-none', 'pytest', 0, 0, 0, true],
    ['pytest-q-passing', 'pytest', 6, 0, 2, false],
    ['pytest-q-failing', 'pytest', 8, 2, 2, false],
    ['pytest-q-none', 'pytest', 0, 0, 0, true],
    ['pytest-v-passing', 'pytest', 6, 0, 2, true],
    ['pytest-v-failing', 'pytest', 7, 3, 2, true],
    ['pytest-v-load', 'pytest', 0, 1, 0, true],
    ['pytest-v-none', 'pytest', 0, 0, 0, true],
    ['pytest-v-crash', 'pytest', 1, 1, 0, false],
    ['pytest-ra-failing', 'pytest', 7, 3, 2, false],
    ['pytest-junit-failing', 'junit', 7, 2, 2, true],
    ['unittest-default-passing', 'unittest', 2, 0, 2, false],
    ['unittest-default-failing', 'unittest', 3, 5, 2, false],
    ['unittest-default-none', 'unittest', 0, 0, 0, true],
    ['unittest-v-passing', 'unittest', 2, 0, 2, true],
    ['unittest-v-failing', 'unittest', 3, 5, 2, true],
    ['go-plain-passing', 'go', 1, 0, 0, false],
    ['go-plain-failing', 'go', 1, 4, 0, false],
    ['go-plain-crash', 'go', 0, 1, 0, false],
    ['go-plain-none', 'go', 0, 0, 0, true],
    ['go-v-passing', 'go', 5, 0, 1, true],
    ['go-v-failing', 'go', 7, 4, 1, true],
    ['go-v-crash', 'go', 1, 1, 0, true],
    ['go-v-none', 'go', 0, 0, 0, true],
    ['go-json-passing', 'go', 5, 0, 1, true],
    ['go-json-failing', 'go', 7, 4, 1, true],
    ['go-json-crash', 'go', 1, 1, 0, true],
    ['go-json-none', 'go', 0, 0, 0, true],
    ['cargo-passing', 'cargo', 6, 0, 1, true],
    ['cargo-failing', 'cargo', 6, 1, 1, true],
    ['cargo-crash', 'cargo', 3, 2, 1, false],
    ['cargo-none', 'cargo', 0, 0, 0, true],
    ['bun-passing', 'bun', 4, 0, 2, true],
    ['bun-failing', 'bun', 4, 3, 2, true],
    ['bun-crash', 'bun', 1, 1, 0, false],
    ['bun-none', 'bun', 0, 0, 0, true],
    ['deno-passing', 'deno', 5, 0, 1, true],
    ['deno-failing', 'deno', 7, 4, 1, true],
    ['deno-crash', 'deno', 1, 2, 0, true],
    ['deno-none', 'deno', 0, 0, 0, true],
    ['deno-nothing', 'deno', 0, 0, 0, true],
    ['surefire-junit-failing', 'junit', 2, 2, 1, true],
    ['gradle-junit-failing', 'junit', 1, 1, 1, true],
    ['dotnet-junit-failing', 'junit', 1, 1, 1, true],
    ['maven-failing', 'maven', 3, 2, 1, false],
    ['maven-none', 'maven', 0, 0, 0, true],
    ['gradle-passing', 'gradle', 1, 0, 1, true],
    ['gradle-failing', 'gradle', 2, 1, 1, false],
    ['gradle-none', 'gradle', 0, 0, 0, true],
    ['dotnet-passing', 'dotnet', 2, 0, 1, true],
    ['dotnet-failing', 'dotnet', 2, 1, 1, false],
    ['dotnet-none', 'dotnet', 0, 0, 0, true],
  ] as const)(
    'P2: %s is %s: %i passed, %i failed, %i skipped',
    (name, format, passed, failed, skipped, complete) => {
      const report = read(fixture(name))
      expect(report).toMatchObject({ format, counts: { passed, failed, skipped }, complete })
      if (complete) expect(report?.tests.length).toBe(passed + failed + skipped)
      expect(report?.tests.filter(({ name: test }) => /\/home\/|\d ?ms\b|^$/.test(test))).toEqual([])
    },
  )

  it.each(['jest-default-crash', 'mocha-spec-crash', 'pytest-q-crash', 'unittest-v-crash'])(
    '%s tells nothing that could be believed',
    (name) => {
      expect(read(fixture(name))).toBeNull()
    },
  )

  it.each([
    ['node-spec-failing', 'node-tap-failing'],
    ['node-spec-failing', 'node-junit-failing'],
    ['node-spec-failing', 'node24-spec-failing'],
    ['vitest-verbose-failing', 'vitest-junit-failing'],
    ['vitest-verbose-failing', 'vitest-json-failing'],
    ['jest-verbose-failing', 'jest-json-failing'],
    ['go-v-failing', 'go-json-failing'],
  ])('%s and %s name the same tests', (one, other) => {
    expect(told(read(fixture(one))).toSorted()).toEqual(told(read(fixture(other))).toSorted())
  })

  it('short reports name their failures as the long ones do', () => {
    const failures = (name: string): readonly string[] =>
      told(read(fixture(name))).filter((line) => line.startsWith('failed'))
    for (const [short, long] of [
      ['vitest-default-failing', 'vitest-verbose-failing'],
      ['jest-default-failing', 'jest-verbose-failing'],
      ['mocha-dot-failing', 'mocha-spec-failing'],
      ['unittest-default-failing', 'unittest-v-failing'],
    ] as const)
      expect(failures(short).toSorted()).toEqual(failures(long).toSorted())
  })

  it('names are told by file, suite and title', () => {
    expect(told(read(fixture('vitest-verbose-failing')))).toEqual([
      'passed: test/failing.test.js > broken > works',
      'failed: test/failing.test.js > broken > does not add',
      'failed: test/failing.test.js > throws 1',
      'failed: test/failing.test.js > throws 2',
      'passed: test/math.test.js > math > adds',
      'passed: test/math.test.js > math > deeper > multiplies',
      'skipped: test/math.test.js > math > is skipped',
      'skipped: test/math.test.js > math > is to do',
      'passed: test/math.test.js > talks',
      'passed: test/math.test.js > is slow',
      'failed: test/load.test.js',
    ])
    expect(told(read(fixture('cargo-passing')))).toContain('passed: doc-tests shop > shop/src/lib.rs - add')
    expect(told(read(fixture('cargo-passing')))).toContain('passed: till src/lib.rs > tests::adds')
  })
})
