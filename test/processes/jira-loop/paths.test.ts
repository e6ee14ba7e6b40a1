import { describe, expect, test } from 'vitest'
import type { ProcessScript } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import { cast, inspected, issue } from '../../stories/cast.ts'
import { planned, writes } from './job.ts'
import { MINUTES, playTicket } from './play-ticket.ts'

const one = planned('TASK-1', 'fix: the greeting', ['src/hello.txt'])

function trivial(more: Partial<ProcessScript> = {}, plan = [one]): ProcessScript {
  return {
    process: 'jira-loop',
    objective: 'ABC-4: Fix the greeting in src/hello.txt, it should say hello.',
    files: { 'src/hello.txt': 'helo\n' },
    scenes: cast(
      [],
      [
        scene({ role: 'planner' }, reply({ objective: 'Hello', tasks: plan })),
        scene({ step: 'execute/TASK-1@*/attempt-1/implement**' }, writes({ 'src/hello.txt': 'hello\n' })),
        scene({ step: 'execute/TASK-2@*/attempt-1/implement**' }, writes({ 'src/two.txt': 'two\n' })),
      ],
    ).scenes,
    ...more,
  }
}

const dirty = (repository: { write(path: string, text: string): Promise<void> }): Promise<void> =>
  repository.write('src/other.txt', 'mine\n')

describe('a plan of one task', () => {
  test(
    'B20, B41, B42, B46, B52: is accepted by what the program has proven, with its own report and without a reviewer',
    async () => {
      const played = await playTicket(
        trivial({ answer: (name) => (name === 'gate/dirty' ? { option: 'go-on' } : null) }),
        dirty,
        async (repository) => ({
          status: await repository.git(['status', '--porcelain']),
          other: await repository
            .git(['show', 'fix/ABC-4_greeting_src_hello:src/other.txt'])
            .catch(() => 'absent'),
        }),
      )
      expect(played.outcome.status).toBe('completed')
      expect(played.turns.filter((step) => step.includes('review'))).toEqual([])
      expect(played.turns.some((step) => step.startsWith('intake'))).toBe(false)
      expect(played.yaml('prompt.yaml')).toMatchObject({ type: 'fix', slug: 'greeting_src_hello' })
      expect(played.yaml('progress.yaml')['cycle_acceleration_mode']).toBe('trivial_graph')
      const report = played.yaml('iteration_0/review_report.yaml')
      expect(Object.keys(report)).toEqual([
        'status',
        'mode',
        'build',
        'tests',
        'files_verified',
        'notes',
        'reviewed_at',
      ])
      expect(report).toMatchObject({
        status: 'ACCEPTED',
        mode: 'auto-accept-trivial',
        build: 'PASSED',
        tests: 'PASSED',
        files_verified: true,
      })
      expect(played.logged).toContain('trivial.auto_accept')
      expect(played.said.at(-1)).toContain('SUCCESS: Development complete in 1 iteration(s)')
      // What lay changed before is on the list, belongs to nobody, and neither moves nor goes along.
      expect(played.yaml('iteration_0/tasks.yaml')).toMatchObject({
        validation_policy: { baseline_allowlist: ['src/other.txt'] },
      })
      expect(played.seen).toEqual({ status: '?? src/other.txt', other: 'absent' })
    },
    MINUTES,
  )

  test(
    'B39, B40: with code that is not committed a person chooses, and abort stops before anybody has written code',
    async () => {
      const played = await playTicket(
        trivial({ answer: (name) => (name === 'gate/dirty' ? { option: 'abort' } : null) }),
        dirty,
        async (repository) => ({ branches: await repository.git(['branch', '--list']) }),
      )
      expect(played.outcome).toMatchObject({ status: 'failed', failure: { code: 'rejected' } })
      expect(played.questions.get('gate/dirty')?.text).toContain('src/other.txt')
      expect(played.turns.some((step) => step.includes('implement'))).toBe(false)
      expect(played.seen['branches']).toBe('* main')
      expect(played.yaml('progress.yaml')).toMatchObject({
        current_phase: 'GIT_GATE',
        git_gate_completed: false,
        metrics: { tasks_total: 1, groups_total: 1, tasks_completed: 0 },
      })
    },
    MINUTES,
  )

  test(
    'B14, B41, B42: a mandate to look at the running program takes a reviewer; commands are found in the project’s own files',
    async () => {
      const objective =
        'ABC-4: Fix the greeting, it should say hello. You MUST use `chrome-devtools` in the browser.'
      const scripts = { build: 'test -d src', test: '! grep -rq BROKEN src' }
      const files = { 'src/hello.txt': 'helo\n', 'package.json': JSON.stringify({ name: 'hello', scripts }) }
      const input = { branch: 'mine/hello', verify: null }
      const played = await playTicket(trivial({ objective, files, input }))
      expect(played.yaml('progress.yaml')).toMatchObject({
        build_command: 'npm run build',
        test_command: 'npm test',
      })
      expect(played.turns.filter((step) => step.startsWith('review/i0'))).toHaveLength(1)
      expect(played.yaml('iteration_0/review_report.yaml')['mode']).toBe('prompt-review')
      expect(played.branch).toBe('mine/hello')
    },
    MINUTES,
  )
})

