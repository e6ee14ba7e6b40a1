const WORDS =
  /example|placeholder|changeme|change[_-]me|redacted|<[^>]*>|\$\{|\{\{|x{6,}|\*{4,}|\.{3,}|…|0123456789|1234567890|abcdefgh|:\/\/[^:@/]*:(?:pass(?:w(?:or)?d)?|pwd|secret|token)@/i

/** Shorter words, which stand in any letters by chance unless they are written as words are. */
const SHORT_WORDS =
  /dummy|Dummy|DUMMY|sample|Sample|SAMPLE|(?<![A-Za-z0-9])(?:[Yy]our|YOUR|[Ff]ake|FAKE)|(?:[Yy]our|YOUR|[Ff]ake|FAKE)(?![A-Za-z0-9])|(?:fake){2}|(?:FAKE){2}/

/** The key that the emulator of Azure's storage comes with, on every machine. */
const OF_AN_EMULATOR = /^AccountKey=Eby8vdM02xNOcqFl/

/** Where a text is long, short words stand in it by chance. */
const WORDS_IN_LONG = /example|placeholder|redacted|<[^>]*>|\.{3,}|…/i
const LONG = 200

/** Hosts that are nobody's: this machine, a container beside it, and the names kept for examples. */
const NOWHERE =
  /^(?:[^.]+|127(?:\.\d+){3}|0\.0\.0\.0|.*\.(?:test|example|invalid|local|localhost|internal)|(?:.*\.)?example\.(?:com|org|net))$/i

const LEAST_LETTERS = 6

/** Whether something is shaped like a secret but stands for one: an example, a mask, a row of the same letters. */
export function isPlaceholder(sighting: string): boolean {
  // What comes behind the host of an address is a path there, whatever it is called.
  const value = sighting.replace(/^(\w+(?:\+\w+)?:\/\/[^\s@]*@[^\s/?#]*)[\s\S]*$/, '$1')
  if (OF_AN_EMULATOR.test(value)) return true
  if ((value.length > LONG ? WORDS_IN_LONG : WORDS).test(value)) return true
  if (value.length <= LONG && SHORT_WORDS.test(value)) return true
  const host = /:\/\/[^/\s@]*@([^/:?#\s]+)/.exec(value)?.[1]
  if (host !== undefined && NOWHERE.test(host)) return true
  return new Set(value.replace(/^(?:[A-Za-z]{2,10}[_-]){1,2}/, '')).size < LEAST_LETTERS
}

/** The variety of a text for each letter, in bits. */
export function varietyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
