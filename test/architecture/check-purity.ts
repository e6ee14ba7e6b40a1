import { findRoom, rooms } from './rooms.ts'
import type { Room } from './rooms.ts'
import { listRoomFiles } from './source-files.ts'
import type { SourceFiles } from './source-files.ts'
import { stripSource } from './strip-source.ts'

const globals = [
  'process',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'fetch',
  'console',
  'Buffer',
  'crypto',
  'globalThis',
  'require',
]
/** Neither a property of something else, nor the name of a field or parameter that is being declared. */
const asGlobal = (name: string): RegExp =>
  new RegExp(String.raw`(?<![\w$])(?<!(?<!\.\.)\.)${name}(?![\w$])(?!\??\s*:)`)

const forbidden: readonly (readonly [name: string, expression: RegExp])[] = [
  ...globals.map((name) => [name, asGlobal(name)] as const),
  [
    'the present time',
    /\bDate\.now\b|\bperformance\.(?:now|timeOrigin|mark|measure)\b|\bnew\s+Date\b(?!\s*\(\s*[^)\s])|(?<![\w$.]|new\s+)Date\s*\(/,
  ],
  ['randomness', /\bMath\.random\b/],
  ['a timer', /\bAbortSignal\.timeout\b/],
  ['import.meta', /\bimport\.meta\b/],
]

/** Every use of time, chance or the outside world in a room that is pure. */
export function checkPurity(files: SourceFiles, table: readonly Room[] = rooms): readonly string[] {
  return listRoomFiles(files)
    .filter(([path]) => findRoom(path, table)?.room.purity === 'pure')
    .flatMap(([path, source]) => {
      const { code } = stripSource(source)
      return forbidden
        .filter(([, expression]) => expression.test(code))
        .map(([name]) => `${path} is in a pure room and uses ${name}`)
    })
}
