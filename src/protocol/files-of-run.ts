import type { RunEvent } from '../kernel/event.ts'
import type { StageFact } from '../stages/facts.ts'

/** The files of a run's process, as they were last written, and the folder in which a person may edit them. */
export interface RunFiles {
  /** `null` when there are none. When the run has ended, it is where copies are kept. */
  readonly folder: string | null
  readonly files: readonly { readonly path: string; readonly commit: string; readonly by: 'run' | 'person' }[]
}

type Values = { readonly [Of in StageFact as Of['kind']]: Of['value'] }

export function filesOfRun(events: readonly RunEvent[]): RunFiles {
  const facts = events.flatMap((event) =>
    event.type === 'fact-recorded' && event.kind === 'file'
      ? [event.value as Extract<StageFact, { kind: 'file' }>['value']]
      : [],
  )
  const last = new Map<string, RunFiles['files'][number]>()
  for (const event of events) {
    if (event.type !== 'fact-recorded') continue
    if (event.kind === 'file') {
      const { path, commit, by } = event.value as Values['file']
      last.set(path, { path, commit, by })
    }
    if (event.kind === 'settled-files') {
      const { paths, commit } = event.value as Values['settled-files']
      for (const path of paths) last.set(path, { path, commit, by: last.get(path)?.by ?? 'run' })
    }
  }
  const kept = events.findLast((event) => event.type === 'fact-recorded' && event.kind === 'kept')
  const place = kept?.type === 'fact-recorded' ? (kept.value as { readonly folder: string }) : facts.at(-1)
  return {
    folder: place?.folder ?? null,
    files: [...last.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  }
}
