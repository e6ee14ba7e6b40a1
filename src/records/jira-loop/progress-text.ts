import type { Story } from '../story.ts'
import type { ProgressFile } from './files-schema.ts'
import { iterationTasks } from './iteration-tasks.ts'
import type { StepFact, TicketFact } from './ticket-facts.ts'
import { startOf, ticketMetrics } from './ticket-metrics.ts'
import { isoTime, ticketFacts } from './told-ticket.ts'
import { writeYaml } from './write-yaml.ts'

/** Where a ticket is before its first step. */
const BEGUN = { phase: 'INITIALIZED', step: 'I2', status: 'PENDING', head: '', isGateDone: false } as const

/** When the ticket was first taken up: by this run, or by whoever wrote the files that it goes on from. */
export function createdAt(story: Story, before: ProgressFile | null): number {
  const at = Date.parse(before?.created_at ?? '')
  return Number.isNaN(at) ? story.startedAt : at
}

/** `progress.yaml`: all there is to know about where the run stands. */
export function progressText(story: Story, ticket: TicketFact, before: ProgressFile | null): string {
  const [started] = ticketFacts(story, 'ticket')
  const last = ticketFacts(story, 'ticket-step').at(-1)
  const now = last?.value ?? { ...BEGUN, iteration: before?.iteration_number ?? 0 }
  const at = last?.at ?? started?.at ?? story.startedAt
  const created = createdAt(story, before)
  const { order, tasks } = iterationTasks(story, now.iteration) ?? { order: null, tasks: [] }
  const isWorking = now.phase === 'TASK_EXECUTION'
  const current = isWorking ? tasks.find(({ status }) => status !== 'ACCEPTED') : undefined
  const { docs } = ticket
  return writeYaml({
    jira: ticket.jira,
    type: ticket.type,
    slug: ticket.slug,
    branch: ticket.branch,
    build_command: ticket.buildCommand,
    test_command: ticket.testCommand,
    max_parallel_tasks: ticket.maxParallel,
    docs_cache_state_path: 'docs/docs_cache_state.yaml',
    docs_trusted_for_planning: docs.isTrusted,
    trust_status: docs.status,
    git_gate_completed: now.isGateDone,
    cycle_acceleration_mode: order?.mode ?? 'standard',
    startup: {
      docs_state: {
        architecture_exists: docs.present.includes('docs/ARCHITECTURE.md'),
        code_style_exists: docs.present.includes('docs/CODE_STYLE.md'),
        findings_exists: docs.present.includes('docs/FINDINGS.md'),
        docs_trusted_for_planning: docs.isTrusted,
        refresh_required: docs.refresh.length > 0,
      },
      impact_scan: { affected_areas: [...ticket.areas], likely_files: [...ticket.files] },
      planning_ready: true,
      updated_at: isoTime(started?.at ?? story.startedAt),
    },
    metrics: ticketMetrics(story, now.iteration, created),
    iteration_number: now.iteration,
    current_phase: now.phase,
    current_step: now.step,
    current_task_id: current?.task.id ?? null,
    current_task_attempt: current?.attempt ?? 0,
    status: isPaused(story) ? 'PAUSED' : now.status,
    created_at: isoTime(created),
    last_updated: isoTime(story.toldAt),
    last_checkpoint: { timestamp: isoTime(at), git_head: now.head, phase: now.phase, step: now.step },
    iterations: iterationsOf(story, now, before),
  })
}

/** Until a person has said what is to become of the task. */
function isPaused({ happenings }: Story): boolean {
  const last = happenings.findLastIndex(({ kind, name, ...each }) =>
    kind === 'answered'
      ? /\/exhausted-\d+$/.test(name)
      : 'fact' in each && each.fact.kind === 'ticket-paused',
  )
  return happenings[last]?.kind === 'fact'
}

function iterationsOf(story: Story, now: StepFact, before: ProgressFile | null): readonly object[] {
  const earlier = (before?.iterations ?? []).filter(({ number }) => startOf(story, number) === null)
  const own = Array.from({ length: now.iteration + 1 }, (_, number) => number).flatMap((number) => {
    const began = startOf(story, number)
    if (began === null) return []
    const verdict = ticketFacts(story, 'ticket-verdict').find(({ value }) => value.iteration === number)
    const { started_at = null } = before?.iterations.find((each) => each.number === number) ?? {}
    const tasks = iterationTasks(story, number)?.tasks ?? []
    return [
      {
        number,
        status: verdict?.value.status ?? (number === now.iteration ? now.status : 'PENDING'),
        started_at: started_at ?? isoTime(began),
        completed_at: verdict === undefined ? null : isoTime(verdict.at),
        tasks_total: tasks.length,
        tasks_accepted: tasks.filter(({ status }) => status === 'ACCEPTED').length,
      },
    ]
  })
  return [...earlier, ...own]
}
