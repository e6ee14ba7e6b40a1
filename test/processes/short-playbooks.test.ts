import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROCESSES } from '../../src/records/given-files.ts'
import { readSourceFiles } from '../architecture/source-files.ts'
import { countLines, findShared } from './shared-lines.ts'

const sources = await readSourceFiles(join(import.meta.dirname, '../..'))
const SHARED = 6

function under(...folders: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    [...sources].filter(
      ([path]) => folders.some((folder) => path.startsWith(`${folder}/`)) && !path.endsWith('.test.ts'),
    ),
  )
}

const own = Object.fromEntries(
  PROCESSES.map((name) => [name, under(`src/records/${name}`, `src/playbooks/${name}`)]),
)

test('P9: the four processes together are less code than the stages that they are made of', () => {
  const counts = PROCESSES.map((name) => ({ name, lines: countLines(own[name] ?? new Map()) }))
  const all = countLines(under('src/records', ...PROCESSES.map((name) => `src/playbooks/${name}`)))
  const stages = countLines(under('src/stages'))
  const each = counts.map(({ name, lines }) => `${name} ${lines}`).join(', ')
  console.log(`lines of code: ${all} of the four processes (${each}), ${stages} of the stages`)
  for (const { name, lines } of counts) expect([name, lines > 0]).toEqual([name, true])
  expect(all).toBeLessThan(stages)
})

test('P9: no six lines stand in the code of two processes', () => {
  expect(findShared(own, SHARED)).toEqual([])
})

test('a planted copy is seen, and what every file has is no copy', () => {
  const lines = Array.from({ length: SHARED }, (_, index) => `const line${index} = ${index}`)
  const block = lines.join('\n')
  const other = `import { a } from './a.ts'\n/** Of its own. */\nconst other = 1\n\n${block}\n`
  const planted = (text: string): readonly string[] =>
    findShared({ one: new Map([['one.ts', block]]), two: new Map([['two.ts', text]]) }, SHARED)
  expect(planted(other)).toEqual(['one.ts and two.ts: const line0 = 0'])
  expect(planted(lines.slice(1).join('\n'))).toEqual([])
  expect(
    findShared(
      {
        one: new Map([
          ['a.ts', block],
          ['b.ts', block],
        ]),
      },
      SHARED,
    ),
  ).toEqual([])
  expect(countLines(new Map([['two.ts', other]]))).toBe(SHARED + 1)
})
