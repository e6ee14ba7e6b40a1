import { describe, expect, it } from 'vitest'
import { manyLines, oneLine } from './plain-text.ts'

const hostile: readonly (readonly [string, string, string])[] = [
  ['a colour', 'a\u001B[31mred', 'a [31mred'],
  ['a clipboard that is written by OSC 52', 'x\u001B]52;c;ZXZpbA==\u0007y', 'x ]52;c;ZXZpbA== y'],
  ['a C1 control', 'a\u009B31mb', 'a 31mb'],
  ['DEL', 'a\u007Fb', 'a b'],
  ['a carriage return that overwrites', 'good\rbad', 'good bad'],
  ['a direction that is turned', 'user\u202E nimda', 'user nimda'],
  ['an isolate', 'a\u2066b\u2069c', 'a b c'],
  ['marks of direction', 'a\u200Eb\u200Fc\u061Cd', 'a b c d'],
  ['a zero-width space', 'pass\u200Bword', 'password'],
  ['a joiner between letters', 'pass\u200Dword', 'password'],
  ['a byte order mark', '\uFEFFtitle\uFEFF', 'title'],
  ['tags that only a model reads', `ok${String.fromCodePoint(0xe0049, 0xe0067, 0xe007f)}`, 'ok'],
  ['bytes in selectors', `ok${String.fromCodePoint(0xe0121, 0xe0122)}\uFE01\uFE02`, 'ok'],
  ['a row of selectors behind an emoji', '❤\uFE0F\uFE0F\uFE0F', '❤\uFE0F'],
  ['separators of lines and paragraphs', 'a\u2028b\u2029c', 'a b c'],
  ['half a surrogate pair', 'a\uD800b\uDC00', 'a\uFFFDb\uFFFD'],
  ['an invisible letter', 'a\u3164b\u115Fc', 'abc'],
  ['a soft hyphen', 'se\u00ADcret', 'secret'],
  ['NUL', 'a\0b', 'a b'],
]

const honest: readonly string[] = [
  'naïve Grüße, Ñandú, Tiếng Việt',
  'a family 👩‍👩‍👧 with 👍🏽 and ❤️‍🔥',
  'می‌خواهم', // Persian needs the non-joiner.
  'क्‍ष',
  '日本語 한국어 עברית العربية',
  '1️⃣ ✔︎ ☎️ 🇩🇪',
  `葛${String.fromCodePoint(0xe0100)}城`,
  'ℹ️ "quotes" `code` <b> & 100 %',
]

describe('P11: text of others', () => {
  it.each(hostile)('loses %s', (_what, text, expected) => {
    expect(oneLine(text)).toBe(expected)
    expect(manyLines(text)).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029]/u)
  })

  it.each(honest)('keeps what is written: %s', (text) => {
    expect(oneLine(text)).toBe(text)
    expect(manyLines(text)).toBe(text)
  })

  it('keeps its lines and tabs where it may have several', () => {
    expect(manyLines('a\r\nb\rc\n\td\u0085e\u2028f')).toBe('a\nb\nc\n\td\ne\nf')
  })

  it('is the same after a second time, whatever it was', () => {
    for (let code = 0; code < 0x11_0000; code += 61) {
      const text = `a${String.fromCodePoint(code)}b`
      expect(oneLine(oneLine(text)) === oneLine(text) && manyLines(manyLines(text)) === manyLines(text)).toBe(
        true,
      )
    }
  })
})
