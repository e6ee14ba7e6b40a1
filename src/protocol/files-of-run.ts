import type { RunEvent } from '../kernel/event.ts'
import type { StageFact } from '../stages/facts.ts'

/** The files of a run's process, as they were last written, and the folder in which a person may edit them. */
export interface RunFiles {
  /** `null` when there are none. When the run has ended, it is where copies are kept. */
  readonly folder: string | null
  readonly files: readonly { readonly path: string; readonly commit: string; readonly by: 'run' | 'person' }[]
}

export function filesOfRun(events: readonly RunEvent[]): RunFiles {
  const facts = events.flatMap((event) =>
    event.type === 'fact-recorded' && event.kind === 'file'
      ? [event.value as Extract<StageFact, { kind: 'file' }>['value']]
      : [],
  )
  const last = new Map(facts.map(({ path, commit, by }) => [path, { path, commit, by }]))
  const kept = events.findLast((event) => event.type === 'fact-recorded' && event.kind === 'kept')
  const place = kept?.type === 'fact-recorded' ? (kept.value as { readonly folder: string }) : facts.at(-1)
  return {
    folder: place?.folder ?? null,
    files: [...last.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  }
}
