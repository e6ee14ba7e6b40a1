import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { AuditFinding } from './audit-finding.ts'
import { diffLines } from './diff-lines.ts'
import { equalToAll } from './equal-to-all.ts'
import { isGateFile } from './gate-definition.ts'
import { sourceLines } from './source-lines.ts'
import { statementsOf } from './statements-of.ts'
import { testPart } from './test-file.ts'
import { piecesOf, toolGiver, toolNames, toolWriter } from './tool-writes.ts'

const matchers =
  'toBe|toEqual|toStrictEqual|toMatch|toMatchObject|toMatchSnapshot|toThrow|toContain|toContainEqual|toHaveLength|toHaveProperty|toBeCloseTo|toBeTruthy|toBeFalsy|toBeDefined|toBeNull|toBeGreaterThan|toBeLessThan'

const script = /\.[cm]?[jt]sx?$/i
const javascript: readonly RegExp[] = [
  /^\s*(?:globalThis|global)\s*(?:\.\s*|\[\s*["'])(?:expect|assert|it|test|describe|suite|beforeEach|afterEach|before|after)\b["'\]\s]*=(?!=)/,
  /\bprocess\s*(?:\.\s*|\[\s*["'])(?:exit|reallyExit|abort|emit)["'\]\s]*=(?!=)/,
  /\b(?:Object|Reflect|mock|vi|jest|sinon)\s*\.\s*(?:defineProperty|set|method|getter|setter|spyOn|stub|replace)\s*\(\s*process\s*,\s*["'](?:exitCode|exit|reallyExit)["']/,
  /\b(?:Object\s*\.\s*(?:assign|defineProperties))\s*\(\s*process\s*,\s*\{.*\b(?:exitCode|exit|reallyExit)\b/,
  /\bObject\s*\.\s*(?:assign|defineProperties)\s*\(\s*(?:globalThis|global)\s*,\s*\{.*\b(?:expect|assert|it|test|describe)\b/,
  /^process\s*\.\s*(?:stdout|stderr)\s*\.\s*_?write\s*=(?!=)/,
  /^Object\s*\.\s*(?:is|keys|getPrototypeOf)\s*=(?!=)/,
  /\boverwrite(?:Method|Property|ChainableMethod)\s*\(\s*[\w.]*\bAssertion\.prototype\b|\bAssertion\.prototype\.\w+\s*=(?!=)/,
  new RegExp(`\\bexpect\\s*\\.\\s*extend\\s*\\(\\s*\\{\\s*(?:async\\s+)?(?:${matchers})\\s*[(:,]`),
  /\b(?:currentTest|this\.test)\s*\.\s*(?:fn|state|pending|err|timedOut)\s*=(?!=)/,
  /\bexpect\s*\.\s*(?:setState\s*\(\s*\{\s*suppressedErrors\s*:\s*\[\s*\])/,
]
const python: readonly RegExp[] = [
  /\b(?:TestCase|(?:Text)?TestResult|TestSuite|TestLoader|TestProgram|(?:Text)?TestRunner)\.\w+\s*=(?!=)|\bsetattr\s*\(\s*(?:unittest\.)?(?:case\.)?TestCase\b/,
  /^\s*(?:unittest|doctest)(?:\.\w+)+\s*=(?!=)|\bsetattr\s*\(\s*(?:unittest|doctest|_?pytest)\b/,
  /^\s*(?:sys\.exit|os\._exit|os\.abort)\s*=(?!=)/,
  /^\s*_?pytest(?:\.\w+)+\s*=(?!=)|\bsys\.modules\s*\[\s*["'](?:_?pytest|unittest)\b/,
  /^\s*(?:builtins\.)?AssertionError\s*=(?!=)/,
  /^\s*(?:async\s+)?def\s+pytest_(?:runtest|pyfunc|collection|sessionfinish|report|exception|ignore_collect|itemcollected|deselected|configure|unconfigure|load_initial|cmdline)\w*\s*\(/,
  /^pytest_plugins\s*[:=]/,
]
/** How a program of C ends, and how its assertions do. */
const ending = '(?:abort|exit|_exit|_Exit|quick_exit|__assert_fail|__assert_rtn|__assert|_assert|_wassert)'
const assertions =
  '(?:assert|static_assert|ck_assert\\w*|cr_assert\\w*|TEST_ASSERT\\w*|(?:EXPECT|ASSERT)_(?:EQ|NE|TRUE|FALSE|L[TE]|G[TE]|STREQ|NEAR|FLOAT_EQ|DOUBLE_EQ|THAT|THROW|NO_THROW)|main|return|abort|exit)'
const native: readonly RegExp[] = [
  /^\s*#\s*define\s+NDEBUG\b/,
  new RegExp(`^\\s*#\\s*(?:define|undef)\\s+${assertions}\\b`),
  // Written out, and not only declared.
  new RegExp(`^(?:[A-Za-z_][\\w()]*[\\s*]+)+${ending}\\s*\\([^;{}]*\\)\\s*(?:\\{|$)`),
]
const others: readonly (readonly [endings: RegExp, patterns: readonly RegExp[]])[] = [
  [script, javascript],
  [/\.py$/i, python],
  [/\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|inl|ipp)$/i, native],
  [
    /\.rb$/i,
    [
      /^\s*(?:module|class)\s+(?:Minitest|RSpec|Test::Unit)(?:::\w+)*\s*$|^\s*(?:Minitest|RSpec)[\w:]*\.(?:prepend|class_eval|send)\b/,
    ],
  ],
  [/\.go$/i, [/\bos\.Args\s*=(?!=)[^\n]*-test\.|\bflag\.Set\s*\(\s*"test\./]],
  [
    /(?:^|\/)[^/.]+\.(?:sh|bash)$|(?:^|\/)[^/.]+$/i,
    [
      /^\s*(?:function\s+)?(?:exit|test|\[|diff|cmp|false|node|npm|npx|python3?|pytest|go|cargo|make|ruby|perl|prove|java|mvn|gradle|dotnet|php|g?cc)\s*\(\s*\)\s*\{?|^\s*alias\s+(?:node|npm|npx|python3?|pytest|go|cargo|make|ruby|perl|prove|java|mvn|gradle|dotnet|php|g?cc)=/,
    ],
  ],
]

/**
 * Lines by which a change puts something else in the place of assertions, runners or the end of the process, wherever
 * they stand: the product is loaded by its tests too.
 */
export function auditTampering(
  files: readonly ChangedFile[],
  partOf: (path: string) => 'test' | 'support' | null = testPart,
): readonly AuditFinding[] {
  return files.flatMap((file): readonly AuditFinding[] => {
    const { path } = file
    const isProduct = partOf(path) === null && !isGateFile(path)
    const line = file.after === null || isConftest(path) ? null : firstTampering(file, isProduct)
    if (line === null) return []
    return [
      {
        rule: 'patch',
        path,
        weight: 'needs-approval',
        message: `${path}: \`${line}\` changes what judges the work: an assertion, a runner, or how the process ends; leave that as it is.`,
        told: `has ${path} change what judges the work, an assertion, a runner or how the process ends (\`${line}\`)`,
      },
    ]
  })
}

/** A file that defines gates is judged as one. */
function isConftest(path: string): boolean {
  return /(?:^|\/)conftest\.py$/i.test(path)
}

/** A letter of a name that is written so that nobody reads it; in texts it is nothing special. */
const escaped = /\\u(?:[\da-f]{4}|\{)/i

function firstTampering({ path, before, after }: ChangedFile, isProduct: boolean): string | null {
  const known = others.find(([endings]) => endings.test(path))?.[1] ?? []
  // A test that is written in C may bring assertions of its own; the old ones are run without them.
  const patterns = known === native && testPart(path) !== null ? [] : known
  if (before === after) return null
  const lines = sourceLines(path, after ?? '')
  const now = lines.map(({ code }) => code)
  const old = sourceLines(path, before ?? '').map(({ code }) => code)
  const bareOf = new Map(lines.map(({ code, bare }) => [code, bare]))
  const isText = (line: string): boolean => bareOf.get(line)?.replaceAll('"', '').trim() === ''
  const writes = script.test(path) ? toolWriter(toolNames(now)) : () => false
  const gives = script.test(path) && isProduct ? toolGiver(now) : () => false
  for (const { added } of diffLines(old, now)) {
    const joined = added.map((line) => line.trim()).join(' ')
    const equal = equalToAll(path, joined)
    if (equal !== null) return equal.slice(0, 120)
    const found = added.find((code) => {
      const bare = bareOf.get(code) ?? code
      if (isText(code) || old.includes(code)) return false
      return (
        piecesOf(code)
          .flatMap((piece) => (script.test(path) ? statementsOf(piece) : [piece]))
          .some((piece) => patterns.some((each) => each.test(piece))) ||
        (script.test(path) && escaped.test(bare)) ||
        writes({ code, bare }) ||
        gives(bare)
      )
    })
    if (found !== undefined) return found.replaceAll(/\s+/g, ' ').trim().slice(0, 120)
  }
  return null
}
