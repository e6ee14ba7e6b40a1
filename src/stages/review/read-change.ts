import { diffLines, linesOf } from '../../gates/audit/diff-lines.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { ChangedFile } from '../../kernel/ports/repository.ts'

/** What lies between two commits, as somebody reads it who judges it. */
export type ReadChange = {
  readonly files: readonly { readonly path: string; readonly kind: string; readonly lines: number }[]
  readonly diff: string
  /** The commits that it lies between. */
  readonly range: { readonly from: string; readonly to: string }
}

/** More than this of a change is not read at once; what is left out is said. */
const MOST = 200_000

/** Reads a change as a recorded step, so that a replay judges the same. */
export async function readChange(run: Run, name: string, from: string, to: string): Promise<ReadChange> {
  const change = await run.step<Omit<ReadChange, 'range'>>(name, {
    kind: 'repository',
    input: { from, to },
    execute: async ({ world }) => changeOf(await world.repository.readChanges(from, to)),
  })
  return { ...change, range: { from, to } }
}

export function changeOf(changed: readonly ChangedFile[]): Omit<ReadChange, 'range'> {
  const files = changed.map(({ path, kind, after }) => ({ path, kind, lines: linesOf(after).length }))
  const parts: string[] = []
  let length = 0
  for (const [index, file] of changed.entries()) {
    const part = fileDiff(file)
    if (length + part.length > MOST) {
      const left = changed.slice(index).map(({ path }) => path)
      parts.push(`(left out because it is too long: ${left.join(', ')})`)
      break
    }
    length += part.length
    parts.push(part)
  }
  return { files, diff: parts.join('\n\n') }
}

function fileDiff({ path, kind, before, after, opaque }: ChangedFile): string {
  const heading = `=== ${path} (${kind})`
  if (opaque) return `${heading}\n(not text)`
  let shift = 0
  const hunks = diffLines(linesOf(before), linesOf(after)).map(({ start, removed, added }) => {
    const at = start + shift + 1
    shift += added.length - removed.length
    return [`@@ line ${at}`, ...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)]
  })
  return [heading, ...hunks.flat()].join('\n')
}
