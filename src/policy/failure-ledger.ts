import type { FailureClass } from './failure-class.ts'
import type { ProcessPolicy } from './process-policy.ts'

/** Where a budget was used up, and so where a person may give more. */
export type FailureLevel = 'attempts' | 'same' | 'everywhere' | 'task' | 'wave' | 'run'

/** What the journal has of failures, in the order in which it happened. */
export type FailureEntry = {
  /** The name that it is recorded by. */
  readonly name: string
  /** The task with the revision of the plan that it belongs to. */
  readonly task: string
  readonly wave: string
} & (
  | {
      readonly kind: 'failure'
      readonly class: FailureClass
      readonly signature: string
      /** How often the agent had tried again by itself. */
      readonly retries?: number
    }
  /** A person gave as much again. */
  | { readonly kind: 'grant'; readonly level: FailureLevel; readonly class: FailureClass }
)

/** How often something of the kind had happened, counting the failure itself, and how often more was given. */
export interface FailureTally {
  readonly counts: Readonly<Record<FailureLevel, number>>
  readonly grants: Readonly<Record<FailureLevel, number>>
}

/**
 * Counts what led up to one failure: a pure fold, so that a restart refills nothing. Contract: what was
 * recorded after the failure does not count, so that a resumed run counts as the first one did. `earlier`: how often
 * the task had failed before the run.
 */
export function tallyAt(
  entries: readonly FailureEntry[],
  name: string,
  earlier = 0,
  counting: ProcessPolicy['work']['counting'] = 'each',
): FailureTally {
  const isAlike = counting === 'alike' ? areAlike : areSame
  const index = entries.findIndex((entry) => entry.name === name)
  const own = entries[index]
  if (own?.kind !== 'failure') throw new Error(`There is no failure ${name} in the ledger.`)
  const counts = { ...nothing(), attempts: earlier }
  const grants = nothing()
  for (const entry of entries.slice(0, index + 1)) {
    const { isTask, isClass } = isAlike(entry, own)
    const concerned = {
      attempts: isTask,
      same: isTask && (entry.kind === 'grant' || entry.signature === own.signature),
      everywhere:
        entry.kind === 'failure'
          ? entry.signature === own.signature
          : isTask || (isClass && entry.level === 'everywhere'),
      task: isTask && isClass,
      wave: entry.wave === own.wave && isClass,
      run: isClass,
    }
    for (const level of LEVELS) {
      if (!concerned[level]) continue
      if (entry.kind === 'failure') counts[level] += 1 + (level === 'attempts' ? (entry.retries ?? 0) : 0)
      else if (entry.level === level || ofOneTask[level]) grants[level] += 1
    }
  }
  return { counts, grants }
}

type Compared = (
  one: FailureEntry,
  other: FailureEntry,
) => { readonly isTask: boolean; readonly isClass: boolean }

const areSame: Compared = (one, other) => ({
  isTask: one.task === other.task,
  isClass: one.class === other.class,
})

/** A task stays the same task whatever became of its plan, and what is answered alike is of one class. */
const areAlike: Compared = (one, other) => ({
  isTask: one.task.replace(/@.*/, '') === other.task.replace(/@.*/, ''),
  isClass: cureOf(one.class) === cureOf(other.class),
})

/** The class whose answer is the same: to do it once more as it was, or to mend it. */
function cureOf(of: FailureClass): FailureClass {
  switch (of) {
    case 'timeout':
    case 'hung':
      return 'transient'
    case 'regression':
    case 'new_failure':
    case 'flaky':
      return 'fixable'
    case 'transient':
    case 'fixable':
    case 'needs_replan':
    case 'escalate':
    case 'needs_input':
    case 'needs_approval':
    case 'model_unavailable':
    case 'budget':
      return of
  }
}

/** How often a task had said that its plan cannot work before the failure of this name, whatever its plan was then. */
export function replansBefore(entries: readonly FailureEntry[], task: string, name: string): number {
  const index = entries.findIndex((entry) => entry.name === name)
  const before = index === -1 ? entries : entries.slice(0, index)
  return before.filter(
    (entry) =>
      entry.kind === 'failure' && entry.class === 'needs_replan' && entry.task.replace(/@.*/, '') === task,
  ).length
}

/** What a person gives a task holds for everything that this task can run out of by itself, whatever it was. */
const ofOneTask: Readonly<Record<FailureLevel, boolean>> = {
  attempts: true,
  same: true,
  everywhere: true,
  task: true,
  wave: false,
  run: false,
}

const LEVELS = Object.keys(ofOneTask) as readonly FailureLevel[]

/** For failures that no task answers for. */
export const emptyTally: FailureTally = { counts: nothing(), grants: nothing() }

function nothing(): Record<FailureLevel, number> {
  return { attempts: 0, same: 0, everywhere: 0, task: 0, wave: 0, run: 0 }
}
