import { foldPath } from './fold-path.ts'

const code =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|java|kt|kts|scala|groovy|cs|fs|vb|rb|php|exs?|dart|swift|c|cc|cpp|cxx|sh|bats|lua|pl|t)$/
const testName =
  /(?:[._-](?:test|tests|spec|specs|e2e|cy)\.[a-z]+$)|(?:^test_[^/]*\.py$)|(?:_test\.[a-z]+$)|(?:^tests?\.[a-z]+$)|(?:\.(?:bats|feature)$)/
/** Conventions that need the letters' case: `LatestValue.cs` is no test, `ValueTest.cs` is. */
const casedTestName =
  /(?:[a-z0-9](?:Tests?|Specs?|IT|TestCase)|^(?:Test|IT)[A-Z]\w*)\.(?:java|kt|kts|scala|groovy|cs|fs|vb|php|swift)$/
const testFolder =
  /^(?:tests?|__tests?__|unittests?|androidtest|e2e|cypress|testdata|__snapshots__|__mocks__|__fixtures__|(?:unit|integration|functional|e2e|acceptance)[-_]tests?|.+\.(?:unit|integration|functional)?tests?)$/
const rootTestFolder = /^specs?$/
const supportFolder =
  /^(?:fixtures?|__fixtures__|__mocks__|__snapshots__|snapshots|mocks|testdata|resources|helpers?|support|harness)$/

/**
 * What a file is to the tests, by the conventions of the common languages: `test`: a runner takes tests from it;
 * `support`: tests stand on it (fixtures, snapshots, whatever lies in a test folder); `null`: neither.
 */
export function testPart(path: string): 'test' | 'support' | null {
  const steps = foldPath(path).split('/')
  const name = steps.pop() ?? ''
  if (name.endsWith('.snap')) return 'support'
  const isCode = code.test(name) || name.endsWith('.feature')
  const named = testName.test(name) || casedTestName.test(path.split('/').at(-1) ?? '')
  const inFolder = steps.some((step) => testFolder.test(step)) || rootTestFolder.test(steps[0] ?? '')
  const isSupport = steps.some((step) => supportFolder.test(step))
  if (isCode && named) return isSupport && inFolder ? 'support' : 'test'
  if (!inFolder) return null
  return isCode && !isSupport ? 'test' : 'support'
}

/** Whether the tests are made of this file: one that holds tests, or one they stand on. */
export function isTestFile(path: string): boolean {
  return testPart(path) !== null
}
