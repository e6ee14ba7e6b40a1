import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { AuditFinding } from './audit-finding.ts'
import { countOf } from './similarity.ts'
import { lostAttention } from './lost-attention.ts'
import type { SourceLine } from './source-lines.ts'
import { sourceLines } from './source-lines.ts'
import { testPart } from './test-file.ts'

/** Comments by which a checker looks away. What a formatter leaves alone is nobody's harm. */
const directives = new RegExp(
  [
    '@ts-(?:nocheck|ignore|expect-error)\\b',
    '(?:eslint|oxlint|stylelint|rslint)-disable\\b',
    '^eslint\\s+(?=[^]*(?::\\s*(?:\\[\\s*)?(?:0|["\']?off["\']?)(?:\\W|$)))',
    '^\\W*(?:@noflow|Stryker\\s+disable)\\b',
    '(?:tslint|swiftlint|rubocop|revive|credo|ktlint|phpcs|psalm):(?:disable|ignore|todo)\\w*',
    'ktlint-disable\\b',
    '(?:biome|deno-lint|svelte|vue|noir)-ignore\\b',
    'jshint\\s+(?:ignore|-W)',
    '\\$Flow(?:FixMe|Ignore|ExpectedError)\\b',
    '(?:flake8|ruff):\\s*noqa\\b|\\bnoqa\\b(?=\\s*(?::|$|#|\\(|--))',
    '(?:type|pyright|pyrefly|ty|pyre|steep):?\\s?-?\\s*ignore\\b(?=\\s*(?:\\[|$|#|--))',
    'pyright:\\s*(?:basic|off|report\\w+\\s*=)',
    '(?:pylint|pytype):\\s*(?:disable|skip-file)',
    'mypy:\\s*(?:ignore|disable-error-code|allow|no-|implicit|follow.imports)[\\w-]*',
    'mypy:.*=\\s*(?:false|skip|silent)\\b',
    '^#+\\s*no\\s+critic\\b|\\buncoverable\\b|standard:(?:disable|todo)|:reek:',
    '\\bNOPMD\\b|\\bCPD-OFF\\b|\\bnosem(?:grep)?\\b|\\bskipcq\\b|\\blint-(?:ignore|fixme):|scala(?:fix|style):off|periphery:ignore|infection-ignore-all|codingStandardsIgnore',
    'gitleaks:allow|trufflehog:ignore|pragma:\\s*allowlist\\s+secret',
    'pyre-(?:ignore-all-errors|fixme|unsafe)\\b',
    'pragma:\\s*no\\s*(?:cover|branch)',
    '\\bno(?:sec|sonar)\\b(?=\\s*(?::|B\\d|G\\d|$|--))',
    '(?:istanbul|c8|v8)\\s+ignore\\b|node:coverage\\s+(?:ignore|disable)',
    '\\b(?:LCOV|GCOVR?|GRCOV)_EXCL\\w*|coverage:\\s*ignore|:nocov:|@codeCoverageIgnore\\w*',
    '^//\\s?nolint\\b|lint:(?:file-)?ignore\\b|#nosec\\b',
    '\\bNOLINT(?:NEXTLINE|BEGIN)?\\b|cppcheck-suppress\\b|coverity\\[',
    '\\bNOSONAR\\b|CHECKSTYLE[:.\\s]*OFF|\\bnoinspection\\b|ReSharper disable\\b',
    '@(?:phpstan|psalm)-(?:ignore|suppress)\\w*|@SuppressWarnings\\b',
    'typed:\\s*(?:ignore|false)\\b',
    'shellcheck\\s+disable|hadolint\\s+ignore|yamllint\\s+disable|tfsec:ignore|checkov:skip',
    '^//\\s*ignore(?:_for_file)?:',
    'luacheck:\\s*ignore\\b|(?:cspell|spell-checker):\\s*disable\\b(?!d)|tflint-ignore\\b|^#\\s*ansible-lint:?\\s*(?:skip|disable)\\b',
    'HLINT\\s+ignore|OPTIONS_GHC\\s+-(?:w|Wno)',
  ].join('|'),
  'i',
)