describe('where the loops end', () => {
  test(
    'B45, B52: the fifth failed attempt pauses the run, and it waits for a person',
    async () => {
      const broken = [1, 2, 3, 4, 5].map((number) =>
        scene(
          { step: `execute/TASK-1@*/attempt-${number}/**` },
          writes({ 'src/hello.txt': `BROKEN ${number}\n` }),
        ),
      )
      const { scenes } = trivial()
      const played = await playTicket(trivial({ scenes: [...broken, ...scenes] }))
      expect(played.outcome.status).toBe('waiting')
      expect(played.turns.filter((step) => step.includes('implement'))).toHaveLength(5)
      expect(played.yaml('progress.yaml')).toMatchObject({
        status: 'PAUSED',
        current_task_id: 'TASK-1',
        current_task_attempt: 5,
      })
      expect(played.log.at(-1)).toMatchObject({
        event: 'orchestrator.task.max_attempts',
        level: 'ERROR',
        task_id: 'TASK-1',
        parallel_group: 'A',
      })
      expect(played.tasksOf(0)[0]).toMatchObject({
        status: 'REJECTED',
        attempt: 5,
      })
    },
    MINUTES,
  )

  test(
    'B36, B52: a planner who puts research off, and does so again when told, stops the run',
    async () => {
      const later = planned('TASK-1', 'fix: the greeting', ['src/hello.txt'], {
        description: 'The text is TBD.',
      })
      const played = await playTicket(trivial({}, [later]))
      expect(played.outcome).toMatchObject({
        status: 'failed',
        failure: {
          message: 'ERROR: Planner deferred research — violates NO RESEARCH DEFERRAL rule. STOPPING.',
        },
      })
      expect(played.turns.filter((step) => step.startsWith('plan/'))).toHaveLength(9)
      expect(played.turns.some((step) => /implement|split/.test(step))).toBe(false)
      expect(played.log.at(-1)).toMatchObject({ level: 'CRITICAL_VIOLATION', role_violation: true })
    },
    MINUTES,
  )

  test(
    'B32, B50: after five iterations that were rejected nothing more is tried, and nothing is delivered',
    async () => {
      const two = planned('TASK-2', 'feat: two', ['src/two.txt'])
      const { scenes } = trivial({}, [one, two])
      const rejected = scene(
        { role: 'reviewer', step: 'review/**' },
        reply(
          inspected('needs_revision', [
            issue('It is not friendly', 'src/hello.txt', { about: 'risk:correctness' }),
          ]),
        ),
      )
      const again = ['r2', 'r3', 'r4', 'r5'].flatMap((revision) => [
        scene({ step: `plan/${revision}/**` }, reply({ objective: 'Again', tasks: [one] })),
        scene(
          { step: `execute/TASK-1@${revision}/*/implement**` },
          writes({ 'src/hello.txt': `hello ${revision}\n` }),
        ),
      ])
      const played = await playTicket(
        trivial({ scenes: [rejected, ...again, ...scenes] }, [one, two]),
        undefined,
        async (repository) => ({ branches: await repository.git(['branch', '--list']) }),
      )
      expect(played.outcome).toMatchObject({
        status: 'failed',
        failure: { message: 'MAXIMUM ITERATIONS REACHED (5/5). STOPPING.' },
      })
      expect(played.said.at(-1)).toBe('MAXIMUM ITERATIONS REACHED (5/5). STOPPING.')
      expect(played.logged.filter((event) => event === 'iteration.start')).toHaveLength(5)
      expect(played.yaml('progress.yaml')).toMatchObject({ iteration_number: 4, status: 'REJECTED' })
      expect(played.yaml('progress.yaml')).toMatchObject({ metrics: { percent_complete: 95 } })
      expect(played.seen['branches']).toBe('* main')
    },
    MINUTES,
  )
})
