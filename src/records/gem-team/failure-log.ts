import { stringify } from 'yaml'
import { z } from 'zod'
import type { Plan } from '../../plan/plan.ts'
import type { ProcessFile } from '../../stages/specify/process-file.ts'
import type { Story, Told } from '../story.ts'
import { factsOf } from '../story.ts'
import { agentOfRole } from './agents.ts'
import type { Escalation } from './standings.ts'
import { stampOf, timeOf } from './time-of.ts'

/** What is left of a task that failed as often as it may. */
export const failureLog = z.object({
  plan_id: z.string(),
  task_id: z.string(),
  agent: z.string(),
  timestamp: z.string(),
  status: z.literal('failed'),
  failure_type: z.string(),
  retries_used: z.number(),
  error_message: z.string(),
  evidence: z.string(),
  diagnosis: z.object({ root_cause: z.string(), fix_recommendations: z.string() }).nullable(),
  attempts: z.array(
    z.object({
      attempt: z.number(),
      timestamp: z.string(),
      failure_type: z.string(),
      error_message: z.string(),
    }),
  ),
})

export function failureLogFile(
  folder: string,
  planId: string,
  plan: Plan,
  whole: Story,
  { at, name, value: { task, attempt } }: Told<Escalation>,
): ProcessFile {
  const story = {
    ...whole,
    happenings: whole.happenings.slice(
      0,
      whole.happenings.findIndex((each) => each.name === name),
    ),
  }
  const own = factsOf(story, 'failure').filter((each) => each.value.task === task)
  const last = own.at(-1)?.value
  const diagnosed = factsOf(story, 'diagnosis').findLast((each) => each.value.task === task)
  const routed = factsOf(story, 'reassigned').findLast(({ value }) => value.task === task)?.value.to
  const agent = agentOfRole(routed ?? plan.tasks.find(({ id }) => id === task)?.role ?? 'implementer')
  const document: z.infer<typeof failureLog> = {
    plan_id: planId,
    task_id: task,
    agent,
    timestamp: timeOf(at),
    status: 'failed',
    failure_type: last?.class ?? 'escalate',
    retries_used: attempt - 1,
    error_message: last?.problem ?? '',
    evidence: last?.evidence ?? '',
    diagnosis:
      diagnosed === undefined
        ? null
        : { root_cause: diagnosed.value.rootCause, fix_recommendations: diagnosed.value.fix },
    attempts: own.map((each) => ({
      attempt: each.value.attempt,
      timestamp: timeOf(each.at),
      failure_type: each.value.class,
      error_message: each.value.problem,
    })),
  }
  const text = stringify(document, { lineWidth: 100, aliasDuplicateObjects: false })
  return { path: `${folder}/logs/${agent}_${task}_${stampOf(at)}.yaml`, text }
}
