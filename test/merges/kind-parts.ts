import type { Edit, PaperFile, PaperTree } from './paper-tree.ts'
import type { Expectation, ScenarioKind } from './scenario.ts'
import { textFile } from './scenario.ts'

/** What the two branches that a kind is about do, and on what. */
export interface KindParts {
  readonly base: PaperTree
  readonly edits: ReadonlyMap<string, readonly Edit[]>
  readonly expectations: readonly Expectation[]
}

type Marker = (id: string, what: string) => string

const lines = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name} line ${index}`)

export function kindParts(
  kind: ScenarioKind,
  one: string,
  other: string,
  marker: Marker,
  random: () => number,
): KindParts {
  const parts = (
    base: Readonly<Record<string, PaperFile>>,
    first: readonly Edit[],
    second: readonly Edit[],
    expectations: readonly Expectation[] = [],
  ): KindParts => ({
    base: new Map(Object.entries(base)),
    edits: new Map([
      [one, first],
      [other, second],
    ]),
    expectations,
  })
  const insert = (id: string, path: string, after: string): Edit => ({
    kind: 'insert',
    path,
    after,
    line: marker(id, 'inserted'),
  })
  switch (kind) {
    case 'clean':
    case 'semantic':
      return parts({}, [], [])
    case 'textual': {
      const replace = (id: string): Edit => ({
        kind: 'replace',
        path: 'contested.txt',
        line: 'contested line 4',
        by: `contested ${marker(id, 'replaced')}`,
      })
      return parts({ 'contested.txt': textFile(...lines('contested', 9)) }, [replace(one)], [replace(other)])
    }
    case 'rename/edit': {
      const rename: Edit = { kind: 'rename', path: 'big.txt', to: 'moved/big.txt' }
      const first = [rename, insert(one, 'moved/big.txt', 'big line 2')]
      return parts(
        { 'big.txt': textFile(...lines('big', 40)) },
        first,
        [insert(other, 'big.txt', 'big line 30')],
        [
          {
            branch: one,
            says: 'big.txt is moved',
            holds: (tree) => !tree.has('big.txt') && tree.has('moved/big.txt'),
          },
        ],
      )
    }
    case 'delete/edit':
      return parts(
        { 'old.txt': textFile(...lines('old', 12)) },
        [{ kind: 'remove', path: 'old.txt' }],
        [insert(other, 'old.txt', 'old line 5')],
      )
    case 'both add': {
      const add = (id: string): Edit => ({
        kind: 'add',
        path: 'new.txt',
        lines: lines(marker(id, 'added'), 1 + Math.floor(random() * 3)),
      })
      return parts({}, [add(one)], [add(other)])
    }
    case 'mode change':
      return parts(
        { 'tool.sh': textFile('#!/bin/sh', ...lines('# tool', 8)) },
        [{ kind: 'make-executable', path: 'tool.sh' }],
        [insert(other, 'tool.sh', '# tool line 5')],
        [
          {
            branch: one,
            says: 'tool.sh is executable',
            holds: (tree) => tree.get('tool.sh')?.executable === true,
          },
        ],
      )
    case 'binary': {
      const append = (id: string): Edit => ({
        kind: 'append-bytes',
        path: 'image.bin',
        bytes: `\0\xff${marker(id, 'bytes')}\0\xfe`,
      })
      const image = { text: '\0\x01\x02\xff\0', executable: false }
      return parts({ 'image.bin': image }, [append(one)], random() < 0.6 ? [append(other)] : [])
    }
    case 'lock file': {
      const depend = (id: string): readonly Edit[] => [
        { kind: 'insert', path: 'deps.txt', after: 'dep-c 1.0', line: marker(id, 'needs') },
        {
          kind: 'insert',
          path: 'deps.lock',
          after: '  dep-c 1.0 sha-ccc',
          line: `  ${marker(id, 'locked')} sha-${id}`,
        },
      ]
      const deps = ['dep-a 1.0', 'dep-b 1.0', 'dep-c 1.0', 'dep-x 1.0']
      const locked = deps.map((dep) => `  ${dep} sha-${dep.slice(4, 5).repeat(3)}`)
      const base = { 'deps.txt': textFile(...deps), 'deps.lock': textFile('lock 1', ...locked, 'end') }
      return parts(base, depend(one), depend(other))
    }
  }
}
