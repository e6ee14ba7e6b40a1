import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let bench: CliBench
beforeAll(async () => {
  bench = await makeBench()
  expect((await bench.cli(['run', 'Do it', '--name', 'one', '--yes'])).status).toBe(0)
  expect((await bench.cli(['run', 'Do more', '--name', 'two', '--no-wait'])).status).toBe(4)
})
afterAll(() => bench.remove())

describe('P8: the report', () => {
  test('says to people what was asked, decided, built and proven', async () => {
    const { status, stdout, stderr } = await bench.cli(['report', 'one'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^# Do it\n\nRun one: completed, 4 agent turns, /)
    for (const heading of ['Asked', 'Decided', 'Built', 'Proven'])
      expect(stdout).toContain(`\n## ${heading}\n`)
    expect(stdout).toMatch(/- T1: .* — done, at `[0-9a-f]{10}`/)
    expect(stdout).toMatch(/ {2}- `test -f README\.md`: exit 0 in /)
    expect(stdout).toContain('Delivered as `tutti/one`')
  })

  test('says the same to machines', async () => {
    const { stdout } = await bench.cli(['report', 'one', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      run: 'one',
      status: 'completed',
      asked: { objective: 'Do it' },
      decided: { answers: [{ question: 'approve/r1/plan', answer: 'Approve' }] },
      built: { tasks: [{ id: 'T1', state: 'done' }], delivery: { branch: 'tutti/one' } },
      leftOpen: { questions: [], tasks: [] },
    })
  })

  test('of a run that waits says what is open, and status where its plan stands', async () => {
    expect((await bench.cli(['report', 'two'])).stdout).toContain('Waits for an answer: Carry out this plan')
    const { stdout } = await bench.cli(['status', 'two'])
    expect(stdout).toMatch(
      /Plan +two \| Do more\n +Progress +0\/1 tasks \(30%\)\n +Waves +1 \(0\/1\)\n +Next +wave 1 \(T1\)/,
    )
  })

  test('names the files of the process, of which this run has none', async () => {
    expect((await bench.cli(['show', 'one', '--files'])).stdout).toBe(
      'This run has written no files of its own.\n',
    )
    const { stdout } = await bench.cli(['show', 'one', '--files', '--json'])
    expect(JSON.parse(stdout)).toEqual({ folder: null, files: [] })
  })

  test('of a run that is not there is one clear sentence', async () => {
    const { status, stderr } = await bench.cli(['report', 'nothing'])
    expect(status).not.toBe(0)
    expect(stderr).toMatch(/^tutti: There is no run "nothing" here\./)
  })
})
