import { countOf } from './similarity.ts'

/** How a build file is told which tests there are: lines of these may be added, and all others stay. */
type Telling = {
  readonly name: RegExp
  /** Lines that have a say in what is tested. */
  readonly says: RegExp
  /** Those of them that only bring a test more. */
  readonly brings: RegExp
}

const tellings: readonly Telling[] = [
  {
    name: /^cmakelists\.txt$|\.cmake$/,
    says: /\b(?:enable_testing|add_test|include\s*\(\s*ctest|\w*discover_tests|set_tests_properties|set_property\s*\(\s*test|build_testing|cmake_build_type)\b|(?:\b|-d)ndebug\b|\badd_subdirectory\s*\(.*(?:test|check|spec)|^\s*return\s*\(|\b(?:if|elseif)\s*\(\s*(?:false|off|0|no|n|not\s+(?:true|on|1|yes))\s*\)|\bctest_\w+/i,
    brings: /^\s*(?:enable_testing|add_test|include\s*\(\s*ctest|\w*discover_tests|add_subdirectory)\b/i,
  },
  {
    name: /^meson\.build$/,
    says: /\b(?:test|benchmark|add_test_setup)\s*\(|\bsubdir\s*\(.*(?:test|check)|\bsubdir_done\s*\(|^\s*if\s+(?:false|not\s+true)\b|\b[bn]_ndebug\b|-DNDEBUG/,
    brings: /^\s*(?:test|benchmark)\s*\((?!.*(?:should_fail|is_disabler))|^\s*subdir\s*\(/,
  },
  {
    name: /^makefile\.(?:am|in)$/,
    says: /^(?:(?:dist_)?check_\w+|TESTS\b|XFAIL_|TEST_|AM_TESTS|AM_COLOR|\w*LOG_(?:COMPILER|DRIVER|FLAGS)|SUBDIRS|check\b|if\s)/,
    brings: /^(?:(?:dist_)?check_\w+|TESTS|SUBDIRS)\s*\+=/,
  },
  {
    name: /^meson[._]options(?:\.txt)?$/,
    says: /test|check|debug|werror/i,
    brings: /^$/,
  },
  {
    name: /^package\.swift$/,
    says: /testTarget|exclude|unsafeFlags/,
    brings: /^\.testTarget\s*\((?!.*(?:exclude|unsafeFlags))/,
  },
  {
    name: /^build(?:\.bazel)?$/,
    says: /\w+_test\s*\(|\btest_suite\b|\btags\s*=|\bflaky\s*=|\btarget_compatible_with\b|^\s*["']manual["']/,
    brings: /^\s*\w+_test\s*\((?!.*\b(?:tags|flaky|target_compatible_with)\b)/,
  },
]

const comment = /(?:^|\s)#.*$/
/** Build files that say what compilers warn of. */
const compiles =
  /^cmakelists\.txt$|\.cmake$|^meson\.build$|^makefile\.(?:am|in)$|^configure\.ac$|^build(?:\.bazel)?$/
const strict =
  /(?<![\w-])(?:-w(?:all|extra|error|pedantic|everything|conversion|shadow)(?:=[\w-]+)?|-pedantic(?:-errors)?|-fsanitize=[\w,]+|\/wx|\/w[1-4]|\/wall|werror=true|warning_level=\w+)(?![\w-])|compile_warning_as_error\s+(?:on|true|1)\b/gi
const loose = /(?<![\w/-])(?:-wno-[\w-]+|-w|\/w0?|\/wd\d+|-fpermissive|-fno-sanitize[\w=,-]*)(?![\w/-])/gi

/** Whether compilers are told to warn of less than they did, or to let more pass. */
function warnsLess(name: string, before: string, after: string): boolean {
  if (!compiles.test(name)) return false
  const lines = (text: string): readonly string[] => text.split('\n').map((line) => line.replace(comment, ''))
  const flags = (text: string, pattern: RegExp): ReadonlyMap<string, number> =>
    countOf(lines(text).flatMap((line) => (line.match(pattern) ?? []).flatMap(levelsOf)))
  const hasMore = (one: ReadonlyMap<string, number>, two: ReadonlyMap<string, number>): boolean =>
    [...one].some(([flag, count]) => count > (two.get(flag) ?? 0))
  return (
    hasMore(flags(before, strict), flags(after, strict)) || hasMore(flags(after, loose), flags(before, loose))
  )
}

/** A level has all that are below it. */
function levelsOf(flag: string): readonly string[] {
  const [, of = '', level] = /^(warning_level=|\/w)(\d)$/i.exec(flag) ?? []
  return level === undefined
    ? [flag.toLowerCase()]
    : Array.from({ length: Number(level) }, (_, below) => `${of.toLowerCase()}${below + 1}`)
}

/** Whether a change of a build file takes tests out, switches some off, or has a say in them but to bring more. */
export function toldTestsDiffer(name: string, before: string | null, after: string | null): boolean {
  const telling = tellings.find((each) => each.name.test(name))
  if (before !== null && warnsLess(name, before, after ?? '')) return true
  if (telling === undefined || before === null) return false
  return differsBeyond(saying(before, telling), saying(after ?? '', telling), telling.brings, isLonger)
}

/** Whether anything but lines of one kind has come, or anything that was there has gone or changed its place. */
export function differsBeyond(
  old: readonly string[],
  now: readonly string[],
  brings: RegExp,
  grows: (line: string, old: string) => boolean = () => false,
): boolean {
  let at = 0
  for (const line of now) {
    const wanted = old[at]
    if (wanted !== undefined && (line === wanted || grows(line, wanted))) at += 1
    else if (!brings.test(line)) return true
  }
  return at < old.length
}

function saying(text: string, { says }: Telling): readonly string[] {
  const lines = text.replaceAll(/\\\r?\n\s*/g, ' ').split('\n')
  return lines
    .map((line) => line.replace(comment, '').trim().replace(/,$/, '').replaceAll(/\s+/g, ' '))
    .filter((line) => says.test(line))
}

/** A list of names that has all it had, in its order, and more at its end. */
function isLonger(line: string, old: string): boolean {
  return (
    /^\w+\s*\+?=/.test(old) && line.startsWith(`${old} `) && /^[\w\s./$()+-]*$/.test(line.slice(old.length))
  )
}

const testTool =
  '(?:pytest|pluggy|coverage|tox|nose2?|mypy|ruff|flake8|hypothesis|rspec|minitest|test-unit|rake|simplecov|phpunit|junit|testng|assertj|hamcrest|mockito|surefire|xunit|nunit|pretty_assertions|assert_cmd|assert_fs|insta|proptest|rstest|googletest|ex_unit)[\\w.:/-]*'
const fromHere =
  '(?:\\bpath\\b|\\bgit(?:hub)?\\b|\\burl\\b|\\bfile\\b|@\\s*(?:file|git|\\.)|\\bpackage\\s*=|systemPath|\\bfiles\\s*\\(|\\bfileTree\\s*\\(|\\bflatDir\\b)'
const fetched = new RegExp(`\\b${testTool}.*${fromHere}|${fromHere}.*\\b${testTool}`, 'i')
/** Programs that an install puts where a tool is found. */
const consoleScript = /["']?\s*\b(?:py\.?test|tox|nox|mypy|ruff|flake8|coverage)\s*=\s*[\w.]+:\w+/

/** Lines of a manifest that take a test tool from the repository itself, or from any place of its own. */
export function toolsFromHere(name: string, text: string | null): readonly string[] {
  if (text === null) return []
  if (/^setup\.(?:py|cfg)$/.test(name)) return text.split('\n').filter((line) => consoleScript.test(line))
  if (/^pom\.xml$/.test(name)) return text.split('\n').filter((line) => /<systemPath>/.test(line))
  if (!/^(?:pyproject\.toml|cargo\.toml|pipfile|gemfile|mix\.exs)$|\.gradle(?:\.kts)?$/.test(name)) return []
  return text.split('\n').filter((line) => !/^\s*(?:#|\/\/)/.test(line) && fetched.test(line))
}
