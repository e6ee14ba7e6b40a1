import type { FailureClass } from './failure-class.ts'

/** Classes of failures that are followed by another attempt, and so need a number of them. */
export const COUNTED_CLASSES = [
  'transient',
  'fixable',
  'regression',
  'new_failure',
  'flaky',
  'timeout',
  'hung',
] as const

export type CountedClass = (typeof COUNTED_CLASSES)[number]

/** How many failures of one class there may be; the last of them goes to a person. */
export type FailureBudget = {
  readonly task: number
  readonly wave: number
  readonly run: number
}

/** The same budget for every class. */
export function budgetForEach(budget: FailureBudget): Readonly<Record<CountedClass, FailureBudget>> {
  return {
    transient: budget,
    fixable: budget,
    regression: budget,
    new_failure: budget,
    flaky: budget,
    timeout: budget,
    hung: budget,
  }
}

/** `null` for classes of which no failure is ever answered by trying again. */
export function countedClass(of: FailureClass): CountedClass | null {
  switch (of) {
    case 'transient':
    case 'fixable':
    case 'regression':
    case 'new_failure':
    case 'flaky':
    case 'timeout':
    case 'hung':
      return of
    case 'needs_replan':
    case 'escalate':
    case 'needs_input':
    case 'needs_approval':
    case 'model_unavailable':
    case 'budget':
      return null
  }
}
