import type { SourceLine } from './source-lines.ts'

/** Assertions and runners, by the modules that they come from. */
const tools =
  '(?:node:)?(?:assert(?:/strict)?|test)|vitest|@jest/globals|@vitest/[\\w-]+|chai|expect|mocha|ava|tap|tape|uvu(?:/assert)?|should|bun:test|jasmine'
const member = '(?:\\s*\\??\\.\\s*[\\w$]+|\\s*\\[[^\\]]*\\])'
/** Whatever gives a module back: `require`, one of somebody's own making, `import()`, and what the process has built in. */
const loading = `(?:\\b\\w*[rR]equire|\\bimport|\\bgetBuiltinModule|\\b_load|\\))\\s*\\(\\s*["'](?:${tools})["']\\s*\\)`

const clause = new RegExp(`^\\s*import\\s+(.+?)\\s+from\\s+["'](?:${tools})["']`)
const declared = new RegExp(`(?:^|[\\s;{])(?:const|let|var)\\s+([\\w$]+|\\{[^}=]*\\})[^=]*=(?!=).*${loading}`)
const awaited = new RegExp(`${loading}\\s*\\.\\s*then\\s*\\(\\s*(?:async\\s+)?\\(?\\s*([\\w$]+|\\{[^}=]*\\})`)
const loaded = new RegExp(`${loading}\\s*\\)?${member}+\\s*(?:\\|\\||&&|\\?\\?)?=(?![=>])`)

const MOST_ALIASES = 20

/** Names under which a script has assertions and runners, other names that it gives them included. */
export function toolNames(lines: readonly string[]): ReadonlySet<string> {
  const names = new Set(['assert', 'expect', 'chai'])
  const take = (list: string): void => {
    for (const name of list.split(/[{},\s:]+/))
      if (/^[\w$]+$/.test(name) && !/^(?:as|type|default)$/.test(name)) names.add(name)
  }
  for (const line of lines)
    take(clause.exec(line)?.[1] ?? declared.exec(line)?.[1] ?? awaited.exec(line)?.[1] ?? '')
  for (let round = 0, size = 0; size !== names.size && round < MOST_ALIASES; round += 1) {
    size = names.size
    for (const line of lines) {
      const [, alias = '', name = ''] =
        /(?:^|[\s;{])(?:const|let|var)\s+([\w$]+)\s*(?::[^=]+)?=\s*([\w$]+)\s*(?:\.\s*(?:default|strict)\s*)*(?:;|$)/.exec(
          line,
        ) ?? []
      if (names.has(name)) names.add(alias)
    }
  }
  return names
}

/** Lines are looked at piece by piece, so that nothing is too far to the right; what is at a seam is in both. */
const LONGEST = 2000
const SEAM = 200

export function piecesOf(line: string): readonly string[] {
  if (line.length <= LONGEST) return [line]
  const flat = line.replaceAll(/(?<=\S)\s{2,}/g, ' ')
  const pieces: string[] = []
  for (let from = 0; from < flat.length; from += LONGEST - SEAM) pieces.push(flat.slice(from, from + LONGEST))
  return pieces
}

/** Tells whether a line puts something else in the place of what one of these names has, wherever it stands in it. */
export function toolWriter(names: ReadonlySet<string>): (line: Pick<SourceLine, 'code' | 'bare'>) => boolean {
  const name = anyOf(names)
  const writes = [
    new RegExp(`${name}${member}+\\s*(?:\\|\\||&&|\\?\\?)?=(?![=>])`),
    new RegExp(`(?<!=\\s*)${name}${member}+(?:\\s*,[^=;]*)?\\s*[\\]}][\\s\\]})]*=(?![=>])`),
    new RegExp(
      `\\b(?:(?:Object|Reflect)\\s*\\.\\s*(?:assign|set|defineProperty|defineProperties|setPrototypeOf)|(?:mock|vi|jest|sinon|sandbox|td)\\s*\\.\\s*(?:method|getter|setter|property|spyOn|stub|replace(?:Property|Getter)?|fake))\\s*\\(\\s*${name}\\s*[,)]`,
    ),
    new RegExp(`\\bdelete\\s+${name}${member}|${name}\\s*\\.\\s*__define[GS]etter__`),
  ]
  return ({ code, bare }) =>
    piecesOf(bare).some((piece) => writes.some((each) => each.test(piece))) ||
    piecesOf(code).some((piece) => loaded.test(piece))
}

const whole =
  /^\s*(?:import\s+(?:\*\s*as\s+)?|(?:const|let|var)\s+)([\w$]+)\s*(?:from|=)[^"']*["'](?:(?:node:)?assert(?:\/strict)?|chai|expect)["']/

/** Tells whether a line hands all assertions of a script to a function, which may do with them what it likes. */
export function toolGiver(lines: readonly string[]): (bare: string) => boolean {
  const names = new Set(lines.flatMap((line) => whole.exec(line)?.[1] ?? []))
  if (names.size === 0) return () => false
  const given = new RegExp(`[\\w$\\])]\\s*\\((?:[^()]*,)?\\s*${anyOf(names)}\\s*[,)]`)
  return (bare) => piecesOf(bare).some((piece) => given.test(piece))
}

function anyOf(names: ReadonlySet<string>): string {
  return `(?<![\\w$.])(?:${[...names].map((each) => each.replaceAll('$', '\\$')).join('|')})(?![\\w$])`
}
