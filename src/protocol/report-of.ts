import type { Answer } from '../kernel/question.ts'
import type { RunEvent } from '../kernel/event.ts'
import type { Objection, ReviewFact, StageFact } from '../stages/facts.ts'
import { filesOfRun } from './files-of-run.ts'
import { hasEnded } from './has-ended.ts'
import { isolationWords, notCovered } from './isolation-seen.ts'
import { subjectOf } from './name-step.ts'
import type { Decided, LeftOpen, Proven, Report, ReportedTask, Spent } from './report.ts'
import { reportTasks } from './report-tasks.ts'
import type { RunView } from './run-view.ts'
import { viewRun } from './view-run.ts'

/** The report of a run at any moment of it, from its journal alone. */
export function reportOf(events: readonly RunEvent[]): Report {
  const view = viewRun(events)
  const facts = events.flatMap((event) =>
    event.type === 'fact-recorded' ? [{ kind: event.kind, value: event.value } as unknown as StageFact] : [],
  )
  const tasks = reportTasks(view, events)
  const merged = valuesOf(facts, 'merged').at(-1)
  const takenOver = valuesOf(facts, 'failed-over').map(({ text }) => text)
  return {
    run: view.run,
    status: view.status,
    startedAt: view.startedAt,
    endedAt: hasEnded(view) ? view.updatedAt : null,
    failure: view.failure,
    playbook: view.playbook,
    asked: { objective: view.objective, brief: valuesOf(facts, 'brief').at(-1) ?? null },
    decided: decidedOf(facts, view),
    built: { tasks, delivery: view.delivery, merged: merged ?? null },
    proven: view.verdicts.map(provenOf),
    reviewed: valuesOf(facts, 'reviewed'),
    spent: spentOf(view),
    ...isolationOf(view),
    ...(view.models.length === 0 ? {} : { models: view.models }),
    ...(takenOver.length === 0 ? {} : { takenOver }),
    leftOpen: leftOpenOf(facts, view, tasks),
    files: filesOfRun(events).files,
  }
}

function isolationOf({ isolation }: RunView): Pick<Report, 'isolation'> {
  const words = isolationWords(isolation)
  return words === null ? {} : { isolation: { words, notCovered: notCovered(isolation) } }
}

type Kind = StageFact['kind']
type ValueOf<K extends Kind> = Extract<StageFact, { readonly kind: K }>['value']

function valuesOf<K extends Kind>(facts: readonly StageFact[], kind: K): readonly ValueOf<K>[] {
  return facts.flatMap((fact) => (fact.kind === kind ? [fact.value as ValueOf<K>] : []))
}

function decidedOf(facts: readonly StageFact[], view: RunView): Decided {
  const clarifications = valuesOf(facts, 'clarified')
  const asked = new Set(clarifications.map(({ question }) => question))
  return {
    clarifications,
    answers: view.questions.flatMap(({ id, ask, answer }) => {
      if (answer === null || asked.has(ask.text)) return []
      const label = ask.options.find((option) => option.id === answer.option)?.label
      const said = answer.text ?? label ?? answer.option ?? ''
      return [{ question: id, text: ask.text, answer: said, ...authorOf(answer) }]
    }),
    plans: valuesOf(facts, 'plan').map((plan) => ({
      revision: plan.revision,
      tasks: plan.tasks.map(({ id }) => id),
      reason: reasonOf(plan),
    })),
    challenges: valuesOf(facts, 'challenged'),
    accepted: valuesOf(facts, 'accepted'),
  }
}

function authorOf({ by, door }: Answer): Pick<Answer, 'by' | 'door'> {
  return door === undefined ? { by } : { by, door }
}

function reasonOf(plan: ValueOf<'plan'>): string | null {
  const { lineage = [] } = plan as { readonly lineage?: readonly { revision: number; reason: string }[] }
  return lineage.find(({ revision }) => revision === plan.revision)?.reason ?? null
}

function provenOf({ name, evidence, ...verdict }: RunView['verdicts'][number]): Proven {
  const { status, commit, message, counts, failedTests, knownFailures, flaky, reusedFrom } = verdict
  return {
    of: subjectOf(name),
    status,
    commit,
    message,
    counts,
    failedTests,
    knownFailures,
    flaky,
    reusedFrom,
    evidence: evidence.map(({ name: gate, command, exitCode, durationMs, counts: counted }) => ({
      name: gate,
      command,
      exitCode,
      durationMs,
      counts: counted,
    })),
  }
}

function spentOf({ spend, activeMs, startedAt, updatedAt }: RunView): Spent {
  const { turns, tokens, usd, unmeteredTokens, unmeteredUsd, estimatedUsd } = spend
  return {
    turns,
    tokens: tokens === 0 && unmeteredTokens > 0 ? null : tokens,
    usd: usd === 0 && unmeteredUsd > 0 ? null : usd,
    turnsWithoutTokens: unmeteredTokens,
    turnsWithoutUsd: unmeteredUsd,
    ...(estimatedUsd === undefined ? {} : { turnsEstimated: estimatedUsd }),
    workMs: activeMs,
    elapsedMs: updatedAt - startedAt,
  }
}

function leftOpenOf(facts: readonly StageFact[], view: RunView, tasks: readonly ReportedTask[]): LeftOpen {
  const reviews = lastReviews(valuesOf(facts, 'reviewed'))
  return {
    questions: view.questions.flatMap(({ ask, answer }) => (answer === null ? [ask.text] : [])),
    tasks: tasks.filter(({ state }) => state !== 'done'),
    objections: valuesOf(facts, 'outcome').at(-1)?.objections ?? openObjections(reviews),
    abstained: reviews.filter(({ verdict }) => verdict === 'abstained'),
    findings: view.findings
      .filter(({ action }) => action === 'reported')
      .map(({ task, message }) => ({ task, message })),
    leftOut: valuesOf(facts, 'left-out').map(({ role, titles }) => ({ role, titles })),
  }
}

/** What was reviewed again counts as it was seen last. */
function lastReviews(reviews: readonly ReviewFact[]): readonly ReviewFact[] {
  const last = new Map(reviews.map((review) => [`${review.scope} ${review.of} ${review.by}`, review]))
  return [...last.values()]
}

function openObjections(reviews: readonly ReviewFact[]): readonly Objection[] {
  return reviews.flatMap(({ verdict, objections }) => (verdict === 'approved' ? [] : objections))
}
