import { busId, roleStateOf } from '../../contracts/bus.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { addToWisdomFile } from '../../stages/learn/wisdom-file.ts'
import type { WisdomKind } from '../../stages/learn/wisdom.ts'
import { WISDOM_KINDS } from '../../stages/learn/wisdom.ts'
import type { Book } from '../book.ts'
import { readFile } from '../read-file.ts'
import type { Story } from '../story.ts'
import { problemsOfRoleSpec } from './problems-of-role-spec.ts'
import type { TeamSession } from './read-session.ts'
import { teamCoordinateSchemas } from './schemas.ts'
import { sessionFolder, teamName } from './session-id.ts'
import { messageSchema } from './session-files.ts'
import type { TeamState } from './team-state.ts'
import { teamFactsOf, teamState } from './team-state.ts'

const wisdomFiles: Readonly<Record<WisdomKind, readonly [file: string, heading: string]>> = {
  learning: ['learnings', '# Learnings\n'],
  decision: ['decisions', '# Decisions\n'],
  convention: ['conventions', '# Conventions\n'],
  issue: ['issues', '# Issues\n'],
}

/**
 * The files of a session, `.workflow/.team/TC-…/`. What was given stands in them as it was, and what this run tells
 * comes after it.
 */
export function teamBook(given: TeamSession | null): Book {
  return {
    // What changes is logged on the bus first and told to the person next; the files are written after both.
    isTold: ({ kind }) => kind === 'announced' || kind === 'team-analysed' || kind === 'team-paused',
    render: (story) => {
      const state = teamState(story, given)
      if (state === null) return []
      const written: Readonly<Record<string, string>> = {
        ...given?.files,
        'team-session.json': json(sessionOf(state, given)),
        'task-analysis.json': json(state.analysis),
        'tasks.json': json(state.tasks),
        ...Object.fromEntries(state.specs.map(({ role, text }) => [`role-specs/${role}.md`, text])),
        'artifacts/.gitkeep': '',
        ...Object.fromEntries(
          state.artifacts.map(({ task, name, text }) => [`artifacts/${task}-${name}.md`, ended(text)]),
        ),
        ...wisdomOf(state, given),
        ...explorationsOf(state, given),
        'discussions/.gitkeep': '',
        ...discussionsOf(story, given),
        '.msg/messages.jsonl': messagesOf(state, given),
        '.msg/meta.json': json(metaOf(story, state, given)),
      }
      const folder = sessionFolder(state.session)
      return Object.entries(written).map(([path, text]) => ({ path: `${folder}/${path}`, text }))
    },
    problemWith,
  }
}

function sessionOf(state: TeamState, given: TeamSession | null): object {
  const completed = state.tasks.filter(({ status }) => status === 'completed').map(({ id }) => id)
  const isDispatched = state.tasks.length > 0
  return {
    session_id: state.session,
    task_description: state.analysis.task_description,
    status: state.status,
    team_name: teamName(state.session),
    roles: state.analysis.roles.map(({ name, prefix, responsibility_type, inner_loop }) => ({
      name,
      prefix,
      responsibility_type,
      inner_loop,
      role_spec: `role-specs/${name}.md`,
    })),
    pipeline: {
      dependency_graph: isDispatched ? state.analysis.dependency_graph : {},
      tasks_total: state.tasks.length,
      tasks_completed: completed.length,
    },
    active_workers: state.active.map(({ task, role, since }) => ({ task, role, since: time(since) })),
    completed_tasks: completed,
    completion_action: state.completion_action,
    created_at: given?.createdAt || time(state.createdAt),
  }
}

/** One line for each message, in the order of the journal, behind those that were given. */
function messagesOf({ messages }: TeamState, given: TeamSession | null): string {
  const before = given?.messages ?? []
  const lines = messages.map(({ at, value }, index) => {
    const { from, to, type, summary, data, dispatch_status } = value
    const id = busId(before.length + index)
    return JSON.stringify({ id, ts: time(at), from, to, type, summary, data, dispatch_status })
  })
  return [...before, ...lines].map((line) => `${line}\n`).join('')
}

