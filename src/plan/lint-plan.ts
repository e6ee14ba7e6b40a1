import type { Plan } from './plan.ts'
import type { LintOptions, PlanFinding, Rule } from './plan-finding.ts'
import { badContracts } from './rules/contract-rules.ts'
import { uncoveredCriteria, unknownCriteria } from './rules/criterion-rules.ts'
import { deferredResearch } from './rules/deferred-research.ts'
import { cycles, selfDependencies, unknownDependencies, unreachableTasks } from './rules/dependency-rules.ts'
import {
  duplicateIds,
  emptyTitles,
  missingExecutors,
  noTasks,
  similarIds,
  tooFewTasks,
  tooManyTasks,
} from './rules/task-rules.ts'
import { largeTasks, unverifiedCriteria } from './rules/size-rules.ts'
import { groupOrder, waveOrder } from './rules/wave-rules.ts'
import { checkedByHand, codeInPlan } from './rules/wording-rules.ts'
import { badConflicts, badPaths, overlappingWrites } from './rules/write-rules.ts'
import { EXECUTORS } from './role.ts'

const usual: LintOptions = {
  mostTasks: 100,
  leastTasks: 1,
  mostFiles: 3,
  mostLines: 300,
  executors: EXECUTORS,
  criteria: null,
  inWords: false,
}

const RULES: readonly Rule[] = [
  noTasks,
  tooManyTasks,
  tooFewTasks,
  duplicateIds,
  similarIds,
  emptyTitles,
  missingExecutors,
  selfDependencies,
  unknownDependencies,
  cycles,
  unreachableTasks,
  waveOrder,
  badPaths,
  badConflicts,
  deferredResearch,
  largeTasks,
  unverifiedCriteria,
  uncoveredCriteria,
  unknownCriteria,
  codeInPlan,
  checkedByHand,
]

/** Rules that compare tasks with each other. */
const PAIR_RULES: readonly Rule[] = [groupOrder, overlappingWrites, badContracts]

/**
 * Everything that is wrong with a plan, rule by rule, each in the plan's order. Contract: a plan without errors
 * can be executed. One with too many tasks is not looked at pair by pair, so that its length bounds the time.
 */
export function lintPlan(plan: Plan, options: Partial<LintOptions> = {}): readonly PlanFinding[] {
  const chosen = { ...usual, ...options }
  const rules = plan.tasks.length > chosen.mostTasks ? RULES : [...RULES, ...PAIR_RULES]
  return rules.flatMap((rule) => rule(plan, chosen))
}
