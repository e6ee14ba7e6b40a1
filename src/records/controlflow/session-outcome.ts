import { line, list, sections } from '../../config/write-markdown.ts'
import { z } from 'zod'
import type { ProcessFile } from '../../stages/specify/process-file.ts'
import { ownFactsOf } from '../story.ts'
import { agentOf } from './agents.ts'
import type { Chronicle } from './chronicle.ts'
import { lastOwn } from './chronicle.ts'
import { candidates } from './documents.ts'
import { traceId as uuid } from './gate-event-schema.ts'

/** More entries than this are archived: the oldest go first. */
const MOST_ENTRIES = 50

export const sessionOutcomeSchema = z.strictObject({
  plan_id: z.string(),
  date: z.string(),
  trace_id: uuid,
  complexity_tier: z.enum(['TRIVIAL', 'SMALL', 'MEDIUM', 'LARGE']),
  phases: z.strictObject({ planned: z.int().min(0), completed: z.int().min(0) }),
  review_pipeline: z.array(z.strictObject({ agent: z.string(), result: z.string(), notes: z.string() })),
  review_iterations: z.strictObject({ used: z.int().min(0), max: z.int().min(0) }),
  convergence: z.enum(['Converged', 'Stagnation detected', 'Max iterations reached']),
  status: z.enum(['SUCCESS', 'PARTIAL', 'FAILED']),
  lessons: z.array(z.string()),
})

type SessionOutcome = z.infer<typeof sessionOutcomeSchema>

/** How the reviews of the plan ended, where they did not agree. */
const CONVERGENCE: Readonly<Record<string, SessionOutcome['convergence']>> = {
  stagnant: 'Stagnation detected',
  exhausted: 'Max iterations reached',
}

/** The two logs of sessions with this one's entry at their end, and what had to make room for it. */
export function sessionOutcomes(chronicle: Chronicle): readonly ProcessFile[] {
  const { story } = chronicle
  const [marked] = ownFactsOf(story, 'cf-outcome')
  if (marked === undefined) return []
  const outcome = outcomeOf(chronicle, marked.at)
  const found = lastOwn(story, 'cf-found')
  const [head = '', ...before] = `\n${found?.outcomes ?? ''}`.split(/^(?=## Entry\b)/m)
  const heading = `${head.trim() === '' ? '# Session Outcomes' : head.trim()}\n\n`
  const kept = before.slice(Math.max(0, before.length + 1 - MOST_ENTRIES))
  const gone = before.slice(0, before.length - kept.length)
  const entries = [...kept.map((each) => `${each.trimEnd()}\n`), entryOf(outcome)]
  const archive = `plans/archive/session-outcomes-before-${outcome.date.slice(0, 10)}.md`
  const lines = (found?.outcomeLines ?? '').split('\n').filter((each) => each.trim() !== '')
  return [
    { path: 'plans/session-outcomes.md', text: `${heading}${entries.join('\n')}` },
    ...(gone.length === 0 ? [] : [{ path: archive, text: gone.join('') }]),
    {
      path: 'plans/session-outcomes.ndjson',
      text: [...lines, JSON.stringify(outcome)].map((each) => `${each}\n`).join(''),
    },
  ]
}

function outcomeOf(chronicle: Chronicle, at: number): SessionOutcome {
  const { slug, tier, phases, todos, rounds, mostRounds, traceId, historyOf } = chronicle
  const last = rounds.at(-1)
  const completed = phases.all.filter(({ id }) => todos.has(id)).length
  const reviews = phases.all.flatMap(({ id }) => historyOf(id).reviews)
  const blocked = reviews.filter(({ verdict }) => verdict === 'blocked').length
  const failures = phases.all.flatMap(({ number, id }) =>
    historyOf(id).failures.map(({ problem }) => `Phase ${number}: ${line(problem).slice(0, 160)}`),
  )
  const told = candidates(chronicle).map(({ fact }) => fact)
  return {
    plan_id: `${slug}-plan`,
    date: new Date(at).toISOString(),
    trace_id: traceId,
    complexity_tier: tier.toUpperCase() as SessionOutcome['complexity_tier'],
    phases: { planned: phases.all.length, completed },
    review_pipeline: [
      ...(last?.by ?? []).map((by) => ({
        agent: agentOf(by),
        result: last?.verdict ?? '',
        notes: `${(last?.objections ?? []).filter((each) => each.by === by).length} findings in the last round`,
      })),
      {
        agent: agentOf('reviewer'),
        result: 'APPROVED',
        notes: `Validated blocking issues: ${blocked} of ${reviews.length} reviews`,
      },
    ],
    review_iterations: { used: rounds.length, max: mostRounds },
    convergence: CONVERGENCE[last?.verdict ?? ''] ?? 'Converged',
    status: completed === phases.all.length ? 'SUCCESS' : completed > 0 ? 'PARTIAL' : 'FAILED',
    lessons: [...told, ...failures].slice(0, 3),
  }
}

function entryOf(outcome: SessionOutcome): string {
  return sections([
    '## Entry',
    [
      `**Plan ID:** \`${outcome.plan_id}\``,
      `**Date:** \`${outcome.date}\``,
      `**Complexity Tier:** \`${outcome.complexity_tier}\``,
      `**Total Phases:** \`${outcome.phases.planned} / ${outcome.phases.completed}\``,
    ].join('  \n'),
    list('Review Pipeline', [
      '| Agent | Result | Notes |',
      '| --- | --- | --- |',
      ...outcome.review_pipeline.map(({ agent, result, notes }) => `| ${agent} | ${result} | ${notes} |`),
    ]),
    `**Total review iterations:** \`${outcome.review_iterations.used}\` / \`${outcome.review_iterations.max}\`  \n**Convergence:** \`${outcome.convergence}\``,
    list('Outcome', [`**Status:** \`${outcome.status}\``]),
    list(
      'Lessons Learned',
      outcome.lessons.map((each, index) => `${index + 1}. ${each}`),
    ),
  ])
}
