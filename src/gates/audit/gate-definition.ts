import { foldPath } from './fold-path.ts'
import { sectionLines } from './sections.ts'
import { differsBeyond, toldTestsDiffer, toolsFromHere } from './told-tests.ts'
import { isSettingsOf, isToolConfiguration } from './tool-configuration.ts'

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
  /(?:^|\/)\.cargo\/config(?:\.toml)?$|^(?:\.tutti|\.cargo|\.mvn|\.yarn\/(?:releases|plugins|patches|sdks)|\.config\/nextest|gradle\/wrapper)\/|(?:^|\/)node_modules(?:\/|$)/
/** At the root these would be taken for the runner of the same name. */
const shadows = /^(?:_?pytest|unittest|nose2?|coverage)(?:\.py|\/.*\.py)$/

const testTools =
  /^(?:tool|project\.entry-points\.pytest11(?:\..*)?|tool\.poetry\.plugins\.pytest11(?:\..*)?|tool\.uv\.sources\.(?:pytest|pluggy|coverage|hypothesis|mypy|ruff)[\w-]*|tool\.(?:pytest|coverage|tox|nox|ruff|mypy|pyright|basedpyright|black|isort|pylint|flake8|hatch\.envs|poe|pdm\.scripts|taskipy)(?:\..*)?|(?:tool:)?pytest(?:\..*)?|(?:flake8|mypy|coverage|isort|pylint|pycodestyle|tox|testenv|aliases)(?:[:.-].*)?)$/
const cargoTools =
  /^(?:test|bench|profile\.(?:test|dev|bench)|lints|workspace\.lints|workspace\.(?:members|exclude|default-members)|package\.(?:autotests|autobenches|build)|lib\.(?:test|doctest|harness|bench)|bin\.(?:test|harness)|patch|replace)(?:\..*)?$/