/** What the coordinator says of the pipeline stands at the top, what a role says under its name. */
function metaOf(story: Story, state: TeamState, given: TeamSession | null): object {
  const said = state.messages.map(({ value }) => value)
  const { coordinator = {}, ...roles } = roleStateOf(said)
  const quality = teamFactsOf(story, 'team-quality').map(({ value: { task, total, verdict } }) => ({
    task,
    total,
    verdict,
  }))
  const changes = teamFactsOf(story, 'team-reconciled').flatMap(({ value }) => value.changes)
  const merged = Object.entries(roles).map(([role, now]) => [role, { ...given?.roleState[role], ...now }])
  return {
    session_id: state.session,
    status: state.status,
    team_name: teamName(state.session),
    pipeline_mode: state.analysis.complexity.level,
    pipeline_stages: state.analysis.roles.map(({ name }) => name),
    roles: ['coordinator', ...state.analysis.roles.map(({ name }) => name)],
    ...coordinator,
    role_state: { ...given?.roleState, ...Object.fromEntries(merged) },
    quality,
    ...(changes.length === 0 ? {} : { reconciled: changes }),
    updated_at: time(state.messages.at(-1)?.at ?? state.createdAt),
  }
}

function wisdomOf({ wisdom }: TeamState, given: TeamSession | null): Readonly<Record<string, string>> {
  return Object.fromEntries(
    WISDOM_KINDS.map((kind) => {
      const [file, heading] = wisdomFiles[kind]
      const path = `wisdom/${file}.md`
      return [path, addToWisdomFile(given?.files[path] ?? heading, kind, wisdom)]
    }),
  )
}

function explorationsOf(
  { explorations }: TeamState,
  given: TeamSession | null,
): Readonly<Record<string, string>> {
  const known = new Set(given?.explored.map(({ angle }) => angle))
  const fresh = explorations.filter(({ angle }) => !known.has(angle))
  const entries = fresh.map(({ angle, created_by, at }) => ({
    angle,
    file: `explore-${angle}.json`,
    created_by,
    timestamp: time(at),
  }))
  return {
    'explorations/cache-index.json': json({ entries: [...(given?.explored ?? []), ...entries] }),
    ...Object.fromEntries(
      fresh.map(({ angle, created_by, at, summary, files }) => [
        `explorations/explore-${angle}.json`,
        json({ angle, created_by, timestamp: time(at), summary, files }),
      ]),
    ),
  }
}

function discussionsOf(story: Story, given: TeamSession | null): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { at, value } of teamFactsOf(story, 'team-consensus')) {
    const path = `discussions/${value.task}.md`
    const before = found[path] ?? given?.files[path] ?? `# Discussion of ${value.task}\n`
    const by = value.by === null ? '' : `, by ${value.by}`
    found[path] =
      `${before}\n## ${time(at)} — ${value.level}\n\n[${value.role}] ${value.about}\n\nOutcome: ${value.outcome}${by}.\n`
  }
  return found
}

/** Whether a person's edit is still a file of a session. */
function problemWith(path: string, text: string): string | null {
  const inside = path.replace(/^.*?TC-[^/]+\//, '')
  if (inside.startsWith('role-specs/')) return problemsOfRoleSpec(text, path, true)[0] ?? null
  try {
    const known = teamCoordinateSchemas.find(({ name }) => inside.split('/').at(-1) === `${name}.json`)
    if (known !== undefined) readFile(known.schema, path, text)
    if (inside === '.msg/messages.jsonl') {
      for (const [index, line] of text.split('\n').entries()) {
        if (line.trim() !== '') readFile(messageSchema, `${path} (line ${index + 1})`, line)
      }
    }
    return null
  } catch (thrown) {
    if (!(thrown instanceof RunFailure)) throw thrown
    return thrown.message.split('\n')[0] ?? ''
  }
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function time(at: number): string {
  return new Date(at).toISOString()
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}
