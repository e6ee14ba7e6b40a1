import { programsIn } from './called-names.ts'

/** Settings, exceptions and baselines of test runners and checkers, by names that nothing else has. */
const settings = new RegExp(
  `^(?:${[
    '(?:web-test-runner|wtr|poku|rstest|codecept|node|protractor)\\.conf(?:ig)?\\.\\w+',
    '\\.(?:labrc|testcaferc|pokurc|size-limit|bundlewatch|dependency-cruiser|markdownlint[\\w-]*|secretlintrc|jscpd|htmlhintrc|htmlvalidate|remarkrc|depcheckrc)(?:\\.\\w+)?',
    '\\.?cspell(?:\\.config)?\\.\\w+|api-extractor\\.json|eslint-suppressions\\.json',
    '(?:phpstan|psalm|detekt|lint|mypy)-baseline\\.\\w+|\\.rubocop_todo\\.yml|\\.secrets\\.baseline',
    '\\.bandit|bandit\\.ya?ml|\\.isort\\.cfg|\\.pydocstyle\\w*|\\.pyre_configuration|behave\\.ini|\\.behaverc',
    'lint\\.xml|(?:spotbugs|findbugs|pmd)[\\w-]*\\.xml|[\\w-]*suppressions?\\.xml|\\.?phpcs\\.xml(?:\\.dist)?|infection\\.json5?(?:\\.dist)?',
    '\\.bazelrc|\\.bazelignore|\\.credo\\.exs|dart_test\\.ya?ml|analysis_options\\.ya?ml|\\.proverc|\\.perlcriticrc',
    'ctestcustom\\.cmake|\\.clang-tidy|staticcheck\\.conf|insta\\.ya?ml|\\.simplecov|xunit\\.runner\\.json|testconfig\\.json|\\.globalconfig',
    '\\.semgrepignore|\\.trivyignore|\\.gitleaks\\.toml|\\.gitleaksignore|sonar-project\\.properties',
    '\\.flowconfig|\\.importlinter|\\.stestr\\.conf|\\.?lighthouserc\\.\\w+',
    'junit-platform\\.properties|spockconfig\\.groovy',
    '(?:gulpfile|gruntfile|jakefile)\\.[cm]?[jt]s|magefile\\.go',
  ].join('|')})$`,
)
/** Names that other folders use for something else. */
const atRoot = /^(?:deny|revive|robot|hatch|pixi)\.toml$|^(?:tasks|dodo)\.py$/
/** Extensions and replacements of test libraries, and patches that an install lays over packages. */
const places =
  /(?:^|\/)meta-inf\/services\/(?:org\.(?:junit|testng|spockframework|mockito|assertj|hamcrest)|io\.(?:kotest|cucumber))[^/]*$|(?:^|\/)mockito-extensions\/[^/]+$|(?:^|\/)patches\/[^/]+[+@][^/]*\.patch$|^\.basedpyright\/|(?:^|\/)vendor\/(?:[\w.-]+\/)*(?:testify|gomega|ginkgo|go-cmp|gotest\.tools|quicktest|go-check|phpunit|prophecy|pest|mockery)\//

/** Whether a path, folded, is what a tool reads to know what it has to look at. */
export function isToolConfiguration(path: string): boolean {
  return settings.test(path.slice(path.lastIndexOf('/') + 1)) || atRoot.test(path) || places.test(path)
}

/** Programs that are known by other files, or that have files of their name for other ends. */
const known =
  /^(?:env|node|npm|pnpm|yarn|bun|deno|npx|sh|bash|zsh|make|git|go|cargo|java|javac|python[\d.]*|pip\d?|ruby|perl|php|docker|podman|curl|cat|sed|awk|grep|find|xargs|tar|cp|mv|rm|mkdir|ls|cc|gcc|clang|cmake|sleep|printf|date|touch|timeout|wait-on|tee|sort|head|tail|wc|diff|sudo|which|open)$/

/** Names that a program has for its settings besides its own. */
const aliases: Readonly<Record<string, string>> = { forge: 'foundry', 'lint-imports': 'importlinter' }
/** Programs that only start another one. */
const starter =
  /\b(?:python[\d.]*\s+-m|(?:uv|poetry|pdm|hatch|pipenv|rye|pipx|pixi)\s+run|uvx|bundle\s+exec|(?:npm|pnpm|yarn)\s+(?:exec|dlx)|mise\s+exec)\s+(?:--\s+)?(?=([\w][\w.-]*))/g

/** The programs that command lines start, also by way of another one, by the names of their settings. */
export function settingsOwners(commands: readonly string[]): ReadonlySet<string> {
  const started = commands.flatMap((line) => [...line.matchAll(starter)].flatMap(([, name]) => name ?? []))
  return new Set(
    [...programsIn(commands), ...started].flatMap((name) => [name.toLowerCase(), aliases[name] ?? []].flat()),
  )
}

/** Those that install have what they install in a manifest. */
const installers = /^(?:poetry|uv|pdm|hatch|rye|pixi|flit|setuptools|pipenv)$/

/** Whether a section of a manifest is the settings of one of these programs. */
export function isSettingsOf(section: string, programs: ReadonlySet<string>): boolean {
  const program = /^(?:tool[.:])?([\w-]+)/.exec(section)?.[1] ?? ''
  return programs.has(program) && !known.test(program) && !installers.test(program)
}

/** Whether a path, folded, is by its name the settings of one of these programs, whatever it is. */
export function configures(path: string, programs: ReadonlySet<string>): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const found =
    /^\.?([a-z][\w-]{2,40}?)(?:rc|ignore)(?:\.\w+)?$/.exec(name) ??
    /^\.?([a-z][\w-]{2,40})\.config\.\w+$/.exec(name) ??
    /^\.([a-z][\w-]{2,40})(?:\.(?:toml|ya?ml|ini|cfg|conf|hcl|json[5c]?|[cm]?js))?$/.exec(name) ??
    /^_([a-z][\w-]{2,40})\.toml$/.exec(name) ??
    (name === path ? /^([a-z][\w-]{1,40})\.(?:toml|ya?ml|ini|cfg|json[5c]?|[cm]?[jt]s)$/.exec(name) : null)
  const program = found?.[1]
  return program !== undefined && programs.has(program) && !known.test(program)
}

/** What a container is told to run, where gates are run in one; a new one counts where it is taken up by itself. */
export function tellsContainer(path: string, isNew: boolean, programs: ReadonlySet<string>): boolean {
  if (!programs.has('docker') && !programs.has('docker-compose') && !programs.has('podman')) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (isNew) return /^(?:docker-)?compose\.override\.ya?ml$/.test(name)
  return /^(?:(?:docker-)?compose(?:[.-][\w-]+)*\.ya?ml|(?:dockerfile|containerfile)(?:\.[\w-]+)?|[\w-]+\.dockerfile)$/.test(
    name,
  )
}
