export interface StrippedSource {
  /** The code without comments; each string literal, and each piece of a template, is its number in quotes. */
  readonly code: string
  readonly texts: readonly string[]
}

/** A slash after one of these begins a regular expression, not a division. */
const beforePattern = /(?:^|[(,=:[!&|?;+\-*%~^>{]|\b(?:return|typeof|case|in|of|void|throw|await|yield))\s*$/

const comment = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y
const quoted = /'((?:[^'\\\n]|\\[\s\S])*)'?|"((?:[^"\\\n]|\\[\s\S])*)"?/y
const pattern = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const templatePiece = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{|$)/y

/** Takes TypeScript apart just far enough that what looks like code is code. */
export function stripSource(source: string): StrippedSource {
  const texts: string[] = []
  /** Open braces since each template literal that we are inside of. */
  const depths: number[] = []
  let code = ''
  let at = 0
  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at
    const match = expression.exec(source)
    if (match !== null) at = expression.lastIndex
    return match
  }
  const keep = (text: string): string => `"${texts.push(text) - 1}"`
  const takeTemplatePiece = (): void => {
    const piece = take(templatePiece)?.[0] ?? ''
    const opens = piece.endsWith('${')
    code += keep(piece.slice(0, opens ? -2 : -1))
    if (!opens) return
    depths.push(0)
    code += '+('
  }

  while (at < source.length) {
    const skipped = take(comment)
    if (skipped !== null) {
      code += skipped[0].replaceAll(/[^\n]/g, ' ')
      continue
    }
    const string = take(quoted)
    if (string !== null) {
      code += keep(string[1] ?? string[2] ?? '')
      continue
    }
    if (source[at] === '/' && beforePattern.test(code.slice(-20)) && take(pattern) !== null) {
      code += '0'
      continue
    }
    const character = source[at] ?? ''
    at += 1
    if (character === '`') {
      takeTemplatePiece()
      continue
    }
    const depth = depths.at(-1)
    if (depth === 0 && character === '}') {
      depths.pop()
      code += ')+'
      takeTemplatePiece()
      continue
    }
    if (depth !== undefined && character === '{') depths[depths.length - 1] = depth + 1
    if (depth !== undefined && character === '}') depths[depths.length - 1] = depth - 1
    code += character
  }
  return { code, texts }
}
