import type { Story } from '../story.ts'
import type { IterationTasks } from './iteration-tasks.ts'
import { testPart } from '../../gates/audit/test-file.ts'
import type { TicketFact, VerdictFact } from './ticket-facts.ts'
import { isoTime, ticketFacts } from './told-ticket.ts'
import { writeYaml } from './write-yaml.ts'

/** Messages that say that somebody did what was not theirs to do. */
const VIOLATION = /ERROR.*violates.*rule|FORBIDDEN.*action|ROLE VIOLATION/i

export function promptText(ticket: TicketFact, createdAt: string): string {
  return writeYaml({
    jira: ticket.jira,
    type: ticket.type,
    slug: ticket.slug,
    tool_mandates: ticket.mandates.map(({ tool, words, by }) => ({
      tool,
      requirement: words,
      assigned_agent: by,
    })),
    original_request: ticket.request,
    refined_prompt: ticket.refined,
    success_criteria: [...ticket.criteria],
    created_at: createdAt,
  })
}

/** One line for each thing that was logged. Contract: a longer story only adds lines. */
export function logText(story: Story): string {
  const lines = ticketFacts(story, 'ticket-log').map(({ at, value }) => {
    const { event, level, iteration, task, group, message } = value
    const isViolation = VIOLATION.test(message)
    return {
      timestamp: isoTime(at),
      level: isViolation ? 'CRITICAL_VIOLATION' : level,
      agent: 'Orchestrator',
      event,
      iteration,
      task_id: task,
      parallel_group: group,
      message,
      ...(isViolation ? { role_violation: true } : {}),
    }
  })
  return lines.map((each) => `${JSON.stringify(each)}\n`).join('')
}

export function tasksText(
  story: Story,
  ticket: TicketFact,
  iteration: number,
  { order, tasks }: IterationTasks,
): string {
  const strategies = new Set(order.groups.map(({ strategy }) => strategy))
  const drift = ticketFacts(story, 'ticket-drift').flatMap(({ value }) => value.paths)
  return writeYaml({
    jira: ticket.jira,
    iteration,
    strategy: strategies.size > 1 ? 'mixed' : ([...strategies][0] ?? 'sequential'),
    validation_policy: {
      build_command: ticket.buildCommand,
      test_command: ticket.testCommand,
      working_directory: '.',
      baseline_scope: 'code_and_tests_only',
      baseline_allowlist: [...new Set(drift)],
    },
    parallel_groups: Object.fromEntries(order.groups.map(({ group, tasks: ids }) => [group, [...ids]])),
    execution_order: order.groups.map((each) => ({ ...each })),
    tasks: tasks.map((each) => ({
      id: each.task.id,
      title: each.task.title,
      description: each.task.description === '' ? each.task.title : each.task.description,
      files_to_modify: each.task.writeSet.filter((path) => testPart(path) === null),
      test_files: each.task.writeSet.filter((path) => testPart(path) !== null),
      success_criteria: each.task.acceptance.map(({ criterion }) => criterion),
      parallel_group: each.group,
      execution_strategy: each.strategy,
      depends_on: [...each.task.dependencies],
      status: each.status,
      attempt: each.attempt,
      started_at: each.startedAt,
      first_code_change_at: each.changedAt,
      completed_at: each.acceptedAt,
      last_error: each.problem,
    })),
  })
}

export function reviewText(at: number, verdict: VerdictFact): string {
  const { status, mode, build, tests, notes, criteria, issues } = verdict
  const found = mode === 'prompt-review' ? { criteria, issues } : {}
  const head = { status, mode, build, tests, files_verified: true, notes }
  return writeYaml({ ...head, ...found, reviewed_at: isoTime(at) })
}