/** What an install runs of the repository's own, and programs that it puts in the place of a tool. */
const buildHooks =
  /^(?:build-system\.backend-path|tool\.(?:hatch\.(?:build|metadata)(?:\.[\w-]+)*\.hooks|setuptools\.cmdclass|pdm\.build\.run-setuptools|poetry\.build)(?:\..*)?|(?:project\.(?:gui-)?scripts|tool\.poetry\.scripts)\.(?:py\.?test|tox|nox|mypy|ruff|flake8|coverage|python\d?|pip|pylint|pyright))$/

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
        without(
          text.includes('<![CDATA[') ? text : without(without(text, '<!--', '-->'), '<scm>', '</scm>'),
          '<dependencies>',
          '</dependencies>',
        )
          .replaceAll(/<version>[^<]*<\/version>/g, '')
          .replaceAll(
            /<((?:[\w-]+\.)*(?:[\w-]*[vV]ersion|project\.build\.outputTimestamp))>[\w.:-]*<\/\1>/g,
            '',
          ),
      ),
    'free',
  ],
  [/^[\w.-]+\.gradle(?:\.kts)?$/, (text) => squeeze(withoutDependencies(text)), 'free'],
  [/^gradle\.properties$/, (text) => linesWith(text, /^(?!version\s*=)/i), 'counts'],
  [
    /\.(?:cs|fs|vb)proj$/,
    (text) =>
      squeeze(
        text.replaceAll(
          /<(?:Package|Project)Reference\b[^<>]*\/>|<(Package|Project)Reference\b[^<>]*[^/]>(?:\s*<(\w+)>[^<>]*<\/\2>)*\s*<\/\1Reference>|<(Version|Description|PackageVersion)>[^<>]*<\/\3>/g,
          '',
        ),
      ),
    'free',
  ],
  [
    /^\.gitattributes$/,
    (text) => linesWith(text, /\b(?:merge|filter|working-tree-encoding)\b|\[attr\]/),
    'counts',
  ],
  [
    /^deno\.jsonc?$/,
    (text) => jsonPart(text, ['tasks', 'test', 'lint', 'fmt', 'compilerOptions', 'exclude', 'workspace']),
    'free',
  ],
  [/^composer\.json$/, (text) => jsonPart(text, ['scripts', 'config']), 'free'],
  [/^angular\.json$/, angularGates, 'free'],
  [/^(?:project|workspace)\.json$/, (text) => jsonPart(text, ['targets', 'targetDefaults']), 'free'],
  [
    /^setup\.(?:py|cfg)$/,
    (text) => linesWith(text, /pytest11|\bcmdclass\b|\btest_suite\b|\btests_require\b/),
    'counts',
  ],
  [/^pipfile$/, (text) => sectionLines(text, (name) => name === 'scripts').join('\n'), 'free'],
  [/^pyproject\.toml$/, (text) => sectionLines(text, (name) => buildHooks.test(name)).join('\n'), 'counts'],
  [
    /^(?:requirements|constraints)[\w.-]*\.txt$/,
    (text) =>
      linesWith(
        text,
        /^(?:pytest|pluggy|coverage|tox|nose|mypy|ruff|flake8|hypothesis)\b.*(?:@|file:|\.\/)|^-e\s.*\bpytest|^--(?:index-url|extra-index-url|find-links|no-index)/i,
      ),
    'counts',
  ],
  [/^go\.mod$/, (text) => linesWith(text, /=>|^(?:ignore|godebug)\b/), 'free'],
  [/^pnpm-workspace\.ya?ml$/, (text) => blocksWithout(text, /^(?:packages|catalogs?)\s*:/), 'counts'],
  [
    /\.sbt$/,
    (text) => linesWith(text, /^(?!.*%\s*"?[Tt]est\b).*(?:\b[Tt]est\b|testOptions|addCommandAlias)/),
    'free',
  ],
  [
    /^mix\.exs$/,
    (text) =>
      linesWith(
        text.replaceAll(/\s#.*$/gm, ''),
        /^(?!.*\bonly:).*(?:\baliases\b|\btest\b|test_\w+|preferred_)/,
      ),
    'free',
  ],
  [/^(?:project\.clj|deps\.edn)$/, (text) => linesWith(text, /:?test\b|:aliases?\b/), 'free'],
  [/\.cabal$/, (text) => linesWith(text, /^(?:test-suite|type\s*:|main-is\s*:)/i), 'free'],
  [/^cmakepresets\.json$/, (text) => jsonPart(text, ['testPresets', 'workflowPresets']), 'free'],
  [
    /^\.editorconfig$/,
    (text) => linesWith(text, /^(?:ktlint|dotnet_diagnostic|dotnet_analyzer|generated_code|.*\bseverity\b)/i),
    'counts',
  ],
  [
    /^\.env(?:\.\w+)*$/,
    (text) =>
      linesWith(
        text,
        /^(?:export\s+)?(?:NODE_OPTIONS|NODE_PATH|PATH|LD_\w+|PYTHON\w+|PYTEST\w*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|MAVEN_\w+|GRADLE_OPTS|GOFLAGS|RUST\w*FLAGS|RUBYOPT|PERL5OPT|BASH_ENV|ENV|CI)\s*=/,
      ),
    'counts',
  ],
]

/** Whether the file as a whole says what a gate does or what it looks at. */
export function isGateFile(path: string): boolean {
  const folded = foldPath(path)
  const name = folded.slice(folded.lastIndexOf('/') + 1)
  if (wholeFolders.test(folded) || shadows.test(folded) || name === 'conftest.py') return true
  if (fixtures.test(folded)) return false
  if (wholeFiles.test(name) || isToolConfiguration(folded)) return true
  return configFiles.test(name)
}

/** For a file that also holds innocent things: whether its part that defines gates differs; a file of many projects may be new. */
export function gatePartDiffers(
  path: string,
  before: string | null,
  after: string | null,
  programs: ReadonlySet<string>,
): boolean {
  const folded = foldPath(path)
  const name = folded.slice(folded.lastIndexOf('/') + 1)
  if (fixtures.test(folded)) return false
  if (name === 'pnpm-workspace.yaml' && before !== null && losesPackages(before, after ?? '')) return true
  if (/^\.env\.(?:test|testing|ci|e2e)$/.test(name) && before !== null && losesLines(before, after ?? ''))
    return true
  if (toldTestsDiffer(name, before, after)) return true
  if (toolsFromHere(name, after).some((line) => !toolsFromHere(name, before).includes(line))) return true
  if (/^(?:pyproject\.toml|setup\.cfg)$/.test(name)) {
    const settings = (text: string | null): string =>
      sectionLines(text ?? '', (section) => isSettingsOf(section, programs)).join('\n')
    if (settings(before) !== settings(after)) return true
  }
  return parts.some(
    ([pattern, part, added]) =>
      pattern.test(name) &&
      !(before === null && added === 'free') &&
      (before === null
        ? part('') !== part(after ?? '')
        : differsBeyond(linesOf(part(before)), linesOf(part(after ?? '')), harmless)),
  )
}

/** A build file without the dependencies that it lists; what else stands among them stays. */
function withoutDependencies(text: string): string {
  let open = 0
  const kept = text.split('\n').filter((line) => {
    if (open === 0 && !/^[ \t]*dependencies[ \t]*\{/.test(line)) return true
    open += (line.match(/\{/g)?.length ?? 0) - (line.match(/\}/g)?.length ?? 0)
    return !dependency.test(line.replace(/^[ \t]*dependencies[ \t]*\{/, ''))
  })
  return kept.filter((line) => !/^version\s*=?\s*["'][\w.-]+["']\s*$/.test(line)).join('\n')
}

/** A test more for a crate, by its name and place, and a marker more for pytest, with what it means. */
const harmless =
  /^test: (?:\[\[ ?test ?\]\]|name = "[\w-]+"|path = "tests\/[\w/-]+\.rs")$|^tool\.pytest\.ini_options: ["'](?!(?:ignore|default|error|once|always|module)\b)[a-z_]\w*(?:\([^)]*\))?: [^"']+["'],?$/

/** A line that names a dependency or what it leaves out. */
const dependency =
  /^\s*(?:\/\/.*|["']?\w+["']?\s*(?:\(\s*)?(?:["'][\w.:@${}+[\](),-]*["']|(?:libs|deps|projects|project|platform|enforcedPlatform|kotlin|group|module|testFixtures|npm)\b[^=;{}]*)\s*(?:,[^=;{}]*)?\)*\s*\{?|\w+|[{}\s]*)\s*\}?\s*$/

/** Settings of tests may be added to; those that were there stay. */
function losesLines(before: string, after: string): boolean {
  const now = new Set(squeeze(after).split('\n'))
  return squeeze(before)
    .split('\n')
    .some((line) => !line.startsWith('#') && !now.has(line))
}

/** Packages are taken from the workspace, or what a catalog has comes from somewhere else than a registry. */
function losesPackages(before: string, after: string): boolean {
  const entries = (text: string): readonly string[] =>
    text.split('\n').flatMap((line) => /^\s*-\s*["']?([^"'\s!#]+)/.exec(line)?.[1] ?? [])
  const versions = (text: string): ReadonlyMap<string, string> =>
    new Map(
      [...text.matchAll(/^\s+["']?([@\w./-]+)["']?:[ \t]*["']?([^"'\s#]+)/gm)].map(
        ([, name = '', from = '']) => [name, from],
      ),
    )
  const [kept, old] = [new Set(entries(after)), versions(before)]
  return (
    entries(before).some((each) => !kept.has(each)) ||
    [...versions(after)].some(
      ([name, from]) => old.has(name) && old.get(name) !== from && /^(?:[a-z+]+:|[./]|~\/)/i.test(from),
    )
  )
}

/** The targets of an Angular workspace that judge; what else it builds and serves is the product's. */
function angularGates(text: string): string {
  try {
    const { projects = {} } = JSON.parse(text) as { projects?: Readonly<Record<string, unknown>> }
    return JSON.stringify(
      Object.entries(projects).map(([name, project]) => {
        const { architect, targets } = project as Readonly<Record<string, Readonly<Record<string, unknown>>>>
        const all = Object.entries(architect ?? targets ?? {})
        return [name, all.filter(([target]) => /^(?:test|lint|e2e|check|verify)/.test(target))]
      }),
    )
  } catch {
    return text
  }
}

/** A YAML text without the blocks of some keys; what a list of them leaves out stays. */
function blocksWithout(text: string, keys: RegExp): string {
  let left = false
  const kept = text.split('\n').filter((line) => {
    if (/^[^\s#-]/.test(line)) left = keys.test(line)
    return !left || /^\s*-\s*["']?!/.test(line)
  })
  return squeeze(kept.filter((line) => !/^\s*#/.test(line)).join('\n'))
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

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
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
