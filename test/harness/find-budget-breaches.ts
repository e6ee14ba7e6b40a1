import type { RunEvent } from '../../src/kernel/event.ts'
import { countedClass } from '../../src/policy/failure-budget.ts'
import type { FailureEntry } from '../../src/policy/failure-ledger.ts'
import type { RunPolicy } from '../../src/policy/run-policy.ts'
import type { FailureFact, GrantFact } from '../../src/stages/facts.ts'

type Recorded = Extract<RunEvent, { type: 'fact-recorded' }>

/**
 * Every failure in a journal that used up a budget and was all the same followed by more work on its task before
 * a person was asked. Counts for itself, and not with what it judges.
 */
export function findBudgetBreaches(
  { attempts, sameFailures, failures }: Pick<RunPolicy, 'attempts' | 'sameFailures' | 'failures'>,
  events: readonly RunEvent[],
): readonly string[] {
  const past: FailureEntry[] = []
  return events.flatMap((event, index) => {
    if (event.type !== 'fact-recorded') return []
    const entry = entryOf(event)
    if (entry === null) return []
    past.push(entry)
    if (entry.kind === 'grant') return []
    const counted = countedClass(entry.class)
    if (counted === null) return []
    const ofTask = past.filter(({ task }) => task === entry.task)
    const given = ofTask.filter(({ kind }) => kind === 'grant').length
    const givenTo = (level: string, wave: string | null): number =>
      past.filter(
        (each) =>
          each.kind === 'grant' &&
          each.level === level &&
          each.class === entry.class &&
          (wave ?? each.wave) === each.wave,
      ).length
    const givenToOthers = (level: string): number =>
      givenTo(level, null) - ofTask.filter((each) => each.kind === 'grant' && each.level === level).length
    const count = (of: readonly FailureEntry[], isOne: (each: FailureEntry) => boolean): number =>
      of.filter((each) => each.kind === 'failure' && isOne(each)).length
    const isClass = (each: FailureEntry): boolean => each.class === entry.class
    const { task, wave, run } = failures[counted]
    const used: readonly (readonly [string, boolean])[] = [
      ['attempts', count(ofTask, () => true) >= attempts * (1 + given)],
      [
        'same',
        count(ofTask, (each) => each.kind === 'failure' && each.signature === entry.signature) >=
          sameFailures * (1 + given),
      ],
      [
        'everywhere',
        count(past, (each) => each.kind === 'failure' && each.signature === entry.signature) >=
          2 * sameFailures * (1 + given + givenToOthers('everywhere')),
      ],
      [
        'wave',
        count(past, (each) => isClass(each) && each.wave === entry.wave) >=
          wave * (1 + givenTo('wave', entry.wave)),
      ],
      ['run', count(past, isClass) >= run * (1 + givenTo('run', null))],
      [
        'task',
        count(ofTask, isClass) >=
          task * (1 + ofTask.filter((each) => each.kind === 'grant' && isClass(each)).length),
      ],
    ]
    const [level] = used.find(([, isUsed]) => isUsed) ?? []
    if (level === undefined || nextOf(entry.task, events.slice(index + 1)) !== 'work') return []
    return [`${entry.name} used up what ${level} allows, and work went on`]
  })
}

/** What comes first at a task: more work of its implementer, or anything else that ends the wait for it. */
function nextOf(task: string, events: readonly RunEvent[]): 'work' | 'person' | 'nothing' {
  const scope = `execute/${task}/`
  for (const event of events) {
    if (event.type === 'question-asked' && event.question.startsWith(scope)) return 'person'
    if (event.type === 'step-started' && event.kind === 'turn' && isWork(scope, event.step)) return 'work'
  }
  return 'nothing'
}

function isWork(scope: string, step: string): boolean {
  return step.startsWith(scope) && step.includes('/implement')
}

function entryOf({ name, kind, value }: Recorded): FailureEntry | null {
  const [, task = ''] = name.split('/')
  if (kind === 'failure') {
    const { wave, class: of, signature } = value as unknown as FailureFact
    return { kind, name, task, wave, class: of, signature }
  }
  if (kind !== 'grant') return null
  const { wave, level, class: of } = value as unknown as GrantFact
  return { kind, name, task, wave, level, class: of }
}
