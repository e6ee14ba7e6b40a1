import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jiraLoopPlaybook } from '../../../src/playbooks/jira-loop/jira-loop.ts'
import type { ProcessScript } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import { cast, says } from '../../stories/cast.ts'
import { halfFinished, planned, writes } from './job.ts'
import type { PlayedTicket } from './play-ticket.ts'
import { MINUTES, playTicket } from './play-ticket.ts'
import { ticketInput } from './ticket-input.ts'

const one = planned('TASK-1', 'feat: one', ['src/one.txt', 'one.test.mjs'])
const two = planned('TASK-2', 'feat: two', ['src/two.txt'])

function ticket(command: string, more: Partial<ProcessScript> = {}, plan = [one, two]): ProcessScript {
  return {
    process: 'jira-loop',
    objective: 'ABC-5: Add one and two, so that they can be read.',
    files: { 'src/zero.txt': '0\n' },
    input: { verify: [{ name: 'test', kind: 'test', command, timeoutMs: 60_000 }] },
    ...more,
    scenes: [
      ...(more.scenes ?? []),
      ...cast(
        [],
        [
          scene({ role: 'planner' }, reply({ objective: 'One and two', tasks: plan })),
          scene({ step: 'execute/TASK-1@*/*/implement**' }, writes({ 'src/one.txt': '1\n' })),
          scene({ step: 'execute/TASK-2@*/*/implement**' }, writes({ 'src/two.txt': '2\n' })),
        ],
      ).scenes,
    ],
  }
}

describe('the build and test of a parallel group', () => {
  let folder: string
  let runs: readonly string[]
  let played: PlayedTicket
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tutti-counted-'))
    const counted = join(folder, 'runs')
    const count = `echo $(ls -A . src | grep -v '^.git$') >> '${counted}'`
    played = await playTicket(ticket(count, { writable: [folder] }))
    runs = (await readFile(counted, 'utf8')).trimEnd().split('\n')
  }, MINUTES)
  afterAll(() => rm(folder, { recursive: true }))

  test('B44: is one run of the command on what all of its tasks have made together', () => {
    expect(played.outcome.status).toBe('completed')
    expect(played.yaml('iteration_0/tasks.yaml')['parallel_groups']).toEqual({ A: ['TASK-1', 'TASK-2'] })
    const whole = runs.filter((line) => line.endsWith('one.txt two.txt zero.txt'))
    expect(whole).toHaveLength(1)
  })

  test('B44: no files are ever built and tested twice, whoever wants to know', () => {
    expect(new Set(runs).size).toBe(runs.length)
    expect(played.turns.some((step) => /TASK-.*\/review\//.test(step))).toBe(false)
  })
})

const testOf = (body: string): string =>
  `import { test } from 'node:test'\ntest('${body}', () => { ${body} })\n`
const RED = testOf("throw new Error('red')")
const GREEN = testOf('return')

describe('a test that is red before the work begins', () => {
  test(
    'B46: is held against nobody',
    async () => {
      const files = { 'src/zero.txt': '0\n', 'old.test.mjs': RED, 'good.test.mjs': GREEN }
      const played = await playTicket(ticket('node --test', { files }))
      expect(played.outcome.status).toBe('completed')
      expect(played.tasksOf(0).map((task) => [task['status'], task['attempt']])).toEqual([
        ['ACCEPTED', 1],
        ['ACCEPTED', 1],
      ])
      const notices = played.facts('notice').map((value) => (value as { readonly text: string }).text)
      expect(notices.join('\n')).toContain('1 test fails on the base already and is not held against anybody')
    },
    MINUTES,
  )

  test(
    'B46 impossible: one that the work itself makes red is never taken, however many were red before',
    async () => {
      const files = { 'src/zero.txt': '0\n', 'old.test.mjs': RED, 'good.test.mjs': GREEN }
      const redder = writes({ 'src/one.txt': '1\n', 'one.test.mjs': testOf("throw new Error('new')") })
      const better = writes({ 'src/one.txt': '1\n', 'one.test.mjs': testOf('return 1') })
      const played = await playTicket(
        ticket('node --test', {
          files,
          scenes: [
            scene({ step: 'execute/TASK-1@*/attempt-1/implement**' }, redder),
            scene({ step: 'execute/TASK-1@*/attempt-2/implement**' }, better),
          ],
        }),
      )
      expect(played.outcome.status).toBe('completed')
      expect(played.tasksOf(0).map((task) => [task['id'], task['attempt']])).toEqual([
        ['TASK-1', 2],
        ['TASK-2', 1],
      ])
      expect(played.promptOf('execute/TASK-1@r1/attempt-2')).toContain('The attempt before this one failed')
    },
    MINUTES,
  )
})

test.each([
  [
    'B36, B45: a developer stops at a task that says too little',
    'Task incomplete — cannot implement without full spec',
  ],
  ['B36, B45: a developer stops at a task without test files', 'Test strategy undefined — cannot proceed'],
])(
  '%s, and a person is told in its words',
  async (_rule, words) => {
    const played = await playTicket(
      ticket('true', {
        scenes: [
          scene({ step: 'execute/TASK-1@r1/**' }, says('needs_replan', words)),
          scene({ role: 'planner', step: 'plan/r2/**' }, reply({ objective: 'One', tasks: [one] })),
        ],
      }),
    )
    expect(played.promptOf('execute/TASK-1@r1')).toContain(`"${words}"`)
    expect(played.outcome.status).toBe('waiting')
    expect([...played.questions.values()].at(-1)?.text).toContain(words)
    expect(played.turns.filter((step) => step.startsWith('execute/TASK-1@r1'))).toHaveLength(1)
  },
  MINUTES,
)

describe('words beside the files of a ticket', () => {
  test('B9: that ask for another ticket are refused before anything begins', () => {
    const from = JSON.parse(JSON.stringify(halfFinished.input?.from ?? null))
    const input = ticketInput('ABC-9: Add a farewell', { from })
    expect(() => jiraLoopPlaybook.parseInput(input)).toThrow(
      'The words ask for ABC-9, and the files are those of XY-7. Leave the words out to go on with XY-7, or start ABC-9 without --from.',
    )
    for (const objective of ['Take the reduced rate', 'XY-7: as ABC-9 has it', halfFinished.objective]) {
      expect(jiraLoopPlaybook.parseInput({ ...input, objective }).objective).toBe(objective)
    }
  })

  test(
    'B27: that want something different reach whoever does what is left, and whoever reviews it',
    async () => {
      const played = await playTicket({ ...halfFinished, objective: 'Take the reduced rate' })
      expect(played.outcome.status).toBe('completed')
      for (const step of ['execute/TASK-2@r1', 'execute/TASK-3@r1', 'review/i0']) {
        expect(played.promptOf(step)).toContain('Take the reduced rate')
      }
      expect(played.turns.some((step) => /plan\/|TASK-1@/.test(step))).toBe(false)
    },
    MINUTES,
  )
})
