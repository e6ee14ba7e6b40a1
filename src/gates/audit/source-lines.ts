/** One line of a source: its code, the same with its texts emptied, and what its comments say. */
export type SourceLine = { readonly code: string; readonly bare: string; readonly comment: string }

type Family = {
  readonly comment: string
  readonly blocks: readonly (readonly [open: string, close: string])[]
  readonly quotes: readonly string[]
  /** What can begin with a quote and be no text: a lifetime, an apostrophe. */
  readonly character?: RegExp
  readonly hasRegex?: true
}

const slashes: Family = { comment: '//', blocks: [['/*', '*/']], quotes: ['"', "'", '`'], hasRegex: true }
const hash: Family = { comment: '#', blocks: [], quotes: ['"', "'"] }
const families: readonly (readonly [endings: RegExp, family: Family])[] = [
  [/\.(?:py|pyi|pyx)$/, { ...hash, quotes: ['"""', "'''", '"', "'"] }],
  [
    /\.(?:sh|bash|zsh|rb|pl|pm|r|ya?ml|toml|ini|cfg|conf|exs?|tf|nix|cmake|mk)$|(?:^|\/)(?:\w*makefile|dockerfile|justfile)$/,
    hash,
  ],
  [/\.(?:sql|lua|hs|elm)$/, { comment: '--', blocks: [['{-', '-}']], quotes: ['"', "'"] }],
  [/\.(?:html?|xml|md)$/, { comment: '\0', blocks: [['<!--', '-->']], quotes: [] }],
  [/\.(?:vue|svelte|astro)$/, { ...slashes, blocks: [...slashes.blocks, ['<!--', '-->']] }],
  [/\.go$/, { comment: '//', blocks: [['/*', '*/']], quotes: ['"', "'", '`'] }],
  [
    /\.(?:rs|java|kts?|scala|groovy|cs|fs|c|h|cc|cpp|cxx|hh|hpp|m|mm|swift|dart|zig)$/,
    {
      comment: '//',
      blocks: slashes.blocks,
      quotes: ['"""', '"', "'"],
      character: /^'(?:\\[^']{1,8}|[^'\\\n])'/,
    },
  ],
]

/** Whatever ends a line, and a comment with it, for one language or another. */
const ends = /\r\n?|[\n\u2028\u2029]/

/** Lines longer than this are generated: all of them counts as code and as comment. */
const LONGEST = 2000

type Inside = { readonly kind: 'comment' | 'text' | 'description'; readonly close: string }

/**
 * Reads a source roughly, by the ending of its path. Contract: the lines are those of the text; what stands in
 * quotes is not taken for a comment, nor a comment for code, as far as the language's common forms go.
 */
export function sourceLines(path: string, text: string): readonly SourceLine[] {
  const lower = path.toLowerCase()
  const family = families.find(([endings]) => endings.test(lower))?.[1] ?? slashes
  let inside: Inside | null = null
  return text.split(ends).map((written) => {
    const line = plainLetters(lower, written)
    if (line.length > LONGEST) return { code: line, bare: line, comment: line }
    const isFirst = inside === null && family.blocks.some(([open]) => line.startsWith(open))
    const read = readLine(line, family, inside)
    inside = read.inside
    // What follows a comment at the beginning of a line is not indented.
    return isFirst ? { ...read, code: read.code.trimStart(), bare: read.bare.trimStart() } : read
  })
}

/** Python takes letters of other widths for the same name, and some languages a letter's number for the letter. */
function plainLetters(path: string, line: string): string {
  if (/\.pyi?$/.test(path)) return line.normalize('NFKC')
  if (!line.includes('\\u') || !/\.(?:[cm]?[jt]sx?|java|cs|kts?|go|scala)$/.test(path)) return line
  return line.replaceAll(/\\u+(?:\{0*([0-9a-f]{1,4})\}|([0-9a-f]{4}))/gi, (whole, braced, plain) => {
    const letter = String.fromCodePoint(Number.parseInt(String(braced ?? plain), 16))
    return /[\w@]/.test(letter) ? letter : whole
  })
}

function readLine(
  line: string,
  family: Family,
  begun: Inside | null,
): SourceLine & { readonly inside: Inside | null } {
  const { blocks, quotes } = family
  let [code, bare, comment] = ['', '', '']
  let inside = begun
  let at = 0
  while (at < line.length) {
    if (inside !== null) {
      const end = closing(line, at, inside)
      const piece = line.slice(at, end)
      if (inside.kind === 'comment')
        comment += `${piece.slice(0, end - at - (isClosed(piece, inside) ? inside.close.length : 0))} `
      else if (inside.kind === 'text') code += piece
      if (isClosed(piece, inside)) {
        if (inside.kind === 'text') bare += '"'
        inside = null
      }
      at = end
      continue
    }
    const rest = line.slice(at)
    if (
      rest.startsWith(family.comment) &&
      !(family.comment === '#' && /[^\s;]/.test(line[at - 1] ?? ' ') && quotes.length === 2)
    ) {
      comment += rest
      break
    }
    const block = blocks.find(([open]) => rest.startsWith(open))
    const quote = quotes.find((each) => rest.startsWith(each))
    const regex = family.hasRegex === true && rest.startsWith('/') ? regexAt(rest, code) : null
    if (block !== undefined) {
      inside = { kind: 'comment', close: block[1] }
      at += block[0].length
    } else if (quote !== undefined && (quote !== "'" || family.character?.test(rest) !== false)) {
      // A text that stands alone where a statement would is Python's way to describe.
      const kind = quote.length === 3 && code.trim() === '' ? 'description' : 'text'
      inside = { kind, close: quote }
      if (kind === 'text') [code, bare] = [code + quote, `${bare}"`]
      at += quote.length
    } else {
      const piece = regex ?? line[at] ?? ''
      code += piece
      bare += regex === null ? piece : '""'
      at += piece.length
    }
  }
  const goesOn =
    inside !== null && (inside.kind !== 'text' || inside.close.length > 1 || inside.close === '`')
  return { code, bare, comment, inside: goesOn ? inside : null }
}

/** Where a comment or a text ends that a line goes on with: after its mark, or at the end of the line. */
function closing(line: string, from: number, { kind, close }: Inside): number {
  for (let at = from; at < line.length; at += 1) {
    if (line.startsWith(close, at)) return at + close.length
    if (kind !== 'comment' && line[at] === '\\') at += 1
  }
  return line.length
}

function isClosed(piece: string, { kind, close }: Inside): boolean {
  if (!piece.endsWith(close)) return false
  const escapes = /\\*$/.exec(piece.slice(0, -close.length))?.[0].length ?? 0
  return kind === 'comment' || escapes % 2 === 0
}

/** A regular expression stands where no value is before it. */
function regexAt(rest: string, before: string): string | null {
  const last = before.trimEnd()
  if (/[\w$)\]"'`]$/.test(last.slice(-1)) && !/\b(?:return|typeof|case|of|in)$/.test(last.slice(-8)))
    return null
  return /^\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\//.exec(rest)?.[0] ?? null
}
