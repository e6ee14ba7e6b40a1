import { beforeAll, describe, expect, test } from 'vitest'
import { job } from './job.ts'
import type { PlayedTicket } from './play-ticket.ts'
import { MINUTES, playTicket } from './play-ticket.ts'

const ROSTER = ['Interpreter', 'Initializer', 'Planner', 'Splitter', 'Developer', 'Reviewer']

describe('a ticket of two iterations', () => {
  let played: PlayedTicket
  beforeAll(async () => {
    played = await playTicket(job, undefined, async (repository, { branch }) => ({
      branch: await repository.git(['rev-parse', '--abbrev-ref', 'HEAD']),
      status: await repository.git(['status', '--porcelain']),
      paths: await repository.git(['diff', '--name-only', `main..${branch}`]),
      subjects: await repository.git(['log', '--reverse', '--format=%s', `main..${branch}`]),
    }))
  }, MINUTES)

  const indexOf = (test: (line: string) => boolean): number =>
    played.events.findIndex((event) => test(JSON.stringify(event)))

  test('B1, B26: only the roles of the process are asked, each told who it is and what it must leave alone', () => {
    const names = [...played.prompts.values()].map(
      (prompt) => /ROLE ENFORCEMENT: You are (\w+)\./.exec(prompt)?.[1],
    )
    expect(ROSTER).toEqual(expect.arrayContaining([...new Set(names)]))
    expect(new Set(names)).toEqual(new Set(['Planner', 'Initializer', 'Developer', 'Reviewer']))
    for (const prompt of played.prompts.values()) {
      expect(prompt).toMatch(/VIOLATION PENALTY: .*pipeline will FAIL/)
      expect(prompt).toMatch(/SCOPE REMINDER: You ONLY .*FORBIDDEN/s)
    }
  })

  test('B2, B13, B14, B15, B18: nobody is asked about commands, cores, documents, impact, counts or the time that is left', () => {
    const asked = played.turns.map((step) => step.replace(/\/try-1\/turn$/, ''))
    expect(asked.toSorted()).toEqual(
      [
        'plan/r1',
        'docs',
        'execute/TASK-1@r1/attempt-1/implement',
        'execute/TASK-2@r1/attempt-1/implement',
        'execute/TASK-2@r1/attempt-1/implement-2',
        'execute/TASK-1@r1/attempt-2/implement',
        'execute/TASK-3@r1/attempt-1/implement',
        'execute/TASK-3@r1/attempt-1/review',
        'review/i0/round-1/reviewer',
        'plan/r2',
        'execute/TASK-4@r2/attempt-1/implement',
        'execute/TASK-5@r2/attempt-1/implement',
        'review/i1/round-1/reviewer',
        'docs-refresh',
      ].toSorted(),
    )
    const { test_command, max_parallel_tasks, startup } = played.yaml('progress.yaml')
    expect(test_command).toContain('grep')
    expect(max_parallel_tasks).toBe(2)
    expect(startup).toMatchObject({ planning_ready: true })
  })

  test('B7, B40: planning goes before the git gate, and nobody writes code before it is passed', () => {
    const planned = indexOf((line) => line.includes('orchestrator.planner.complete'))
    const gate = indexOf((line) => line.includes('orchestrator.git.gate.complete'))
    const coded = indexOf((line) => line.includes('"step-started"') && line.includes('/implement/'))
    expect(planned).toBeGreaterThan(0)
    expect(gate).toBeGreaterThan(planned)
    expect(coded).toBeGreaterThan(gate)
    expect(played.seen).toMatchObject({ branch: 'main', status: '' })
  })

  test('B8, B43: every request carries ticket, iteration, commands and file; a task’s also its number of the attempt', () => {
    for (const prompt of played.prompts.values()) {
      expect(prompt).toMatch(/JIRA: ABC-12\nIteration: [01]\n/)
      expect(prompt).toMatch(/Build command: none\nTest command: .*grep/)
      expect(prompt).toContain('Tasks file: prompts/ABC-12/iteration_')
    }
    const second = played.promptOf('execute/TASK-1@r1/attempt-2')
    expect(second).toContain('Task: TASK-1\nAttempt: 2')
    expect(second).toContain('greet in English, as the request says.')
    expect(played.promptOf('execute/TASK-2@r1')).toContain('TOOL MANDATES: Use `Zod` for the input.')
  })

  test('B25: documents that nobody can trust are refreshed beside the planning, and neither waits for the other', () => {
    const started = (step: string): number =>
      indexOf((line) => line.includes('"step-started"') && line.includes(`"${step}/try-1/turn"`))
    const ended = (step: string): number =>
      indexOf((line) => line.includes('"step-completed"') && line.includes(`"${step}/try-1/turn"`))
    expect(started('docs')).toBeLessThan(ended('plan/r1'))
    expect(started('plan/r1')).toBeLessThan(ended('docs'))
    expect(played.promptOf('docs/')).toContain('Mode: REFRESH_IF_REQUIRED')
    expect(played.yaml('progress.yaml')).toMatchObject({
      docs_trusted_for_planning: false,
      trust_status: 'unknown',
    })
    expect(played.files['docs/docs_cache_state.yaml']).toContain('trust_status: trusted')
  })

  test('B32, B33, B34: the second iteration is planned from the report of the first, with a folder and a start of its own', () => {
    expect(played.logged.filter((event) => event === 'iteration.start')).toHaveLength(2)
    const prompt = played.promptOf('plan/r2')
    expect(prompt).toContain('PRIMARY INPUT: prompts/ABC-12/iteration_0/review_report.yaml')
    expect(prompt).toContain('Nobody is greeted by name')
    expect(played.promptOf('plan/r1')).toContain('PRIMARY INPUT: prompts/ABC-12/prompt.yaml')
    const heads = played.facts('ticket-step').flatMap((value) => {
      const { step, head } = value as { step: string; head: string }
      return step === 'O1' ? [head] : []
    })
    expect(new Set(heads).size).toBe(2)
  })

  test('B35: the planner is given impact, documents, what it plans from and progress in one piece', () => {
    const prompt = played.promptOf('plan/r1')
    for (const title of [
      'startup.impact_scan',
      'ARCHITECTURE.md summary',
      'CODE_STYLE.md summary',
      'FINDINGS.md',
      'progress.yaml',
    ]) {
      expect(prompt).toContain(`## ${title}`)
    }
    expect(prompt).toContain('not available')
    expect(prompt).toContain('current_phase: PLANNING')
  })

  test('B43, B44: tasks of different files go at once, the next group waits, and each group is built and tested once', () => {
    const at = (what: string): number =>
      indexOf((line) => line.includes('"step-started"') && line.includes(what))
    const ended = (what: string): number =>
      indexOf((line) => line.includes('"task-done"') || line.includes(`${what}/attempt-1/task-done`))
    expect(at('TASK-2@r1/attempt-1/implement')).toBeLessThan(
      indexOf((line) => line.includes('TASK-1@r1/attempt-1/task-proving')),
    )
    expect(ended('TASK-2@r1')).toBeLessThan(at('TASK-3@r1/attempt-1/implement'))
    const groups = played.facts('ticket-group').map((value) => Object.values(value as object).join(' '))
    expect(groups).toEqual([
      '0 A started',
      '0 A accepted',
      '0 B started',
      '0 B accepted',
      '1 A started',
      '1 A accepted',
    ])
  })

  test('B44, B45: only the task that failed is done again, and a sequential one has its own review', () => {
    const tasks = played.tasksOf(0)
    expect(tasks.map((task) => [task['id'], task['status'], task['attempt']])).toEqual([
      ['TASK-1', 'ACCEPTED', 2],
      ['TASK-2', 'ACCEPTED', 1],
      ['TASK-3', 'ACCEPTED', 1],
    ])
    expect(played.turns.filter((step) => step.includes('/review/'))).toEqual([
      'execute/TASK-3@r1/attempt-1/review/try-1/turn',
    ])
  })
})
