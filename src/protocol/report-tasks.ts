import type { RunEvent } from '../kernel/event.ts'
import type { Json } from '../kernel/json.ts'
import type { ReportedTask } from './report.ts'
import type { RunView } from './run-view.ts'

interface Recorded {
  readonly commits: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, ReadonlySet<string>>
}

/** Each task with the commit of the line that has its work and the files its turns have changed. */
export function reportTasks(view: RunView, events: readonly RunEvent[]): readonly ReportedTask[] {
  const { commits, files } = readSteps(events)
  return [...view.doneBefore, ...view.tasks].map(({ id, title, state, attempt, note }) => ({
    id,
    title,
    state,
    attempts: attempt,
    commit: state === 'done' ? (commits.get(id) ?? null) : null,
    files: [...(files.get(id) ?? [])].toSorted(),
    problem: state === 'done' ? null : note,
  }))
}

/** A task that lands with others is in the commit that names them all, which comes after its own. */
function readSteps(events: readonly RunEvent[]): Recorded {
  const commits = new Map<string, string>()
  const files = new Map<string, Set<string>>()
  const rounds = new Map<string, string[]>()
  for (const event of events) {
    if (event.type !== 'step-completed' || !('value' in event.result)) continue
    const result = event.result.value
    const [, task] = /^execute\/([^/@]+)@r[\d.]+\/.*\/turn$/.exec(event.step) ?? []
    if (task !== undefined) {
      const known = files.get(task) ?? new Set()
      for (const path of changedPaths(result)) known.add(path)
      files.set(task, known)
    }
    const commit = textAt(result, 'commit')
    const [, round = '', merged] =
      /^execute\/integrate\/(round-\d+)\/(?:merge-(.+)|land)$/.exec(event.step) ?? []
    if (round === '' || commit === null) continue
    if (merged !== undefined) rounds.set(round, [...(rounds.get(round) ?? []), merged])
    for (const id of merged === undefined ? (rounds.get(round) ?? []) : [merged]) commits.set(id, commit)
  }
  return { commits, files }
}

function changedPaths(result: Json): readonly string[] {
  const changes = at(result, 'changes')
  return Array.isArray(changes) ? changes.flatMap((change: Json) => textAt(change, 'path') ?? []) : []
}

function textAt(value: Json, key: string): string | null {
  const found = at(value, key)
  return typeof found === 'string' ? found : null
}

function at(value: Json, key: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return (value as Readonly<Record<string, Json>>)[key] ?? null
}
