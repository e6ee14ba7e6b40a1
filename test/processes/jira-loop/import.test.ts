import { describe, expect, test } from 'vitest'
import { RunFailure } from '../../../src/kernel/failure.ts'
import { MIXED_ARTIFACTS } from '../../../src/records/jira-loop/given-ticket.ts'
import { jiraLoopImporter } from '../../../src/records/jira-loop/importer.ts'
import type { ProcessScript } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import { halfFinished, halfProgress, halfTicket, planned, writes } from './job.ts'
import { MINUTES, playTicket } from './play-ticket.ts'

const path = 'prompts/XY-7/'

function from(
  change: Readonly<Record<string, string | null>>,
  more: Partial<ProcessScript> = {},
): ProcessScript {
  return {
    ...halfFinished,
    input: { from: { process: 'jira-loop', path, files: [...halfTicket(change)] } },
    ...more,
  }
}

describe('going on from files', () => {
  test(
    'B10, B12, B27, B28, B43, B46: it goes on at the first task that is not accepted, from the ticket’s branch, with what the files say',
    async () => {
      const played = await playTicket(
        { ...halfFinished, input: { ...halfFinished.input, verify: null } },
        async (repository) => {
          await repository.git(['branch', 'feature/XY-7_price_tax_total'])
          await repository.git(['switch', '--quiet', 'feature/XY-7_price_tax_total'])
          await repository.write('src/only-there.txt', 'there\n')
          await repository.git(['add', '--all'])
          await repository.git(['commit', '--quiet', '--message', 'work on the branch'])
          await repository.git(['switch', '--quiet', 'main'])
        },
        async (repository) => ({
          there: await repository.git(['show', 'feature/XY-7_price_tax_total_r1:src/only-there.txt']),
          head: await repository.git(['rev-parse', '--abbrev-ref', 'HEAD']),
        }),
      )
      expect(played.outcome.status).toBe('completed')
      expect(played.turns.filter((step) => /plan\/|TASK-1@/.test(step))).toEqual([])
      expect(played.turns.find((step) => step.includes('implement'))).toContain('TASK-2@r1')
      expect(played.seen).toEqual({ there: 'there', head: 'main' })
      const progress = played.yaml('progress.yaml')
      expect(progress).toMatchObject({
        test_command: '! grep -rq BROKEN src',
        max_parallel_tasks: 3,
        created_at: '2026-01-01T00:00:00.000Z',
        status: 'ACCEPTED',
      })
      expect(played.log[0]).toMatchObject({ message: 'start' })
      expect(played.logged).toContain('resume')
      const tasks = played.tasksOf(0)
      expect(
        tasks.map((task) => [task['id'], task['status'], task['first_code_change_at'] !== null]),
      ).toEqual([
        ['TASK-1', 'ACCEPTED', true],
        ['TASK-2', 'ACCEPTED', true],
        ['TASK-3', 'ACCEPTED', true],
      ])
      expect(tasks.map((task) => task['attempt'])).toEqual([1, 3, 1])
      expect(played.promptOf('execute/TASK-2@r1')).toContain('Task: TASK-2\nAttempt: 3')
      expect(played.yaml('iteration_0/tasks.yaml')).toMatchObject({
        validation_policy: { baseline_allowlist: ['src/generated.txt'] },
      })
      expect(tasks[0]?.['started_at']).toBe('2026-01-01T00:05:00Z')
      expect(played.promptOf('execute/TASK-2@r1')).toContain('production_code_examples: tax = 19')
    },
    MINUTES,
  )

  test(
    'B45: attempts that were made before count on',
    async () => {
      const broken = scene({ step: 'execute/TASK-2@**' }, writes({ 'src/tax.txt': 'BROKEN\n' }))
      const played = await playTicket({ ...halfFinished, scenes: [broken, ...halfFinished.scenes] })
      expect(played.outcome.status).toBe('waiting')
      expect(played.turns.filter((step) => step.includes('TASK-2@r1'))).toHaveLength(3)
      expect(played.log.at(-1)?.['message']).toContain('TASK-2 failed 5 times')
    },
    MINUTES,
  )

  test(
    'B37, B38: groups that are a list are invalid: that is logged, and a splitter makes the tasks out of the plan',
    async () => {
      const tasks = halfTicket().find(({ path: of }) => of === 'iteration_0/tasks.yaml')?.text ?? ''
      const listed = tasks.replace(/parallel_groups:\n.*\n.*\n/, 'parallel_groups: [A, B]\n')
      const split = {
        objective: 'Price',
        tasks: [
          planned('S-1', 'feat: tax', ['src/tax.txt']),
          planned('S-2', 'feat: total', ['src/total.txt']),
        ],
      }
      const played = await playTicket(
        from(
          { 'progress.yaml': halfProgress('SPLITTING', 'O4'), 'iteration_0/tasks.yaml': listed },
          {
            scenes: [
              scene({ role: 'splitter' }, reply(split)),
              scene({ step: 'execute/S-1@**' }, writes({ 'src/tax.txt': '19\n' })),
              scene({ step: 'execute/S-2@**' }, writes({ 'src/total.txt': '119\n' })),
              ...halfFinished.scenes,
            ],
          },
        ),
      )
      expect(played.outcome.status).toBe('completed')
      const line = played.log.find(({ event }) => event === 'orchestrator.tasks.yaml.invalid')
      expect(String(line?.['message'])).toMatch(/tasks\.yaml:7:\d+: `parallel_groups` does not fit/)
      expect(played.promptOf('split-given')).toContain('Price, tax, total.')
      expect(played.turns.some((step) => step.startsWith('plan/'))).toBe(false)
    },
    MINUTES,
  )

  test(
    'B27, B34: an iteration that was rejected is over, and the next one is planned from its report',
    async () => {
      const report = 'status: REJECTED\nmode: prompt-review\nnotes: The tax is wrong.\nissues: []\n'
      const played = await playTicket(
        from(
          { 'progress.yaml': halfProgress('REVIEW', 'O6'), 'iteration_0/review_report.yaml': report },
          {
            objective: 'Take the reduced rate',
            scenes: [
              scene(
                { role: 'planner' },
                reply({ objective: 'Tax', tasks: [planned('TASK-9', 'fix: tax', ['src/tax.txt'])] }),
              ),
              scene({ step: 'execute/TASK-9@*/*/implement**' }, writes({ 'src/tax.txt': '7\n' })),
              ...halfFinished.scenes,
            ],
          },
        ),
      )
      expect(played.outcome.status).toBe('completed')
      expect(played.promptOf('plan/r1')).toContain('The tax is wrong.')
      expect(played.promptOf('plan/r1')).toContain('Take the reduced rate')
      expect(played.files['prompts/XY-7/iteration_0/review_report.yaml']).toBe(report)
      expect(played.yaml('iteration_1/review_report.yaml')['status']).toBe('ACCEPTED')
    },
    MINUTES,
  )

  test(
    'B31: a ticket that is accepted is only said to be so',
    async () => {
      const done = halfProgress('DOC_REFRESH', 'O7').replace('status: PENDING', 'status: ACCEPTED')
      const played = await playTicket(from({ 'progress.yaml': done }))
      expect(played.outcome.status).toBe('completed')
      expect(played.turns).toEqual([])
      expect(played.said).toEqual([
        'XY-7 is ACCEPTED already (feature/XY-7_price_tax_total); there is nothing left to do.',
      ])
    },
    MINUTES,
  )
})

