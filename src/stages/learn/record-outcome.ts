import type { Verdict } from '../../gates/verdict.ts'
import { BudgetBook } from '../../kernel/budget.ts'
import type { RunEvent } from '../../kernel/event.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { FailureClass } from '../../policy/failure-class.ts'
import type { FailureFact, Objection, OutcomeFact } from '../facts.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'
import type { TaskResult } from '../execute/see-through.ts'

/** The kind of store entries that tell what each run came to, by its name. */
export const OUTCOME_KIND = 'outcome'

export interface OutcomeOf {
  readonly results: readonly TaskResult[]
  readonly objections: readonly Objection[]
  readonly commit: string | null
}

/** Keeps what the run came to, in its journal and beyond it, before the run says that it is complete. */
export async function recordOutcome(run: Run, job: Job, of: OutcomeOf): Promise<OutcomeFact> {
  const { objective, tier } = job
  const { results, objections, commit } = of
  const outcome = await run.step<OutcomeFact>('outcome', {
    kind: 'store',
    input: { tier, objections, commit, tasks: results.map(({ id, state }) => ({ id, state })) },
    execute: async ({ world }) => {
      const { events } = await world.journal.read()
      const made = { objective, tier, ...tally(events), ...told(of) }
      await world.store.write(OUTCOME_KIND, run.id, made)
      return made
    },
  })
  await run.record('recorded', fact({ kind: 'outcome', value: outcome }))
  return outcome
}

function told({
  results,
  objections,
  commit,
}: OutcomeOf): Pick<OutcomeFact, 'tasks' | 'objections' | 'commit'> {
  const idsOf = (isDone: boolean): readonly string[] =>
    results.flatMap(({ id, state }) => ((state === 'done') === isDone ? [id] : []))
  const attempts = results.reduce((sum, result) => sum + result.attempts, 0)
  return { tasks: { done: idsOf(true), notDone: idsOf(false), attempts }, objections, commit }
}

function tally(events: readonly RunEvent[]): Pick<OutcomeFact, 'failures' | 'verdicts' | 'spent'> {
  const budgets = new BudgetBook()
  const failures: Partial<Record<FailureClass, number>> = {}
  const verdicts = { passed: 0, failed: 0, errored: 0 }
  for (const event of events) {
    budgets.apply(event)
    if (event.type !== 'fact-recorded') continue
    if (event.kind === 'failure') {
      const { class: of } = event.value as FailureFact
      failures[of] = (failures[of] ?? 0) + 1
    }
    if (event.kind === 'verdict') verdicts[(event.value as unknown as Verdict).status] += 1
  }
  const now = events.at(-1)?.at ?? 0
  const spend = budgets.budgets.get('')?.spend
  const known = (amount: number | undefined, unmetered: number | undefined): number | null =>
    amount === undefined || (amount === 0 && unmetered !== 0) ? null : amount
  return {
    failures,
    verdicts,
    spent: {
      turns: spend?.turns ?? 0,
      tokens: known(spend?.tokens, spend?.unmeteredTokens),
      usd: known(spend?.usd, spend?.unmeteredUsd),
      workMs: budgets.activeMs(now),
      elapsedMs: now - (events[0]?.at ?? now),
    },
  }
}
