import { line, list, sections } from '../../config/write-markdown.ts'
import type { Task } from '../../plan/plan.ts'
import type { Objection } from '../../stages/facts.ts'
import { conventionalTitle } from '../../stages/integrate/conventional-title.ts'
import type { Memory } from '../../stages/learn/memory.ts'
import type { ProcessFile } from '../../stages/specify/process-file.ts'
import type { CommitKind } from '../../policy/process-policy.ts'
import { factsOf, ownFactsOf } from '../story.ts'
import { agentOf } from './agents.ts'
import type { Chronicle } from './chronicle.ts'
import { lastOwn } from './chronicle.ts'
import { count } from './gates.ts'
import { planPath } from './plan-record.ts'

const MOST_NOTES = 20

/** What a document says of a phase that was completed; a verdict that was none is never called one. */
const STATUS = {
  approved: 'APPROVED',
  advised: 'APPROVED',
  abstained: 'APPROVED by a person: the reviewer gave no verdict',
  blocked: 'NEEDS_REVISION',
  unseen: 'APPROVED: nothing was changed',
} as const

/** One document for each phase whose todo is marked. */
export function phaseDocuments(chronicle: Chronicle, kinds: readonly CommitKind[]): readonly ProcessFile[] {
  const { phases, slug, todos } = chronicle
  return phases.all.flatMap(({ number, id, task }) => {
    if (task === null || !todos.has(id)) return []
    const path = `plans/${slug}-phase-${number}-complete.md`
    return [{ path, text: phaseDocument(chronicle, number, task, kinds) }]
  })
}

function phaseDocument(
  { historyOf, traceId }: Chronicle,
  number: number,
  task: Task,
  kinds: readonly CommitKind[],
): string {
  const { title, writeSet } = task
  const { reviews, verdicts, failures, attempts } = historyOf(task.id)
  const review = reviews.at(-1)
  const proof = verdicts.findLast(({ status }) => status === 'passed')
  const evidence = (proof?.evidence ?? []).map(
    ({ name, command, exitCode }) => `- ${name}: \`${command}\` ended with ${exitCode ?? 'a signal'}`,
  )
  return sections([
    `## Phase ${number} Complete: ${title}`,
    `**TL;DR:** ${line(title)}, after ${count(attempts, 'attempt')}.`,
    `**Trace:** ${traceId}`,
    list('Changes', [`- Files modified: ${writeSet.join(', ') || 'see the commit'}`]),
    list('Build State', [proof === undefined ? 'NOT_AVAILABLE' : 'PASS', '', ...evidence]),
    list(
      'Failures on the Way',
      failures.map(({ class: of, attempt, problem }) => `- Attempt ${attempt}, ${of}: ${line(problem)}`),
    ),
    list('Review Status', [STATUS[review?.verdict ?? 'unseen']]),
    list('Review Findings', (review?.objections ?? []).map(findingLine)),
    list('Commit Message', [conventionalTitle(task, kinds)]),
  ])
}

function findingLine({ severity, text, where }: Objection): string {
  return `- ${severity}: ${line(text)}${where === null ? '' : ` (${where})`}`
}

/** What the reviews of the plan found to be so, and whether it still is. */
export function verifiedItems({ rounds, slug }: Chronicle): readonly ProcessFile[] {
  if (rounds.length === 0) return []
  const items = new Map<string, { id: string; first: number; last: number; regressed: number | null }>()
  for (const { round, verified, objections } of rounds) {
    for (const item of verified) {
      const { id, first } = items.get(item) ?? { id: `V${items.size + 1}`, first: round }
      items.set(item, { id, first, last: round, regressed: null })
    }
    for (const { about, text } of objections) {
      const known = text.startsWith('No longer so:') ? items.get(about ?? '') : undefined
      if (known !== undefined) known.regressed = round
    }
  }
  const regressions = [...items.values()].flatMap(({ id, regressed }) =>
    regressed === null ? [] : [`- regression_finding_id ${id}, regression_iteration ${regressed}: BLOCKING`],
  )
  const text = sections([
    '# Verified Items Registry',
    [
      '| Item ID | Description | First Verified (Iteration) | Last Verified (Iteration) | Status |',
      '| --- | --- | --- | --- | --- |',
      ...[...items].map(
        ([item, { id, first, last, regressed }]) =>
          `| ${id} | ${line(item).replaceAll('|', '/')} | ${first} | ${last} | ${regressed === null ? 'VERIFIED' : 'REGRESSED'} |`,
      ),
    ].join('\n'),
    list('Regressions', regressions),
  ])
  return [{ path: `plans/artifacts/${slug}/verified-items.md`, text }]
}

