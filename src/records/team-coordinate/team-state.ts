import type { ToolCall } from '../../contracts/tool-call.ts'
import type { Wisdom } from '../../stages/learn/wisdom.ts'
import type { Story, Told } from '../story.ts'
import { factsOf, ownFactsOf } from '../story.ts'
import type { TeamSession } from './read-session.ts'
import type { TeamAnalysed, TeamArtifact, TeamFactKind, TeamFactValue, TeamMessage } from './team-facts.ts'
import type { TeamStatus, TeamTask } from './team-task.ts'

/** A worker that is at its task. */
export interface ActiveWorker {
  readonly task: string
  readonly role: string
  readonly since: number
}

export interface Exploration {
  readonly angle: string
  readonly created_by: string
  readonly at: number
  readonly summary: string
  readonly files: readonly { readonly path: string; readonly note: string }[]
}

/** A session as the journal tells it. */
export interface TeamState extends TeamAnalysed {
  readonly createdAt: number
  readonly status: 'active' | 'paused' | 'completed'
  readonly tasks: readonly TeamTask[]
  readonly active: readonly ActiveWorker[]
  readonly messages: readonly Told<TeamMessage>[]
  readonly artifacts: readonly TeamArtifact[]
  readonly wisdom: readonly Wisdom[]
  readonly explorations: readonly Exploration[]
}

/** Every fact of a kind that this process tells, oldest first. */
export function teamFactsOf<Kind extends TeamFactKind>(
  story: Story,
  kind: Kind,
): readonly Told<TeamFactValue<Kind>>[] {
  return ownFactsOf<TeamFactValue<Kind>>(story, kind)
}

/** Folds a story into its session; `null` before there is one. What was `given` is there before the story begins. */
export function teamState(story: Story, given: TeamSession | null = null): TeamState | null {
  const analysed = teamFactsOf(story, 'team-analysed')
  const [first] = analysed
  const team = analysed.at(-1)?.value
  if (first === undefined || team === undefined) return null
  const completion = teamFactsOf(story, 'team-completion').at(-1)?.value ?? null
  const isPaused = teamFactsOf(story, 'team-paused').at(-1)?.value.paused ?? false
  const tasks = tasksOf(story)
  return {
    ...team,
    createdAt: first.at,
    status: completion?.status ?? (isPaused ? 'paused' : 'active'),
    tasks,
    active: tasks
      .filter(({ status }) => status === 'in_progress')
      .map(({ id, role }) => ({ task: id, role, since: sinceOf(story, id) })),
    messages: teamFactsOf(story, 'team-message'),
    artifacts: artifactsOf(story, given),
    wisdom: wisdomOf(story),
    explorations: explorationsOf(story),
  }
}

const statuses: Readonly<Record<string, TeamStatus>> = {
  working: 'in_progress',
  proving: 'in_progress',
  diagnosing: 'in_progress',
  integrating: 'in_progress',
  replanning: 'pending',
  done: 'completed',
  'given-up': 'failed',
  blocked: 'pending',
}

/** The tasks with what became of them; a task that is told again begins anew. */
function tasksOf(story: Story): readonly TeamTask[] {
  const tasks = new Map<string, TeamTask>()
  const change = (id: string, of: (task: TeamTask) => Partial<TeamTask>): void => {
    const task = tasks.get(id)
    if (task !== undefined) tasks.set(id, { ...task, ...of(task) })
  }
  for (const each of story.happenings) {
    if (each.kind !== 'fact') continue
    const { kind, value } = each.fact
    if (kind === 'team-dispatched') {
      for (const task of (value as TeamFactValue<'team-dispatched'>).tasks) tasks.set(task.id, task)
    } else if (kind === 'team-result') {
      const { task, status, findings, error } = value as TeamFactValue<'team-result'>
      // What a worker claims is not what its task is: that is proven first.
      change(task, () => ({ findings, error, ...(status === 'timed_out' ? { status } : {}) }))
    } else if (kind === 'task') {
      const { task, state, note } = value as ReturnType<typeof factsOf<'task'>>[number]['value']
      const status = statuses[state] ?? 'pending'
      change(task, (before) => {
        if (status === 'completed') return { status, error: null }
        if (status === 'failed' && before.status === 'timed_out') return {}
        return {
          status,
          error: state === 'given-up' || state === 'blocked' ? (note ?? before.error) : before.error,
        }
      })
    }
  }
  return [...tasks.values()]
}

function sinceOf(story: Story, id: string): number {
  const began = factsOf(story, 'task').findLast(({ value }) => value.task === id && value.state === 'working')
  return began?.at ?? story.startedAt
}

function artifactsOf(story: Story, given: TeamSession | null): readonly TeamArtifact[] {
  const told = teamFactsOf(story, 'team-artifact').map(({ value }) => value)
  const all = [...(given?.artifacts ?? []), ...told]
  return [...new Map(all.map((each) => [`${each.task}-${each.name}`, each])).values()]
}

/** What workers learnt, and what their gates and discussions left to be watched. */
function wisdomOf(story: Story): readonly Wisdom[] {
  return story.happenings.flatMap((each): readonly Wisdom[] => {
    if (each.kind !== 'fact') return []
    const { kind, value } = each.fact
    if (kind === 'told') {
      const { from, task, call } = value as ReturnType<typeof factsOf<'told'>>[number]['value']
      const made = call as ToolCall
      if (made.tool !== 'wisdom' || made.input.kind === null || made.input.text === null) return []
      const evidence = [task ?? from, ...made.input.evidence].join(', ')
      return [{ kind: made.input.kind, text: made.input.text, evidence, by: 'agent' }]
    }
    if (kind === 'team-message') {
      const { from, data } = value as TeamMessage
      const { decisions, task_id: task } = data ?? {}
      return (Array.isArray(decisions) ? decisions : []).map((each) => {
        const text = typeof each === 'string' ? each : JSON.stringify(each)
        return { kind: 'decision', text, evidence: typeof task === 'string' ? task : from, by: 'agent' }
      })
    }
    if (kind === 'team-consensus') {
      const { level, about, task } = value as TeamFactValue<'team-consensus'>
      return level === 'MEDIUM'
        ? [{ kind: 'issue', text: `MEDIUM: ${about}`, evidence: task, by: 'agent' }]
        : []
    }
    if (kind !== 'team-quality') return []
    const { issues, task } = value as TeamFactValue<'team-quality'>
    return issues.map(({ class: of, text }) => ({
      kind: 'issue',
      text: `${of}: ${text}`,
      evidence: task ?? 'the whole pipeline',
      by: 'agent',
    }))
  })
}

/** By angle; whoever explored it first may do so again. */
function explorationsOf(story: Story): readonly Exploration[] {
  const newest = new Map<string, Exploration>()
  for (const { at, value } of factsOf(story, 'told')) {
    const call = value.call as ToolCall
    if (call.tool !== 'exploration' || call.input.angle === null) continue
    const { angle, summary, files } = call.input
    const before = newest.get(angle)
    newest.set(angle, {
      angle,
      created_by: before?.created_by ?? value.task ?? value.from,
      at: before?.at ?? at,
      summary: summary ?? '',
      files,
    })
  }
  return [...newest.values()]
}
