import { roleStateOf } from '../../contracts/bus.ts'
import type { WorkerKnowledge } from '../../contracts/team-worker.ts'
import type { TeamSession } from '../../records/team-coordinate/read-session.ts'
import { sessionFolder } from '../../records/team-coordinate/session-id.ts'
import { roleIn } from '../../records/team-coordinate/task-analysis.ts'
import type { TeamState } from '../../records/team-coordinate/team-state.ts'

/** What a worker knows of a task before it begins. */
export function knowledgeOf(state: TeamState, given: TeamSession | null, task: string): WorkerKnowledge {
  const { analysis, session, tasks, messages, wisdom, explorations } = state
  const { role = '', blockedBy = [] } = analysis.dependency_graph[task] ?? {}
  const said = { ...given?.roleState, ...roleStateOf(messages.map(({ value }) => value)) }
  const isLoop = roleIn(analysis, role)?.inner_loop ?? false
  const earlier = tasks.filter((each) => isLoop && each.role === role && each.id !== task)
  return {
    session: sessionFolder(session),
    state: Object.entries(said).map(([name, of]) => ({ role: name, state: JSON.stringify(of) })),
    upstream: blockedBy.flatMap((on) => upstreamOf(on, state)),
    wisdom: [
      ...givenWisdom(given),
      ...wisdom.map(({ kind, text, evidence }) => ({ kind, text, from: evidence })),
    ],
    explored: [...(given?.explored ?? []), ...explorations].map(({ angle, created_by: by }) => ({
      angle,
      by,
    })),
    earlier: earlier.flatMap(({ id, findings }) => (findings === null ? [] : [{ task: id, findings }])),
  }
}

function upstreamOf(on: string, { analysis, artifacts, session }: TeamState): WorkerKnowledge['upstream'] {
  const folder = `${sessionFolder(session)}/artifacts`
  const made = artifacts.filter(({ task }) => task === on)
  if (made.length > 0) return made.map(({ name, text }) => ({ ref: `${folder}/${on}-${name}.md`, text }))
  const role = roleIn(analysis, analysis.dependency_graph[on]?.role ?? '')
  return role?.role_spec_metadata.output_type === 'artifact' ? [{ ref: `${folder}/${on}`, text: null }] : []
}

/** What stood in the wisdom of a session that was taken up, entry by entry. */
function givenWisdom(given: TeamSession | null): WorkerKnowledge['wisdom'] {
  return Object.entries(given?.files ?? {}).flatMap(([path, text]) => {
    const [, kind] = /^wisdom\/(\w+)\.md$/.exec(path) ?? []
    const entries = text.split('\n').filter((line) => /^[-*] /.test(line))
    return kind === undefined ? [] : entries.map((line) => ({ kind, text: line.slice(2), from: 'before' }))
  })
}
