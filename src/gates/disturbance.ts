import type { GateRun } from './gate-run.ts'
import type { ProofMemory } from './proof.ts'
import { strangeFiles } from './rewritten-files.ts'

/**
 * What was changed while gates ran that they do not change by themselves, as far as is known: files of the commit, and
 * what all worktrees share. A gate may have done it, or somebody else.
 */
export function disturbancesOf({ gates, shared = [] }: GateRun, memory: ProofMemory): readonly string[] {
  const files = gates.flatMap(({ evidence, rewritten = [] }) => {
    const usual = memory.reference.get(evidence.name)?.rewrites ?? []
    return strangeFiles(rewritten, usual).map(({ path }) => path)
  })
  const notes = shared.filter(({ action }) => action === 'undone').map(({ about }) => about)
  return [...new Set([...files, ...notes.filter((about) => !memory.ownDeeds.has(about))])]
}

/** What is said of changes that the gates did not make again when they were run again. */
export function tellDisturbance(changed: readonly string[]): string {
  const [first = '', ...more] = changed
  const what = more.length === 0 ? first : `${first} and ${more.length} more`
  return `Somebody else changed ${what} while gates ran, so what they said does not count; they were run again.`
}
