import type { Question } from '../../kernel/question.ts'
import type { FailureClass } from '../../policy/failure-class.ts'
import type { StageFact, TaskState } from '../../stages/facts.ts'
import type { Story } from '../story.ts'
import type { GemTask, TaskStatus } from './plan-schema.ts'
import { timeOf } from './time-of.ts'
import type { Standing } from './write-task.ts'
import { untouched } from './write-task.ts'

/** A task's retries are used up and a person is asked: what gem-team writes a log of. */
export type Escalation = { readonly task: string; readonly attempt: number; readonly question: string }

export const ESCALATED = 'gem-escalated'

/** What comes of a question that is asked because nothing more may be tried; `null` for every other one. */
export function escalationOf(name: string, { details }: Pick<Question, 'details'>): Escalation | null {
  const [, task, attempt] = /(?:^|\/)execute\/([^/@]+)@r\d+(?:\.\d+)?\/exhausted-(\d+)$/.exec(name) ?? []
  const of = typeof details === 'object' && details !== null ? Reflect.get(details, 'class') : undefined
  if (task === undefined || !USED_UP.has(String(of))) return null
  return { task, attempt: Number(attempt), question: name }
}

/** Ways to fail that can be tried again, so that being asked about one means that all tries are used up. */
const USED_UP: ReadonlySet<string> = new Set<FailureClass>([
  'transient',
  'fixable',
  'flaky',
  'regression',
  'new_failure',
  'timeout',
  'hung',
])

const STATUS: Readonly<Record<TaskState, TaskStatus>> = {
  working: 'in_progress',
  proving: 'in_progress',
  integrating: 'in_progress',
  diagnosing: 'needs_revision',
  replanning: 'failed',
  done: 'completed',
  'given-up': 'blocked',
  blocked: 'blocked',
}

/** How far the story says each task is, by its id, beginning with what was said before the run. */
export function standingsOf(story: Story, before: readonly GemTask[]): (id: string) => Standing {
  const standings = new Map(before.map((task) => [task.id, standingOf(task)]))
  /** Retries that whoever did the task had made by themselves. */
  const insideOf = new Map<string, number>()
  const of = (id: string): Standing => standings.get(id) ?? untouched
  const set = (id: string, news: Partial<Standing>): void => {
    standings.set(id, { ...of(id), ...news })
  }
  for (const happening of story.happenings) {
    if (happening.kind !== 'fact') continue
    const { at, fact } = happening
    const told = fact as StageFact | { readonly kind: typeof ESCALATED; readonly value: Escalation }
    switch (told.kind) {
      case 'plan':
        // What is in a plan anew is to be done.
        for (const { id } of told.value.tasks) {
          if (isToBeDone(of(id), told.value.revision)) set(id, { status: 'pending' })
        }
        break
      case 'task': {
        const { task, state, attempt } = told.value
        const earlier = before.find(({ id }) => id === task)?.flags?.retries_used ?? 0
        const { flags } = of(task)
        const inside = insideOf.get(task) ?? 0
        const retries = attempt === 0 ? flags.retries_used : earlier + inside + attempt - 1
        set(task, { status: STATUS[state], flags: { ...flags, retries_used: retries } })
        break
      }
      case 'failure': {
        const { task, retries = 0 } = told.value
        insideOf.set(task, (insideOf.get(task) ?? 0) + retries)
        break
      }
      case 'flaky':
        set(told.value.task, { flags: { ...of(told.value.task).flags, flaky: true } })
        break
      case 'diagnosis': {
        const { task, rootCause, fix } = told.value
        const injected = { root_cause: rootCause, fix_recommendations: fix, injected_at: timeOf(at) }
        // What is wrong with a wave is repaired by tasks of their own.
        const { status } = of(task)
        set(task, { status: status === 'completed' ? status : 'needs_revision', diagnosis: injected })
        break
      }
      case ESCALATED:
        set(told.value.task, { status: 'failed' })
        break
      default:
        break
    }
  }
  return of
}

function isToBeDone({ status }: Standing, revision: number): boolean {
  return status === 'failed' || (revision === 1 && status !== 'completed')
}

function standingOf({ status, flags, diagnosis }: GemTask): Standing {
  return { status, flags: flags ?? untouched.flags, diagnosis: diagnosis ?? null }
}
