import { describe, expect, it } from 'vitest'
import { sourceLines } from './source-lines.ts'

function commentsIn(path: string, text: string): readonly string[] {
  return sourceLines(path, text).flatMap(({ comment }) => (comment.trim() === '' ? [] : [comment.trim()]))
}

function codeIn(path: string, text: string): string {
  return sourceLines(path, text)
    .map(({ code }) => code)
    .join('\n')
}

describe('comments and texts', () => {
  it.each<[string, string, readonly string[]]>([
    ['a.ts', "const a = '// no' // yes", ['// yes']],
    ['a.ts', 'const a = /["\'`]/ // yes', ['// yes']],
    ['a.ts', 'const a = b / c // yes / no', ['// yes / no']],
    ['a.ts', 'return /[/]/.test(a) /* yes */', ['yes']],
    ['a.ts', 'const a = `one\n// no\n` // yes', ['// yes']],
    ['a.ts', "const a = 'it\\'s' // yes", ['// yes']],
    ['a.ts', '/* one\ntwo */ code()', ['one', 'two']],
    ['a.py', "a = '# no'  # yes", ['# yes']],
    ['a.py', '"""no # no"""\na = 1  # yes', ['# yes']],
    ['a.py', 'a = """\n# no\n"""  # yes', ['# yes']],
    ['a.sh', 'echo ${#list} a#b # yes', ['# yes']],
    ['a.rs', "fn a<'b>(c: &'b str) { '\"' } // yes", ['// yes']],
    ['a.go', 'a := `// no` // yes', ['// yes']],
    ['a.java', "char a = '\"'; // yes", ['// yes']],
    ['a.html', '<a href="//no"> <!-- yes -->', ['yes']],
    ['a.sql', "select '--no' -- yes", ['-- yes']],
  ])('are told apart in %s: %s', (path, text, comments) => {
    expect(commentsIn(path, text)).toEqual(comments)
  })

  it('leaves code as it is', () => {
    expect(codeIn('a.ts', "a('//') // b\n/* c */ d()")).toBe("a('//') \nd()")
    expect(codeIn('a.py', 'def a():\n    """What it does."""\n    return 1  # one')).toBe(
      'def a():\n    \n    return 1  ',
    )
  })

  it('reads a generated line as both, and quickly', () => {
    const line = `a("${'x/*'.repeat(200_000)}`
    expect(sourceLines('a.js', line)).toEqual([{ code: line, bare: line, comment: line }])
  })
})