/** What the review of the whole change said. */
export function finalReview({ story, slug, phases }: Chronicle): readonly ProcessFile[] {
  const reviews = factsOf(story, 'reviewed').filter(({ value }) => value.scope === 'final')
  const last = reviews.at(-1)?.value
  if (last === undefined) return []
  const snapshot = phases.all.map(
    ({ number, task }) => `- phase_id ${number}: ${(task?.writeSet ?? []).join(', ') || '—'}`,
  )
  const text = sections([
    '# Final Review',
    `**review_scope:** final\n**phase_id:** 0\n**Verdict:** ${last.verdict === 'blocked' ? 'NEEDS_REVISION' : 'APPROVED'}\n**Fix cycles:** ${reviews.length - 1}`,
    list('plan_phases_snapshot', snapshot),
    list('Findings', last.objections.map(findingLine)),
  ])
  return [{ path: `plans/artifacts/${slug}/final_review.md`, text }]
}

/** The summary of the whole, once every todo was looked at. */
export function completion(chronicle: Chronicle): readonly ProcessFile[] {
  const { story, slug, phases, todos, plan, historyOf } = chronicle
  const outcome = lastOwn(story, 'cf-outcome')
  if (outcome === null || plan === null) return []
  const marked = phases.all.map(({ name, id }) => `- ${todos.has(id) ? '✅' : '❌'} ${name}`)
  const files = [...new Set(phases.all.flatMap(({ task }) => task?.writeSet ?? []))]
  const proofs = phases.all.flatMap(({ number, id }) => {
    const proof = historyOf(id).verdicts.findLast(({ status }) => status === 'passed')
    return proof === undefined ? [] : [`- Phase ${number}: ${line(proof.message)}`]
  })
  const text = sections([
    `### Plan Complete: ${line(plan.objective)}`,
    `**Summary:** ${phases.all.filter(({ id }) => todos.has(id)).length} of ${phases.all.length} phases are completed.`,
    `#### Phases Completed\n\n${marked.join('\n')}`,
    `#### All Files Modified\n\n${files.map((path) => `- ${path}`).join('\n')}`,
    `#### Test Coverage\n\n${proofs.join('\n')}`,
    ...(outcome.missing.length === 0
      ? []
      : [`#### Recommendations\n\n${outcome.missing.map((each) => `- ${each} is left to do.`).join('\n')}`]),
  ])
  return [{ path: `plans/${slug}-complete.md`, text }]
}

/** Where the work is, of at most twenty lines; what else stood there is left alone. */
export function notes(chronicle: Chronicle): readonly ProcessFile[] {
  const { story, slug, state, phases, todos, brief, historyOf } = chronicle
  const found = lastOwn(story, 'cf-found')
  if (found === null) return []
  const next = phases.all.find(({ id }) => !todos.has(id))
  const active = phases.all.filter(({ id }) =>
    ['working', 'proving', 'integrating'].includes(historyOf(id).state ?? ''),
  )
  const failures = active.flatMap(({ id }) => historyOf(id).failures.map((each) => each.class))
  const retries = [...new Set(failures)].map((of) => `${of} ${failures.filter((each) => each === of).length}`)
  const last = chronicle.gates.at(-1)?.value
  const isOver = state === 'COMPLETE'
  const text = [
    '# NOTES',
    `- Objective: ${line(brief?.objective ?? '').slice(0, 200)}`,
    `- Plan: ${planPath(slug)}`,
    `- Current State: ${state}`,
    `- Plan Progress: ${next === undefined || isOver ? 'all phases looked at' : `Phase ${next.number} of ${phases.all.length} — ${line(next.title)}`}`,
    `- Wave: ${next === undefined || isOver ? phases.waves : next.wave} of ${phases.waves}`,
    `- Active Agents: ${active.map(({ task }) => agentOf(task?.role ?? '')).join(', ') || 'none'}`,
    `- Last Action: ${last === undefined ? 'none' : `${last.event_type} ${last.decision}`}`,
    `- Next Action: ${line(last?.next_action ?? 'make a plan').slice(0, 200)}`,
    `- Failure Retries: ${retries.join(', ') || 'none'}`,
    ...candidates(chronicle)
      .filter(({ decision }) => decision === 'promoted')
      .map(({ subject, fact }) => `- ${line(subject)}: ${line(fact).slice(0, 160)}`),
  ].slice(0, MOST_NOTES)
  const isOurs = found.notes === null || found.notes.startsWith('# NOTES\n- Objective: ')
  return [{ path: isOurs ? 'NOTES.md' : `plans/artifacts/${slug}/NOTES.md`, text: `${text.join('\n')}\n` }]
}

/** What was thought worth keeping. */
export function candidates({ story }: Chronicle): readonly Memory[] {
  return ownFactsOf<Memory>(story, 'cf-memory').map(({ value }) => value)
}

/** The candidates, and what became of each. */
export function memory(chronicle: Chronicle): readonly ProcessFile[] {
  const lines = candidates(chronicle).map(
    ({ subject, fact, citations, reason, category, decision, why }) =>
      `- **${line(subject)}** (${category}, ${decision}): ${line(fact)} Citations: ${citations.join(', ') || 'none'}. Reason: ${line(reason)}. ${why}`,
  )
  const path = `plans/artifacts/${chronicle.slug}/memory-candidates.md`
  return lines.length === 0 ? [] : [{ path, text: sections(['# Memory Candidates', lines.join('\n')]) }]
}
