import type { SourceLine } from './source-lines.ts'
import { LONGEST_LINE } from './test-lines.ts'

const declared =
  /(?:^|[\s;{}(])(?:const|let|var|val|def|fn|fun|func|function\*?|class|auto|my|local)\s+(?:([\p{L}_$][\p{L}\p{N}_$]*)|[[{]([^\]}=]*)[\]}])/gu
const parameters = /(?:^|[\s=(,])\(?([\w$,\s]*)\)?\s*=>|\bfunction\b[^(]*\(([^)]*)\)/g
const foreign = /\b(?:require|import)\s*\(/
const member = '((?:\\s*\\??\\.\\s*[\\w$]+|\\s*\\[[^\\]]*\\])*)'
/** What is written to: the name at its beginning, and the members on the way. */
const written = new RegExp(
  `(?<![\\w$.])([A-Za-z_$][\\w$]*)(?:\\s*\\??\\.\\s*[\\w$]+|\\s*\\[[^\\]]*\\])+\\s*(?:\\*\\*|<<|>>>?|&&|\\|\\||\\?\\?|[-+*/%&|^])?=(?![=>~])`,
  'g',
)
const changed = new RegExp(
  `(?<![\\w$.])([A-Za-z_$][\\w$]*)${member}\\s*\\.\\s*(?:splice|pop|shift|unshift|push|fill|reverse|sort|clear|delete|set|append|extend|insert|remove|update|setdefault)\\s*\\(`,
  'g',
)
const stubbing =
  /\b(?:stub|spyOn|spy|patch|assign|defineProperty|defineProperties|setPrototypeOf|setattr|retryTimes|stubGlobal|stubEnv|useFakeTimers|chdir)\s*\(|\bmock\s*\.\s*\w+\s*\(|\b__define[GS]etter__|\.prototype\b/
/** Assertions as a value, for somebody else to do with them what he likes; a `:` may stand before a type. */
const handed =
  /(?<![\w$.'"`-])(?:assert|expect|chai)(?![\w$'"`-]|\s*[.(:=]|\s+(?:from|as|in|is|not|that)\b)\s*[,;)\]}]?/

/**
 * Whether lines of a test do something to what they have not declared themselves, and others may notice: stub it, write
 * to it, or hand the assertions on. Contract: in doubt, yes.
 */
export function reachesOut(lines: readonly Pick<SourceLine, 'code' | 'bare'>[]): boolean {
  const own = new Set<string>()
  for (const { code } of lines) {
    if (code.length > LONGEST_LINE) return true
    if (foreign.test(code)) continue
    for (const [, name, list] of code.matchAll(declared))
      for (const each of namesIn(name ?? list)) own.add(each)
    for (const [, arrow, list] of code.matchAll(parameters))
      for (const each of namesIn(arrow ?? list)) own.add(each)
  }
  return lines.some(({ code, bare }) => {
    if (/^\s*(?:import\b|from\b|export\s+\{)/.test(code)) return false
    if (stubbing.test(bare) || handed.test(bare)) return true
    return [...bare.matchAll(written), ...bare.matchAll(changed)].some(
      ([, name = '']) => name !== 'this' && name !== 'self' && !own.has(name),
    )
  })
}

function namesIn(list: string | undefined): readonly string[] {
  return list?.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []
}
