import { testPart } from './test-file.ts'

const yes = '(?:true|True|1|not False|!false|!0)'

/** How languages say that a value is equal to every other, told over a few lines. */
const saying: readonly (readonly [endings: RegExp, text: RegExp])[] = [
  [
    /\.py$/i,
    new RegExp(
      `\\bdef __eq__\\s*\\([^)]*\\)(?:\\s*->\\s*\\w+)?\\s*:\\s*return (?:${yes}(?![\\w.])(?!\\s*(?:if|and|or|is|in|not)\\b|\\s*[-+*/<>=!&|^%])|isinstance\\(\\w+,\\s*object\\))|\\bdef __ne__\\s*\\([^)]*\\)(?:\\s*->\\s*\\w+)?\\s*:\\s*return False\\b|\\b__eq__\\s*=\\s*lambda\\b[^:]*:\\s*${yes}`,
    ),
  ],
  [/\.rb$/i, /\bdef\s+(?:==|eql\?|===)\s*(?:\(\s*\*?\w*\s*\)|\w+)?\s*(?:;|=(?!=))?\s*(?:return\s+)?true\b/],
  [/\.java$/i, /\bboolean\s+equals\s*\(\s*(?:final\s+|@\w+\s+)*\w+\s+\w+\s*\)\s*\{\s*return\s+true\b/],
  [/\.kts?$/i, /\bfun\s+equals\s*\([^)]*\)\s*(?::\s*Boolean\s*)?(?:=|\{\s*return)\s*true\b/],
  [
    /\.scala$/i,
    /\bdef\s+(?:equals|canEqual|==)\s*\(\w+\s*:\s*Any\s*\)\s*(?::\s*Boolean\s*)?=\s*\{?\s*true\b/,
  ],
  [/\.cs$/i, /\bbool\s+(?:Equals|operator\s*==)\s*\([^)]*\)\s*(?:=>|\{\s*return)\s*true\b/],
  [/\.go$/i, /\bfunc\s*\([^)]*\)\s*Equal\s*\([^)]*\)\s*bool\s*\{\s*return\s+true\b/],
  [/\.rs$/i, /\bfn\s+eq\s*\(\s*&self\s*,[^)]*\)\s*->\s*bool\s*\{\s*(?:return\s+)?true\b/],
  [/\.swift$/i, /\bfunc\s*==\s*\([^)]*\)\s*->\s*Bool\s*\{\s*(?:return\s+)?true\b/],
  [
    /\.(?:cc|cpp|cxx|h|hh|hpp|hxx)$/i,
    /\bbool\s+operator\s*==\s*\([^)]*\)\s*(?:const\s*)?(?:noexcept\s*)?\{\s*return\s+(?:true|1)\b/,
  ],
]

/** What tests put where any value will do; no product has a use for it. */
const borrowed: typeof saying = [
  [
    /\.py$/i,
    /\b(?:from|import)\s+unittest\.mock\b.*\bANY\b|\bmock\.ANY\b|\bIsAnything\b|\bapprox\s*\(.*\binf\b/,
  ],
  [/\.[cm]?[jt]sx?$/i, /\basymmetricMatch\b\s*["']?\]?\s*(?:[(:=]|,\s*$)|\bjest\.asymmetricMatcher\b/],
]

/** The words by which added lines, joined, make a value that every comparison with it takes for the right one. */
export function equalToAll(path: string, added: string): string | null {
  const rules = testPart(path) === null ? [...saying, ...borrowed] : saying
  for (const [endings, text] of rules) {
    const found = endings.test(path) ? text.exec(added)?.[0] : undefined
    if (found !== undefined) return found
  }
  return null
}
