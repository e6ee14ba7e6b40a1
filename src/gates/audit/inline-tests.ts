import { sourceLines } from './source-lines.ts'
import { bracketBalance } from './weakened-tests.ts'

/** How the tests of a language begin that stand beside the code; they end with their brackets. */
const blocks: readonly (readonly [endings: RegExp, begin: RegExp])[] = [
  [/\.rs$/, /^\s*#\[\s*(?:cfg\s*\(\s*test\s*\)|(?:\w+::)*test)\s*(?:\([^)]*\))?\]/],
  [/\.[cm]?[jt]sx?$/, /^\s*if\s*\(\s*import\.meta\.vitest\b/],
  [/\.zig$/, /^\s*test\s*(?:"[^"]*"|\w+)?\s*\{/],
  [/\.d$/, /^\s*(?:@\w+\s+)*unittest\b/],
]

/** Marks a line of an example, which is an expectation as it stands. */
const EXAMPLE = '\0'

/** The lines of a product's file that are tests: blocks of tests, and examples of its documentation that are run. */
export function inlineTests(path: string, text: string): readonly string[] {
  const lower = path.toLowerCase()
  const begin = blocks.find(([endings]) => endings.test(lower))?.[1]
  const lines = text.split(/\r?\n/)
  return [
    ...(begin === undefined ? [] : blocksOf(lines, balances(path, text), begin)),
    ...(lower.endsWith('.rs') ? fenced(lines) : []),
    ...(/\.pyi?$/.test(lower) ? prompted(lines, /^\s*>>>(?:\s|$)/) : []),
    ...(/\.exs?$/.test(lower) ? prompted(lines, /^\s*iex(?:\(\d+\))?>\s/) : []),
  ]
}

/** How many brackets are open after each line more than before it; a lifetime of Rust is no quote. */
function balances(path: string, text: string): readonly number[] {
  const lifetime = path.toLowerCase().endsWith('.rs') ? /'(?=[a-z_]\w*(?!['\w]))/gi : /(?!)/g
  return sourceLines(path, text).map(({ bare }) => bracketBalance(bare.replaceAll(lifetime, '')))
}

function blocksOf(lines: readonly string[], balance: readonly number[], begin: RegExp): readonly string[] {
  const found: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    if (!begin.test(lines[at] ?? '')) continue
    let open = 0
    let opened = false
    for (; at < lines.length; at += 1) {
      const line = lines[at] ?? ''
      found.push(line)
      if (/^\s*#\[/.test(line)) continue
      open += balance[at] ?? 0
      opened ||= line.includes('{')
      if (open <= 0 && (opened || line.trimEnd().endsWith(';'))) break
    }
  }
  return found
}

/** Rust runs what stands between fences of a documentation, unless they say otherwise. */
function fenced(lines: readonly string[]): readonly string[] {
  const found: string[] = []
  let inside: 'run' | 'shown' | null = null
  for (const line of lines) {
    const said = /^\s*\/\/[/!]\s?(.*)$/.exec(line)?.[1]
    if (said === undefined) {
      inside = null
      continue
    }
    const fence = /^\s*```(.*)$/.exec(said)?.[1]
    if (fence !== undefined)
      inside = inside !== null ? null : /^\s*(?:rust|edition\d+|[,\s])*$/.test(fence) ? 'run' : 'shown'
    else if (inside === 'run' && said.trim() !== '') found.push(said)
  }
  return found
}

/** A prompt, and what is answered to it up to an empty line. */
function prompted(lines: readonly string[], prompt: RegExp): readonly string[] {
  const found: string[] = []
  let answering = false
  for (const line of lines) {
    if (prompt.test(line)) {
      if (line.includes('doctest: +SKIP')) continue
      answering = true
    } else if (line.trim() === '' || /"""|'''/.test(line)) answering = false
    if (answering) found.push(`${EXAMPLE}${line.trim()}`)
  }
  return found
}
