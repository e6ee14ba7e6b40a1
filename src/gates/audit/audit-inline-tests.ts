import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { AuditFinding } from './audit-finding.ts'
import { linesOf } from './diff-lines.ts'
import { lostGround, tokensOf } from './inline-grounds.ts'
import { inlineTests } from './inline-tests.ts'
import { countOf } from './similarity.ts'
import { isAssertion, mayHide } from './test-lines.ts'
import { renamedIn } from './test-names.ts'
import { bracketBalance, weakening } from './weakened-tests.ts'

/**
 * What a change does to tests that stand in a file of the product, beside the code that they test. Their old version
 * cannot be run by itself, so that a person must agree to an expectation that is gone.
 */
export function auditInlineTests(
  files: readonly ChangedFile[],
  partOf: (path: string) => 'test' | 'support' | null,
): readonly AuditFinding[] {
  return files.flatMap((file): readonly AuditFinding[] => {
    const { path, before, after } = file
    if (before === null || after === null || before === after || partOf(path) !== null) return []
    const old = inlineTests(path, before)
    if (old.length === 0) return []
    const now = inlineTests(path, after)
    const { skipped } = path.toLowerCase().endsWith('.rs')
      ? weakening(path, before, after)
      : weakening(path, old.join('\n'), now.join('\n'))
    const lost =
      firstLost(old.map(renamedIn(before, after)), now) ??
      lostGround(path, { text: before, tests: old }, { text: after, tests: now })
    return [
      ...(skipped === null ? [] : [skippedInline(path, skipped)]),
      ...(lost === null ? [] : [lostInline(path, lost.trim().slice(0, 120))]),
    ]
  })
}

function skippedInline(path: string, line: string): AuditFinding {
  return {
    rule: 'test-skipped',
    path,
    weight: 'refused',
    message: `${path}: \`${line}\` keeps tests from running; let all tests run that ran before.`,
    told: `keeps tests in ${path} from running (\`${line}\`)`,
  }
}

function lostInline(path: string, line: string): AuditFinding {
  return {
    rule: 'test-changed',
    path,
    weight: 'needs-approval',
    message: `${path}: what a test beside the code expects was changed, first at \`${line}\`; a person must agree to that.`,
    told: `changed what a test in ${path} expects, first at \`${line}\``,
  }
}

/** The first expectation that is gone, or that asks for something else; the first new line that hides one. */
function firstLost(old: readonly string[], now: readonly string[]): string | null {
  const left = countOf(now.map((line) => line.trim()))
  const hides = now.filter((line) => {
    if (!mayHide(line)) return false
    const known = old.filter((each) => each.trim() === line.trim()).length
    return known < (left.get(line.trim()) ?? 0)
  })
  const come = countOf(expectationsIn(now))
  const gone = expectationsIn(old).filter((each) => {
    const same = come.get(each) ?? 0
    come.set(each, same - 1)
    return same <= 0
  })
  const alike = countOf(
    [...come].flatMap(([each, count]) => Array<string>(Math.max(0, count)).fill(keyOf(each))),
  )
  const lost = gone.find((each) => {
    const same = alike.get(keyOf(each)) ?? 0
    alike.set(keyOf(each), same - 1)
    return same <= 0
  })
  return lost ?? hides[0] ?? null
}

/** Assertions with all their lines, and lines of examples, without the white space between. */
function expectationsIn(lines: readonly string[]): readonly string[] {
  const found: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (attribute.test(line)) found.push(line.trim())
    if ((!isAssertion(line) && !line.startsWith(EXAMPLE)) || /^\s*\/\//.test(line)) continue
    const taken = [line.trim()]
    let open = line.startsWith(EXAMPLE) ? 0 : bracketBalance(line)
    while (open > 0 && at + 1 < lines.length && taken.length < LONGEST) {
      at += 1
      taken.push((lines[at] ?? '').trim())
      open += bracketBalance(lines[at] ?? '')
    }
    found.push(taken.join(' '))
  }
  return found
}

const LONGEST = 60
/** What makes a test of what follows. */
const attribute = /^\s*#\[\s*(?:cfg\s*\(\s*test\s*\)|(?:\w+::)*test\b)/
/** What an example of a documentation is told by; see `inlineTests`. */
const EXAMPLE = '\0'

/** Another way to say the same: the words before its bracket and all values in it. */
function keyOf(expectation: string): string {
  if (attribute.test(expectation)) return expectation
  const word = expectation.startsWith(EXAMPLE) ? EXAMPLE : (/^[\w.:!$]+/.exec(expectation)?.[0] ?? '')
  return [word, ...linesOf(expectation).flatMap(tokensOf).toSorted()].join(' ')
}