describe('files that nobody can go on with', () => {
  const refusal = (change: Readonly<Record<string, string | null>>): string => {
    try {
      return `taken: ${jiraLoopImporter.objectiveOf({ path, files: [...halfTicket(change)] })}`
    } catch (thrown) {
      if (thrown instanceof RunFailure && thrown.code === 'bad-input') return thrown.message
      throw thrown
    }
  }

  test.each([
    'startup_context.yaml',
    'context_compact.yaml',
    'validation_plan.yaml',
    'task_packets/TASK-1.yaml',
    'logs/task_1_summary.yaml',
    'summaries/task_1_summary.yaml',
  ])('B11, B29 impossible: state is never rebuilt from %s beside tasks.yaml', (legacy) => {
    expect(refusal({ [legacy]: 'status: DONE\n' })).toBe(MIXED_ARTIFACTS)
  })

  test('B11: the refusal has the words of the process', () => {
    expect(MIXED_ARTIFACTS).toBe(
      'ERROR: Mixed artifact model detected. Migrate legacy task state into tasks.yaml and remove legacy derived artifacts before resume. STOPPING.',
    )
  })

  test('B10, B27: what is wrong is named with file and line', () => {
    expect(refusal({})).toBe('taken: XY-7: Add price, tax and total, so that they can be read')
    expect(refusal({ 'progress.yaml': halfProgress('SLEEPING', 'O5') })).toMatch(
      /^prompts\/XY-7\/progress\.yaml:12:\d+: `current_phase` does not fit/,
    )
    expect(refusal({ 'prompt.yaml': null })).toMatch(
      /prompt\.yaml is missing, .*: put it back, or start anew\.$/,
    )
    expect(jiraLoopImporter.recognises({ path: 'x', files: [{ path: 'plan.yaml', text: 'a: 1' }] })).toBe(
      false,
    )
    expect(jiraLoopImporter.recognises({ path, files: [...halfTicket()] })).toBe(true)
  })
})
