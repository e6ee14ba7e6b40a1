import { ended } from '../../config/write-markdown.ts'
import { parseJson } from '../../gates/reports/loose-json.ts'
import type { RunPolicy } from '../../policy/run-policy.ts'
import type { ProcessFile } from '../../stages/specify/process-file.ts'
import type { Book } from '../book.ts'
import { problemIn } from '../problem-in.ts'
import { factsOf } from '../story.ts'
import type { Chronicle } from './chronicle.ts'
import { chronicleOf, lastOwn } from './chronicle.ts'
import { completion, finalReview, memory, notes, phaseDocuments, verifiedItems } from './documents.ts'
import { gateLineSchema } from './gate-event-schema.ts'
import type { WorkBefore } from './own-facts.ts'
import { planMarkdown } from './plan-markdown.ts'
import { planPath, planRecord } from './plan-record.ts'
import { readControlflowPlan } from './read-plan.ts'
import { sessionOutcomes } from './session-outcome.ts'

/** Facts of the stages after which the files say something else, beside all that the process tells itself. */
const TOLD = new Set(['brief', 'plan', 'challenged', 'reviewed', 'failure'])

/** The files of ControlFlow: the plan in two forms, gate events, phases, what was verified, outcomes and notes. */
export function controlflowBook(policy: RunPolicy, before: WorkBefore): Book {
  return {
    isTold: ({ kind }) => kind.startsWith('cf-') || TOLD.has(kind),
    render: (story) =>
      factsOf(story, 'brief').length > 0 ? filesOf(chronicleOf(story, policy, before), policy) : [],
    problemWith,
  }
}

function filesOf(chronicle: Chronicle, policy: RunPolicy): readonly ProcessFile[] {
  const { slug, story } = chronicle
  const plan = planRecord(chronicle, policy.parallel)
  const { commitKinds } = policy.process.deliver
  return [
    ...(plan === null
      ? []
      : [
          { path: planPath(slug), text: planMarkdown(plan, chronicle) },
          { path: `plans/${slug}-plan.json`, text: `${JSON.stringify(asData(plan), null, 2)}\n` },
        ]),
    {
      path: `plans/artifacts/observability/${slug}.ndjson`,
      text: `${ended(lastOwn(story, 'cf-found')?.log ?? '')}${gateLines(chronicle)}`,
    },
    ...verifiedItems(chronicle),
    ...phaseDocuments(chronicle, commitKinds),
    ...finalReview(chronicle),
    ...memory(chronicle),
    ...sessionOutcomes(chronicle),
    ...completion(chronicle),
    ...notes(chronicle),
  ]
}

/** The form has no place for what only the document says. */
function asData(plan: NonNullable<ReturnType<typeof planRecord>>): object {
  return { ...plan, phases: plan.phases.map((phase) => ({ ...phase, id: undefined, grave: undefined })) }
}

/** One line for each decision at a gate; a longer story only adds lines. */
export function gateLines({ gates, traceId }: Pick<Chronicle, 'gates' | 'traceId'>): string {
  return gates
    .map(({ at, value }) => ({
      trace_id: traceId,
      ts: new Date(at).toISOString(),
      agent: 'Orchestrator',
      phase: value.phase_id,
      event_type: value.event_type,
      payload: value,
    }))
    .map((each) => `${JSON.stringify(each)}\n`)
    .join('')
}

/** A plan must still be one that can be read, and a log still lines of its form. */
function problemWith(path: string, text: string): string | null {
  if (path.endsWith('-plan.md') || path.endsWith('-plan.json')) {
    return problemIn(() => readControlflowPlan(text, path))?.split('\n')[0] ?? null
  }
  if (!path.startsWith('plans/artifacts/observability/')) return null
  const wrong = text
    .split('\n')
    .findIndex((each) => each !== '' && !gateLineSchema.safeParse(parseJson(each)).success)
  return wrong === -1
    ? null
    : `${path}:${wrong + 1}:1: this is no gate event; take the line back, the log only grows.`
}
