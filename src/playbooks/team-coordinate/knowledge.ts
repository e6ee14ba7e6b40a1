import type { BusMessage } from '../../contracts/bus.ts'
import { roleStateOf } from '../../contracts/bus.ts'
import type { WorkerKnowledge } from '../../contracts/team-worker.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { Json } from '../../kernel/json.ts'
import type { Run } from '../../kernel/playbook.ts'
import { sessionFolder } from '../../records/team-coordinate/session-id.ts'
import type { TeamArtifact, TeamResult } from '../../records/team-coordinate/team-facts.ts'
import type { Team } from './team.ts'
import { roleOf } from './team.ts'

/** How this process names its facts, so that they are found again by name alone. */
export const NAMES = { artifact: 'team-artifact', result: 'team-result', message: 'team-message' } as const

const SHARED = /\/(?:team-artifact|team-result|team-message)(?:-[\w-]+)?$|\/told-\d+$/

type Shared = readonly (readonly [name: string, value: Json])[]

/** Everything that was shared until now, oldest first. Contract: what it gives only ever grows at its end. */
export function sharedBy(run: Run): Shared {
  return [...run.recorded()].filter(([name]) => SHARED.test(name))
}

/** What a worker knows of a task before it begins, from what was shared. */
export function knowledgeOf(team: Team, task: string, shared: Shared): WorkerKnowledge {
  const { analysis, session } = team
  const node = analysis.dependency_graph[task]
  const folder = sessionFolder(session)
  const artifacts = valuesOf<TeamArtifact>(shared, NAMES.artifact)
  const results = valuesOf<TeamResult>(shared, NAMES.result)
  const calls = shared.flatMap(([name, value]) =>
    /\/told-\d+$/.test(name) ? [value as unknown as { from: string; call: ToolCall }] : [],
  )
  const isLoop = roleOf(team, node?.role ?? '')?.inner_loop ?? false
  return {
    session: folder,
    state: Object.entries({
      ...team.given?.roleState,
      ...roleStateOf(valuesOf<BusMessage>(shared, NAMES.message)),
    }).map(([role, state]) => ({
      role,
      state: JSON.stringify(state),
    })),
    upstream: (node?.blockedBy ?? []).flatMap((on) => upstreamOf(on, folder, team, artifacts)),
    wisdom: [
      ...givenWisdom(team),
      ...calls.flatMap(({ from, call }) =>
        call.tool === 'wisdom' ? [{ kind: call.input.kind ?? '', text: call.input.text ?? '', from }] : [],
      ),
    ],
    explored: [
      ...(team.given?.explored ?? []).map(({ angle, created_by: by }) => ({ angle, by })),
      ...calls.flatMap(({ from, call }) =>
        call.tool === 'exploration' ? [{ angle: call.input.angle ?? '', by: from }] : [],
      ),
    ],
    earlier: isLoop
      ? results
          .filter((each) => each.task !== task && analysis.dependency_graph[each.task]?.role === node?.role)
          .map((each) => ({ task: each.task, findings: each.findings }))
      : [],
  }
}

function upstreamOf(
  on: string,
  folder: string,
  team: Team,
  artifacts: readonly TeamArtifact[],
): WorkerKnowledge['upstream'] {
  const made = artifacts.filter(({ task }) => task === on)
  const newest = new Map(made.map((each) => [each.name, each.text]))
  if (newest.size > 0) {
    return [...newest].map(([name, text]) => ({ ref: `${folder}/artifacts/${on}-${name}.md`, text }))
  }
  const before = Object.entries(team.given?.files ?? {}).filter(([path]) =>
    path.startsWith(`artifacts/${on}-`),
  )
  if (before.length > 0) return before.map(([path, text]) => ({ ref: `${folder}/${path}`, text }))
  const output = roleOf(team, team.analysis.dependency_graph[on]?.role ?? '')?.role_spec_metadata.output_type
  return output === 'artifact' ? [{ ref: `${folder}/artifacts/${on}`, text: null }] : []
}

/** What stood in the wisdom of a session that was taken up, entry by entry. */
function givenWisdom({ given }: Team): WorkerKnowledge['wisdom'] {
  return Object.entries(given?.files ?? {}).flatMap(([path, text]) => {
    const [, kind] = /^wisdom\/(\w+)\.md$/.exec(path) ?? []
    const entries = text.split('\n').filter((line) => /^[-*] /.test(line))
    return kind === undefined ? [] : entries.map((line) => ({ kind, text: line.slice(2), from: 'before' }))
  })
}

function valuesOf<Value>(shared: Shared, name: string): readonly Value[] {
  const pattern = new RegExp(`/${name}(?:-[\\w-]+)?$`)
  return shared.flatMap(([each, value]) => (pattern.test(each) ? [value as unknown as Value] : []))
}