/** The same said in code. */
const attributes =
  /#!?\[\s*(?:cfg_attr\s*\(.*,\s*)?(?:allow|expect)\s*\(|#\[\s*coverage\s*\(\s*off|@(?:file:|(?:\w+\.)+)?Suppress(?:Warnings|Lint|FBWarnings)?\b|\[\s*(?:\w+:\s*)?(?:SuppressMessage|ExcludeFromCodeCoverage)\b|#\s*pragma\s+(?:(?:GCC|clang)\s+diagnostic\s+ignored|warning\s*\(?\s*disable)|@(?:typing\.)?no_type_check\b|#\s*pragma\s+(?:GCC|clang)\s+system_header\b|\b_Pragma\s*\(\s*"|\bno_sanitize\w*\b|^\s*#\s*nullable\s+disable\b|^\s*#\s*nowarn\b|@(?:\w+\.)*nowarn\b|\bif\s+not\s+(?:typing\.)?TYPE_CHECKING\b|\bskip_ansible_lint\b/

/** A whole file is let off by these, a test's too. */
const wholeFile =
  /@ts-nocheck|(?:eslint|oxlint)-disable(?!-)|(?:flake8|ruff):\s*noqa|mypy:\s*ignore-errors|(?:pylint|pytype):\s*skip-file|#!\[/i

/** Each test of Rust compiles what all of them share, and uses some of it. */
const unusedHelp = /^#!\[\s*allow\s*\((?:\s*(?:dead_code|unused(?:_\w+)?)\s*,?)+\)\s*\]$/

/** Text in which such words are only told about. */
const prose = /\.(?:md|mdx|rst|adoc|txt|ipynb|snap|lock|json|svg)$/i

/** Without one of these words nothing is looked for. */
const anyWord =
  /ts-|eslint|stryker|ignore|disable|noqa|flow|basic|report|skip|allow|expect|fixme|unsafe|cover|nosec|nosonar|sonar|excl|nolint|suppress|checkstyle|noinspection|typed|todo|options_ghc|diagnostic|no_type_check|jshint|nocov|pyright|mypy|critic|uncoverable|standard|reek|nopmd|cpd-|nosem|skipcq|lint-|scala|periphery|infection|codingstandards|gitleaks|trufflehog|pragma|sanitize|nullable|nowarn|type_checking/i

type Suppression = { readonly key: string; readonly line: string }

/** Comments and attributes by which a change has a checker look away; those that only moved do not count. */
export function auditSuppressions(
  files: readonly ChangedFile[],
  agreed: (path: string) => boolean,
): readonly AuditFinding[] {
  const read = files.flatMap((file) => {
    const { path, before, after, opaque } = file
    return opaque || prose.test(path) || before === after
      ? []
      : [{ file, path, before: suppressionsIn(path, before), after: suppressionsIn(path, after) }]
  })
  // What a test no longer says is no leave for the product to say it.
  const gone = (side: boolean): Map<string, number> =>
    countOf(
      read
        .filter(({ path }) => (testPart(path) !== null) === side)
        .flatMap(({ before, after }) => beyond(before, after).map(({ key }) => key)),
    )
  const [freeInTests, free] = [gone(true), gone(false)]
  return read.flatMap(({ file, path, before, after }): readonly AuditFinding[] => {
    const left = testPart(path) === null ? free : freeInTests
    const fresh = beyond(after, before).filter(({ key }) => {
      const count = left.get(key) ?? 0
      left.set(key, count - 1)
      return count <= 0
    })
    const isFree = ({ line }: Suppression): boolean =>
      !wholeFile.test(line) || (file.before === null && unusedHelp.test(line))
    const counted = testPart(path) === null ? fresh : fresh.filter((each) => !isFree(each))
    const lost = lostAttention(file)
    const first = counted[0]?.line ?? newlyGenerated(file) ?? (lost === null ? null : `${lost} (taken away)`)
    if (first === null) return []
    const weight = agreed(path) ? 'needs-approval' : 'refused'
    const line = first.slice(0, 120)
    return [
      {
        rule: 'suppression',
        path,
        weight,
        message: `${path}: \`${line}\` has a checker look away; mend what it says instead, or say in your reply why that cannot be.`,
        told: `has a checker look away in ${path} (\`${line}\`)`,
      },
    ]
  })
}

