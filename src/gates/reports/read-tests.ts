import { addUp } from './add-up.ts'
import { bunText } from './bun-text.ts'
import { cargo } from './cargo.ts'
import { cleanOutput, MOST_CHARACTERS } from './clean-output.ts'
import { totalOf } from './counts.ts'
import { denoText } from './deno-text.ts'
import { dotnetText } from './dotnet-text.ts'
import { goJson } from './go-json.ts'
import { goText } from './go-text.ts'
import { gradleText } from './gradle-text.ts'
import { jestJson } from './jest-json.ts'
import { jestText } from './jest-text.ts'
import { junitXml } from './junit-xml.ts'
import { mavenText } from './maven-text.ts'
import { mochaSpec } from './mocha-spec.ts'
import { nodeSpec } from './node-spec.ts'
import { pytest } from './pytest.ts'
import type { ReportReader } from './report-reader.ts'
import { settleReading } from './settle-reading.ts'
import { splitStreams } from './split-streams.ts'
import { stableName } from './stable-name.ts'
import { tap } from './tap.ts'
import type { TestReport } from './test-report.ts'
import { unittest } from './unittest.ts'
import { vitestText } from './vitest-text.ts'

const readers: readonly ReportReader[] = [
  junitXml,
  jestJson,
  goJson,
  tap,
  nodeSpec,
  vitestText,
  jestText,
  mochaSpec,
  pytest,
  unittest,
  goText,
  cargo,
  bunText,
  denoText,
  dotnetText,
  mavenText,
  gradleText,
]

/**
 * Which tests a command ran, from what it printed and from the report files it wrote; `null` when none of it is
 * understood. Several reports are added up; a printed one with as many tests as the files tell is taken for the same
 * tests told twice.
 *
 * Limit: the text is all there is. What the tests themselves print in exactly a runner's format cannot be told from
 * the runner's own words: it can add tests, and so hide that others are gone behind the same names, but it cannot
 * turn a failure that was reported into a pass. Whoever decides holds the exit code and the names of an earlier
 * report against it.
 *
 * `places` are absolute folders, such as the workspace, that names must not depend on.
 */
export function readTests(
  output: string,
  files: readonly { readonly path: string; readonly text: string }[],
  places: readonly string[] = [],
): TestReport | null {
  const written = files.flatMap(({ text }) => reportsIn(text, places))
  const isKnown = isToldIn(written)
  const all = [...written, ...reportsIn(output, places).filter((report) => !isKnown(report))]
  if (all.length === 0) return null
  const report = addUp(all)
  return output.length > MOST_CHARACTERS ? { ...report, complete: false } : report
}

function reportsIn(output: string, places: readonly string[]): readonly TestReport[] {
  return splitStreams(cleanOutput(output, places)).flatMap(({ from, stream }) =>
    readers.flatMap(({ format, sign, read }) => {
      const reading = sign.test(stream.text) ? read(stream) : null
      if (reading === null) return []
      const tests =
        from === ''
          ? reading.tests
          : reading.tests.map(({ name, status }) => ({ name: stableName([from, name]), status }))
      return [settleReading(format, { ...reading, tests })]
    }),
  )
}

function isToldIn(written: readonly TestReport[]): (printed: TestReport) => boolean {
  const told = written.length === 0 ? [] : [addUp(written), ...written]
  return ({ counts }) =>
    told.some((report) => totalOf(report.counts) === totalOf(counts) && report.counts.failed >= counts.failed)
}
