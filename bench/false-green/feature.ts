/** A function with two right ways to write it, a wrong one, and what it must answer. Plain data. */
export interface Feature {
  readonly name: string
  readonly parameters: string
  readonly right: string
  readonly rewritten: string
  /** Fails every one of the cases. */
  readonly wrong: string
  /** Arguments and answer, as JavaScript. Each tells the right ways from the wrong one. */
  readonly cases: readonly (readonly [given: string, answer: string])[]
}

export const features: readonly Feature[] = [
  {
    name: 'clamp',
    parameters: 'value, least, most',
    right: 'Math.min(Math.max(value, least), most)',
    rewritten: 'value < least ? least : value > most ? most : value',
    wrong: 'Math.max(Math.min(value, least), most)',
    cases: [
      ['-1, 0, 9', '0'],
      ['5, 0, 9', '5'],
      ['-7, -3, 2', '-3'],
    ],
  },
  {
    name: 'slug',
    parameters: 'text',
    right: "text.trim().toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')",
    rewritten: "text.trim().toLowerCase().split(/[^a-z0-9]+/).join('-')",
    wrong: "text.toUpperCase().replaceAll(' ', '_')",
    cases: [
      ["'Two Words'", "'two-words'"],
      ["' Edge '", "'edge'"],
      ["'A  B'", "'a-b'"],
    ],
  },
  {
    name: 'median',
    parameters: 'numbers',
    right: '[...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]',
    rewritten: 'numbers.toSorted((a, b) => a - b).at(numbers.length >> 1)',
    wrong: 'numbers[0]',
    cases: [
      ['[3, 1, 2]', '2'],
      ['[9, 10, 100]', '10'],
      ['[5, 4, 3, 2, 1]', '3'],
    ],
  },
  {
    name: 'initials',
    parameters: 'name',
    right: "name.split(' ').map((word) => word[0]).join('')",
    rewritten: "[...name.matchAll(/(?:^| )(\\S)/g)].map(([, letter]) => letter).join('')",
    wrong: 'name.slice(0, 1)',
    cases: [
      ["'Ada Lovelace'", "'AL'"],
      ["'a b c'", "'abc'"],
      ["'Grace Brewster Hopper'", "'GBH'"],
    ],
  },
  {
    name: 'chunk',
    parameters: 'items, size',
    right:
      'Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))',
    rewritten: 'items.flatMap((_, at) => (at % size === 0 ? [items.slice(at, at + size)] : []))',
    wrong: '[items]',
    cases: [
      ['[1, 2, 3], 2', '[[1, 2], [3]]'],
      ['[], 2', '[]'],
      ["['a', 'b'], 1", "[['a'], ['b']]"],
    ],
  },
  {
    name: 'isLeap',
    parameters: 'year',
    right: '(year % 4 === 0 && year % 100 !== 0) || year % 400 === 0',
    rewritten: 'new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1',
    wrong: 'year % 4 !== 0',
    cases: [
      ['2024', 'true'],
      ['2023', 'false'],
      ['2000', 'true'],
    ],
  },
  {
    name: 'roman',
    parameters: 'number',
    right: "'I'.repeat(number).replaceAll('IIIII', 'V').replaceAll('IIII', 'IV').replaceAll('VIV', 'IX')",
    rewritten: "['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'][number]",
    wrong: 'String(number)',
    cases: [
      ['3', "'III'"],
      ['4', "'IV'"],
      ['9', "'IX'"],
    ],
  },
  {
    name: 'unique',
    parameters: 'items',
    right: '[...new Set(items)]',
    rewritten: 'items.filter((item, at) => items.indexOf(item) === at)',
    wrong: 'items.toReversed()',
    cases: [
      ['[1, 1, 2]', '[1, 2]'],
      ["['b', 'a', 'b']", "['b', 'a']"],
      ['[3, 2, 3, 1]', '[3, 2, 1]'],
    ],
  },
  {
    name: 'percent',
    parameters: 'part, whole',
    right: 'Math.round((100 * part) / whole)',
    rewritten: 'Math.floor((100 * part) / whole + 0.5)',
    wrong: '(part / whole).toFixed(2)',
    cases: [
      ['1, 3', '33'],
      ['2, 3', '67'],
      ['1, 1', '100'],
    ],
  },
  {
    name: 'wrapText',
    parameters: 'text, width',
    right: "text.match(new RegExp(`.{1,${width}}`, 'g')).join('|')",
    rewritten: "text.replaceAll(new RegExp(`(.{${width}})(?=.)`, 'g'), '$1|')",
    wrong: 'text',
    cases: [
      ["'abcd', 2", "'ab|cd'"],
      ["'abc', 2", "'ab|c'"],
      ["'abcdef', 3", "'abc|def'"],
    ],
  },
]