/** Those of one list that the other does not have as often. */
function beyond(list: readonly Suppression[], other: readonly Suppression[]): readonly Suppression[] {
  const left = countOf(other.map(({ key }) => key))
  return list.filter(({ key }) => {
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}

/** A file that somebody wrote is called generated, which checkers leave alone. */
function newlyGenerated({ path, before, after }: ChangedFile): string | null {
  if (!/\.(?:go|cs)$/.test(path) || before === null || after === null) return null
  const mark = /^\/[/*].*(?:code generated\b|autogenerated file\b|<auto-?generated\b).*$/im
  return mark.test(before) ? null : (mark.exec(after)?.[0] ?? null)
}

function suppressionsIn(path: string, text: string | null): readonly Suppression[] {
  if (text === null || !anyWord.test(text)) return []
  const lines = sourceLines(path, text)
  return lines.flatMap(({ code, bare, comment }, at) => {
    const said = isUsual(path, code, comment)
      ? []
      : comment
          .trim()
          .split(/\s+(?=#|\/\/)/)
          .flatMap((part) => {
            const hit = directives.exec(part)
            return hit === null ? [] : [keyOf(part.slice(hit.index))]
          })
    // An attribute of Rust may begin on a line of its own.
    const done = attributes.exec(/^\s*#!?\[\s*$/.test(bare) ? `${bare}${lines[at + 1]?.bare ?? ''}` : bare)
    const line = `${code}${comment}`.trim()
    return [
      ...said.map((key) => ({ key, line: comment.trim() })),
      ...(done === null ? [] : [{ key: attributeFrom(lines.slice(at)), line }]),
    ]
  })
}

/** Lines that an attribute may go over. */
const MOST_LINES = 8

/** The whole attribute with its texts, and without the code that it stands before. */
function attributeFrom(lines: readonly SourceLine[]): string {
  const [first, ...others] = lines.slice(0, MOST_LINES).map(({ code }) => code.trim())
  const from = first?.slice(attributes.exec(first)?.index ?? 0) ?? ''
  if (!/^[^\s]*[([]/.test(from)) return keyOf(from)
  let open = 0
  let text = ''
  for (const letter of [from, ...others].join('').replaceAll(/\s+/g, '')) {
    text += letter
    if ('(['.includes(letter)) open += 1
    if (')]'.includes(letter)) open -= 1
    if (open === 0 && ')]'.includes(letter)) break
  }
  return text
}

/** What Python's own ways ask for: nothing that it lets pass could be wrong in another way. */
function isUsual(path: string, code: string, comment: string): boolean {
  if (!/\.pyi?$/.test(path)) return false
  const line = code.trim()
  if (/^#\s*noqa:\s*(?:F40[135](?:[,\s]+|$))+$/i.test(comment.trim()))
    return path.endsWith('__init__.py') && /^(?:from|import)\b/.test(line)
  if (/^#\s*type:\s*ignore\[import(?:-untyped|-not-found)?\]\s*(?:#.*)?$/.test(comment.trim()))
    return /^(?:from|import)\b/.test(line)
  return (
    /^#\s*pragma:\s*no\s*cover\s*$/.test(comment.trim()) &&
    /^(?:if\s+(?:typing\.)?TYPE_CHECKING\s*:|if\s+__name__\s*==|@(?:abc\.)?abstractmethod\b|raise\s+NotImplementedError\b|\.\.\.$)/.test(
      line,
    )
  )
}

/** What is switched off, without the reason that is given for it. */
function keyOf(said: string): string {
  return (
    said
      .split(/\s--\s/, 1)[0]
      ?.replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase() ?? ''
  )
}
