import type { Edit, PaperFile, PaperTree } from './paper-tree.ts'

export const scenarioKinds = [
  'clean',
  'textual',
  'semantic',
  'rename/edit',
  'delete/edit',
  'both add',
  'mode change',
  'binary',
  'lock file',
] as const

export type ScenarioKind = (typeof scenarioKinds)[number]

/** What is wrong with some of the branches, and that only the gate can see. */
export type Trouble = 'none' | 'one bad' | 'a pair' | 'two culprits'

export interface Branch {
  readonly id: string
  readonly edits: readonly Edit[]
  /** What it does when it is told that the gate fails. */
  readonly mend: readonly Edit[]
  /** Bytes that nobody else writes, and that must be in the end. */
  readonly markers: readonly string[]
}

/** Something of the final tree that a branch has brought about, besides its markers. */
export interface Expectation {
  readonly branch: string
  readonly says: string
  readonly holds: (tree: PaperTree) => boolean
}

export interface Scenario {
  readonly number: number
  readonly kind: ScenarioKind
  readonly trouble: Trouble
  readonly base: PaperTree
  readonly branches: readonly Branch[]
  readonly bad: readonly string[]
  readonly pair: readonly [string, string] | null
  readonly expectations: readonly Expectation[]
  /** Whoever has a conflict first keeps only its own side of it at first. */
  readonly isLazy: boolean
  /** Culprits that are not mended. */
  readonly givesUp: readonly string[]
}

/**
 * The gate of every scenario, part of the base: nothing of anybody's own says BROKEN, and what is used is defined.
 * It is a shell's own work alone, because it runs thousands of times; no branch touches it.
 */
export const CHECK = `for file in own/*; do
  [ -e "$file" ] || continue
  while read -r line; do
    case $line in *BROKEN*) echo "$file is broken"; exit 1 ;; esac
  done < "$file"
done
api='|'
while read -r line; do api="$api$line|"; done < src/api.txt
for file in uses/*; do
  while read -r name; do
    case $api in *"|def $name|"*) ;; *) echo "$file uses $name, which nobody defines"; exit 1 ;; esac
  done < "$file"
done
`

export function textFile(...lines: readonly string[]): PaperFile {
  return { text: lines.map((line) => `${line}\n`).join(''), executable: false }
}
