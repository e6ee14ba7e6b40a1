import { isCiFile } from './ci-file.ts'
import { foldPath } from './fold-path.ts'

const code =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|java|kt|kts|scala|groovy|cs|fs|vb|rb|php|exs?|dart|swift|c|cc|cpp|cxx|h|hh|hpp|sh|bats|lua|pl|pm|t|zig|hs|clj|erl)$/
const testName =
  /(?:[._-](?:test|tests|spec|specs|e2e|cy)\.[a-z]+$)|(?:^(?:test|tst)_[^/]*\.[a-z]+$)|(?:^test-[^/]*\.(?:c|cc|cpp|cxx)$)|(?:_(?:unit)?test\.[a-z]+$)|(?:^tests?\.[a-z]+$)|(?:\.(?:bats|feature|robot|hurl|slt|t|phpt)$|\.tftest\.hcl$|_test\.rego$)|(?:(?:^|[._-])(?:test|spec)-d\.[cm]?tsx?$)/
/** Conventions that need the letters' case: `LatestValue.cs` is no test, `ValueTest.cs` is. */
const casedTestName =
  /(?:[a-z0-9](?:Tests?|Specs?|IT|TestCase)|^(?:Test|IT)[A-Z]\w*)\.(?:java|kt|kts|scala|groovy|cs|fs|vb|php|swift|cc|cpp|cxx)$/
const testFolder =
  /^(?:tests?|__tests?__|unittests?|androidtest|e2e|cypress|testdata|__snapshots__|__mocks__|__fixtures__|test-d|type-?tests|(?:unit|integration|functional|e2e|acceptance)[-_]tests?|(?:integration|int|functional|acceptance|component|contract|smoke|common|jvm|js|native|ios)test|testfixtures|testsuite|selftests?|.+\.(?:unit|integration|functional)?tests?)$/
const rootTestFolder = /^(?:specs?|x?t)$/
const supportFolder =
  /^(?:fixtures?|__fixtures__|__mocks__|__snapshots__|snapshots|mocks|testdata|resources|helpers?|support|harness)$/
/** Folders whose every file stands by the tests, wherever they lie. */
const supportAnywhere =
  /^(?:testing|step[-_]?definitions|test[-_]?(?:utils?|helpers?|support|tools?|kit|lib|harness|fixtures?|doubles|data)|__(?:fixtures|mocks|snapshots|recordings|image_snapshots)__|testdata|goldens?|golden[-_]files|(?:vcr[-_]?)?cassettes)$/
/** Folders whose data does; code may be the product's own. */
const dataAnywhere =
  /^(?:fixtures?|recordings|mocks?|mock[-_]?data|pacts?|wiremock|corpus|samples|test[-_]?cases|(?:test[-_]?)?vectors)$/
/** Folders of what tests compare with, prose too. */
const expectedAnywhere =
  /^(?:(?:.+-)?snapshots?|__(?:screenshots|file_snapshots)__|expected(?:[-_](?:outputs?|results?))?|expectations|approvals|approved|baselines?)$/
const supportName =
  /\.(?:snap|snapshot|ambr|golden|approved\.\w+|verified\.\w+|expected(?:\.\w+)?|golden\.\w+|cassette|har)$|^(?:test[-_]?(?:utils?|helpers?|support|setup|kit)|(?:spec|test)_helper|setup[-_.]?tests?)\.\w+$|^conftest\.py$|(?:^|[._-])test\.(?:ya?ml|json5?|toml|properties|ini|csv)$/
const prose = /\.(?:md|mdx|rst|adoc)$/
const about = /^(?:readme|changelog|contributing)\b/

/**
 * What a file is to the tests, by the conventions of the common languages: `test`: a runner takes tests from it;
 * `support`: tests stand on it (fixtures, snapshots, helpers, whatever lies in a test folder); `null`: neither.
 */
export function testPart(path: string): 'test' | 'support' | null {
  const steps = foldPath(path).split('/')
  const name = steps.pop() ?? ''
  if (supportName.test(name) && !isCiFile(path)) return 'support'
  const isCode = isCodeFile(name) || /\.(?:feature|robot|hurl|slt|tftest\.hcl|rego)$/.test(name)
  const named = testName.test(name) || casedTestName.test(path.split('/').at(-1) ?? '')
  const inFolder = steps.some((step) => testFolder.test(step)) || rootTestFolder.test(steps[0] ?? '')
  const isSupport = steps.some((step) => supportFolder.test(step))
  if (isCode && named) return isSupport && inFolder ? 'support' : 'test'
  if (inFolder) return isCode && !isSupport ? 'test' : 'support'
  if (
    steps.some((step, at) => supportAnywhere.test(step) || (step === 'steps' && steps[at - 1] === 'features'))
  )
    return 'support'
  if (isCode) return null
  const isData = steps.some(
    (step) =>
      (expectedAnywhere.test(step) && !about.test(name)) || (dataAnywhere.test(step) && !prose.test(name)),
  )
  return isData ? 'support' : null
}

/** Whether the tests are made of this file: one that holds tests, or one they stand on. */
export function isTestFile(path: string): boolean {
  return testPart(path) !== null
}

/** Whether a program is written in it, by its ending. */
export function isCodeFile(path: string): boolean {
  return code.test(foldPath(path))
}
