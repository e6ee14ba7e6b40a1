import { foldPath } from './fold-path.ts'
import { sectionLines } from './sections.ts'

/** Programs whose configuration says what a gate looks at. */
const tool =
  '(?:vitest|vite|jest|mocha|ava|karma|jasmine|playwright|cypress|wdio|nightwatch|nyc|c8|istanbul|babel|swc|eslint|jshint|oxlint|oxfmt|prettier|stylelint|tslint|xo|knip|dprint|biome|tap|testem|cucumber|pyrightconfig|mypy|pylint|flake8|ruff|pytest|tox|golangci|clippy|rustfmt|rubocop|rspec|phpunit|phpstan|psalm|nextest|tarpaulin|checkstyle|detekt|stryker)'
const configFiles = new RegExp(
  [
    `^\\.?(?:${tool}|coverage)(?:rc|ignore|opts)(?:\\..*)?$`,
    `^\\.?${tool}(?:[.-][\\w-]+)*[.-](?:config|conf|workspace|preset|setup|projects)(?:[.-][\\w-]+)*\\.[cm]?[jt]s(?:x|on[5c]?)?$`,
    `^\\.?${tool}(?:\\.(?:ini|toml|ya?ml|json[5c]?|cfg|xml|neon)(?:\\.dist)?)?$`,
    `^setup-?tests\\.[cm]?[jt]sx?$`,
  ].join('|'),
)

const wholeFiles =
  /^(?:tutti\.ya?ml|gnumakefile|makefile|[\w.-]+\.mk|\.?justfile|taskfile\.ya?ml|rakefile|conftest\.py|sitecustomize\.py|usercustomize\.py|noxfile\.py|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.[cm]?js|bunfig\.toml|turbo\.json|nx\.json|lerna\.json|rush\.json|mocha\.opts|\.pre-commit-config\.ya?ml|lefthook\.ya?ml|settings\.gradle(?:\.kts)?|gradlew(?:\.bat)?|mvnw(?:\.cmd)?|directory\.build\.(?:props|targets)|[\w.-]+\.runsettings|nuget\.config|global\.json|tsconfig[\w.-]*\.json|jsconfig[\w.-]*\.json|ctestconfig\.cmake|go\.work)$/
const wholeFolders =
  /^(?:\.tutti|\.cargo|\.mvn|\.yarn\/(?:releases|plugins|patches|sdks)|\.config\/nextest|gradle\/wrapper)\/|(?:^|\/)node_modules(?:\/|$)/
/** At the root these would be taken for the runner of the same name. */
const shadows = /^(?:_?pytest|unittest|nose2?|coverage)(?:\.py|\/.*\.py)$/

const testTools =
  /^(?:tool|tool\.(?:pytest|coverage|tox|nox|ruff|mypy|pyright|basedpyright|black|isort|pylint|flake8|hatch\.envs|poe|pdm\.scripts|taskipy)(?:\..*)?|(?:tool:)?pytest(?:\..*)?|(?:flake8|mypy|coverage|isort|pylint|pycodestyle|tox|testenv|aliases)(?:[:.-].*)?)$/
const cargoTools =
  /^(?:test|bench|profile\.(?:test|dev|bench)|lints|workspace\.lints|workspace\.(?:members|exclude|default-members)|package\.(?:autotests|autobenches|build)|lib\.(?:test|doctest|harness|bench)|bin\.(?:test|harness)|patch|replace)(?:\..*)?$/

/** Projects that tests work on are no part of what proves this one. */
const fixtures = /(?:^|\/)(?:fixtures?|__fixtures__|testdata)\//

/** The part of a text that defines gates. */
type Part = (text: string) => string

const parts: readonly (readonly [name: RegExp, part: Part, added: 'counts' | 'free'])[] = [
  [
    /^(?:pyproject\.toml|setup\.cfg)$/,
    (text) => sectionLines(text, (name) => testTools.test(name)).join('\n'),
    'counts',
  ],
  [/^cargo\.toml$/, (text) => sectionLines(text, (name) => cargoTools.test(name)).join('\n'), 'free'],
  [
    /^pom\.xml$/,
    (text) =>
      squeeze(
        without(text, '<dependencies>', '</dependencies>').replaceAll(/<version>[^<]*<\/version>/g, ''),
      ),
    'free',
  ],
  [
    /^build\.gradle(?:\.kts)?$/,
    (text) => squeeze(text.replaceAll(/^[ \t]*dependencies[ \t]*\{[^{}]*\}/gm, '')),
    'free',
  ],
  [/^gradle\.properties$/, (text) => linesWith(text, /^(?!version\s*=)/i), 'counts'],
  [/\.(?:cs|fs|vb)proj$/, (text) => linesWith(text, /^(?!.*<\/?(?:Package|Project)Reference\b)/), 'free'],
  [
    /^\.gitattributes$/,
    (text) => linesWith(text, /\b(?:merge|filter|working-tree-encoding)\b|\[attr\]/),
    'counts',
  ],
  [
    /^cmakelists\.txt$/,
    (text) =>
      linesWith(
        text,
        /\b(?:enable_testing|add_test|include\s*\(\s*ctest|\w*discover_tests|set_tests_properties)\b/i,
      ),
    'free',
  ],
  [
    /^deno\.jsonc?$/,
    (text) => jsonPart(text, ['tasks', 'test', 'lint', 'fmt', 'compilerOptions', 'exclude', 'workspace']),
    'free',
  ],
  [/^composer\.json$/, (text) => jsonPart(text, ['scripts', 'config']), 'free'],
  [/^(?:project|workspace)\.json$/, (text) => jsonPart(text, ['targets', 'targetDefaults']), 'free'],
]

/** Whether the file as a whole says what a gate does or what it looks at. */
export function isGateFile(path: string): boolean {
  const folded = foldPath(path)
  const name = folded.slice(folded.lastIndexOf('/') + 1)
  if (wholeFolders.test(folded) || shadows.test(folded) || name === 'conftest.py') return true
  if (fixtures.test(folded)) return false
  if (wholeFiles.test(name)) return true
  return configFiles.test(name)
}

/** For a file that also holds innocent things: whether its part that defines gates differs; a file of many projects may be new. */
export function gatePartDiffers(path: string, before: string | null, after: string | null): boolean {
  const folded = foldPath(path)
  const name = folded.slice(folded.lastIndexOf('/') + 1)
  const found = parts.find(([pattern]) => pattern.test(name))
  if (found === undefined || fixtures.test(folded)) return false
  const [, part, added] = found
  if (before === null && added === 'free') return false
  return part(before ?? '') !== part(after ?? '')
}

/** The text without all that stands between two marks. */
function without(text: string, open: string, close: string): string {
  const kept: string[] = []
  let from = 0
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, from)) {
    const end = text.indexOf(close, start)
    if (end < 0) break
    kept.push(text.slice(from, start))
    from = end + close.length
  }
  return [...kept, text.slice(from)].join('')
}

function squeeze(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

function linesWith(text: string, pattern: RegExp): string {
  return squeeze(text)
    .split('\n')
    .filter((line) => pattern.test(line))
    .join('\n')
}

function jsonPart(text: string, keys: readonly string[]): string {
  try {
    const parsed = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, '')) as Readonly<
      Record<string, unknown>
    > | null
    return JSON.stringify(keys.map((key) => parsed?.[key] ?? null))
  } catch {
    return text
  }
}
