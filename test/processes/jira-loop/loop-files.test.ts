import { beforeAll, describe, expect, test } from 'vitest'
import {
  progressFile,
  promptFile,
  reviewReportFile,
  tasksFile,
} from '../../../src/records/jira-loop/files-schema.ts'
import { job } from './job.ts'
import type { PlayedTicket } from './play-ticket.ts'
import { MINUTES, playTicket } from './play-ticket.ts'

describe('the files of a ticket of two iterations', () => {
  let played: PlayedTicket
  beforeAll(async () => {
    played = await playTicket(job, undefined, async (repository, { branch }) => ({
      branch: await repository.git(['rev-parse', '--abbrev-ref', 'HEAD']),
      status: await repository.git(['status', '--porcelain']),
      paths: await repository.git(['diff', '--name-only', `main..${branch}`]),
      subjects: await repository.git(['log', '--reverse', '--format=%s', `main..${branch}`]),
    }))
  }, MINUTES)

  test('B3: branch, commits, times and log lines have the forms that their skills demand', async () => {
    expect(played.branch).toBe('feature/ABC-12_greeting_english_french')
    expect(played.log.map(({ timestamp }) => new Date(String(timestamp)).toISOString())).toEqual(
      played.log.map(({ timestamp }) => timestamp),
    )
    expect(Object.keys(played.log[0] ?? {})).toEqual([
      'timestamp',
      'level',
      'agent',
      'event',
      'iteration',
      'task_id',
      'parallel_group',
      'message',
    ])
    const subjects = (played.seen['subjects'] ?? '').split('\n')
    expect(subjects.length).toBeGreaterThan(5)
    for (const subject of subjects) expect(subject).toMatch(/^(?:feat|fix|docs|chore)(?:\(.+\))?: /)
  })

  test('B5, B53 impossible: state stands in tasks.yaml and progress.yaml alone, and no derived file is ever written', () => {
    expect(Object.keys(played.files).filter((path) => path.startsWith('prompts/'))).toEqual([
      'prompts/ABC-12/iteration_0/plan.md',
      'prompts/ABC-12/iteration_0/review_report.yaml',
      'prompts/ABC-12/iteration_0/tasks.yaml',
      'prompts/ABC-12/iteration_1/plan.md',
      'prompts/ABC-12/iteration_1/review_report.yaml',
      'prompts/ABC-12/iteration_1/tasks.yaml',
      'prompts/ABC-12/log.jsonl',
      'prompts/ABC-12/progress.yaml',
      'prompts/ABC-12/prompt.yaml',
    ])
    const written = JSON.stringify(played.facts('file'))
    expect(written).not.toMatch(/validation_plan|startup_context|context_compact|task_packets|_summary/)
  })

  test('B6 impossible: what the orchestrator itself adds to the delivery are documents and .gitignore, no code', () => {
    const own = (played.seen['paths'] ?? '')
      .split('\n')
      .filter((path) => !path.startsWith('src/') && !path.startsWith('test/'))
    expect(own.toSorted()).toEqual(
      [
        '.gitignore',
        'GREETING.md',
        'docs/ARCHITECTURE.md',
        'docs/CODE_STYLE.md',
        'docs/FINDINGS.md',
      ].toSorted(),
    )
  })

  test('B22: prompt.yaml says what was asked for, with every mandate and who keeps it', () => {
    const prompt = played.yaml('prompt.yaml')
    expect(promptFile.safeParse(prompt).success).toBe(true)
    expect(prompt).toMatchObject({ jira: 'ABC-12', type: 'feature', slug: 'greeting_english_french' })
    expect(prompt['original_request']).toBe(job.objective)
    expect(prompt['tool_mandates']).toEqual([
      { tool: 'Context7', requirement: 'Investigate with `Context7` first.', assigned_agent: 'planner' },
      { tool: 'Zod', requirement: 'Use `Zod` for the input.', assigned_agent: 'developer' },
    ])
    expect(prompt['success_criteria']).toHaveLength(1)
  })

  test('B23, B30, B31: progress.yaml has every field, the last checkpoint and one entry for each iteration', () => {
    const progress = played.yaml('progress.yaml')
    expect(progressFile.safeParse(progress).success).toBe(true)
    expect(progress).toMatchObject({
      branch: 'feature/ABC-12_greeting_english_french',
      docs_cache_state_path: 'docs/docs_cache_state.yaml',
      trust_status: 'unknown',
      git_gate_completed: true,
      cycle_acceleration_mode: 'standard',
      iteration_number: 1,
      current_phase: 'DOC_REFRESH',
      current_step: 'O7',
      status: 'ACCEPTED',
      last_checkpoint: { phase: 'DOC_REFRESH', step: 'O7' },
    })
    expect(progress['iterations']).toMatchObject([
      { number: 0, status: 'REJECTED', tasks_total: 3, tasks_accepted: 3 },
      { number: 1, status: 'ACCEPTED', tasks_total: 2, tasks_accepted: 2 },
    ])
    const steps = played.facts('ticket-step').map((value) => (value as { step: string }).step)
    expect([...new Set(steps)]).toEqual(['I2', 'O1', 'O3', 'O4', 'O4.5', 'O5', 'O6', 'O7'])
  })

  test('B24: .gitignore of the branch has what the process writes for itself, and none of it is delivered', async () => {
    expect(played.files['.gitignore']).toBe('prompts/\ndocs/docs_cache_state.yaml\n')
    expect(played.seen['paths']).toContain('.gitignore')
    expect(played.seen['paths']).not.toMatch(/prompts\/|docs_cache_state/)
  })

  test('B51: a change of the structure has the documents refreshed once more, after the review', () => {
    expect(played.turns.at(-1)).toBe('docs-refresh/try-1/turn')
    expect(played.promptOf('docs-refresh')).toContain('test/french.test.txt')
  })

  test('B37, B38, B39: tasks that fit go without a splitter, and tasks.yaml has its policy, map of groups and order', () => {
    const tasks = played.yaml('iteration_0/tasks.yaml')
    expect(tasksFile.safeParse(tasks).success).toBe(true)
    expect(tasks['parallel_groups']).toEqual({ A: ['TASK-1', 'TASK-2'], B: ['TASK-3'] })
    expect(tasks['execution_order']).toEqual([
      { group: 'A', strategy: 'parallel', tasks: ['TASK-1', 'TASK-2'] },
      { group: 'B', strategy: 'sequential', tasks: ['TASK-3'] },
    ])
    expect(tasks['validation_policy']).toMatchObject({
      baseline_scope: 'code_and_tests_only',
      baseline_allowlist: [],
    })
    expect(played.logged).toContain('splitter.skipped_planner_provided')
    expect(played.turns.some((step) => step.includes('split'))).toBe(false)
  })

  test('B47, B48: progress is said in its own words, at most 95 % before a review has accepted', () => {
    expect(played.said.slice(0, 3)).toEqual([
      'Progress: 0% | Completed: 0/3 tasks | ETA: ~? min remaining',
      'Progress: 66% | Completed: 2/3 tasks | ETA: ~0 min remaining',
      'Progress: 95% | Completed: 3/3 tasks | ETA: ~0 min remaining',
    ])
    expect(played.yaml('progress.yaml')['metrics']).toMatchObject({
      percent_complete: 100,
      tasks_total: 2,
      tasks_completed: 2,
    })
  })

  test('B50: the reviewer’s word is the report; what is rejected is planned again, what is accepted is delivered', async () => {
    const first = played.yaml('iteration_0/review_report.yaml')
    expect(reviewReportFile.safeParse(first).success).toBe(true)
    expect(first).toMatchObject({
      status: 'REJECTED',
      mode: 'prompt-review',
      criteria: [{ status: 'NOT MET' }],
    })
    expect(played.yaml('iteration_1/review_report.yaml')).toMatchObject({
      status: 'ACCEPTED',
      criteria: [{ status: 'MET' }],
    })
    expect(played.promptOf('review/i0')).toContain('Mode: prompt-review')
    expect(played.outcome.status).toBe('completed')
  })

  test('B4, B52: the program alone logs, in one file, every event at its moment', () => {
    expect(new Set(played.log.map(({ agent }) => agent))).toEqual(new Set(['Orchestrator']))
    const once = [
      'startup.analysis.start',
      'startup.analysis.complete',
      'start',
      'iteration.start',
      'planner.pre_git_gate.start',
      'planner.complete',
      'splitter.skipped_planner_provided',
      'tasks.ready',
      'git.gate.start',
      'git.gate.complete',
      'iteration.rejected',
      'iteration.start',
      'planner.pre_git_gate.start',
      'planner.complete',
      'splitter.skipped_planner_provided',
      'tasks.ready',
      'iteration.accepted',
      'docs.refresh',
    ]
    expect(played.logged).toEqual(once)
  })

  test('B54: the last words say iterations, tasks, build, tests, branch and report', () => {
    expect(played.said.at(-1)).toBe(
      [
        'SUCCESS: Development complete in 2 iteration(s)',
        'Tasks: 5 completed',
        'Build: PASSED',
        'Tests: PASSED',
        'Branch: feature/ABC-12_greeting_english_french',
        'Report: prompts/ABC-12/iteration_1/review_report.yaml',
      ].join('\n'),
    )
  })
})
