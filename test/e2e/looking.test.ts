import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench, parseLines } from '../harness/cli-bench.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let bench: CliBench
let events: readonly unknown[]
let printed: readonly unknown[]

/** One run with --json that was completed, and one that waits. */
beforeAll(async () => {
  bench = await makeBench()
  const { status, stdout, stderr } = await bench.cli(['run', 'Do it', '--name', 'one', '--yes', '--json'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  printed = parseLines(stdout)
  events = await bench.events('one')
  expect((await bench.cli(['run', 'Do more', '--name', 'two', '--no-wait'])).status).toBe(4)
})
afterAll(() => bench.remove())

async function json(...args: readonly string[]): Promise<unknown> {
  const { status, stdout, stderr } = await bench.cli([...args, '--json'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout)
}

describe('P8: for machines', () => {
  test('run --json prints every event as it is in the journal, and the outcome last', () => {
    expect(printed.slice(0, -1)).toEqual(events)
    expect(printed.at(-1)).toMatchObject({
      type: 'outcome',
      run: 'one',
      status: 'completed',
      result: { delivery: { branch: 'tutti/one' }, tasks: [{ id: 'T1', state: 'done' }] },
    })
  })

  test('run --json --no-wait says what it waits for', async () => {
    const { status, stdout } = await bench.cli(['resume', 'two', '--json', '--no-wait'])
    expect(status).toBe(4)
    expect(parseLines(stdout).at(-1)).toEqual({
      type: 'outcome',
      run: 'two',
      status: 'waiting',
      questions: ['approve/r1/plan'],
    })
  })

  test('list, status and show', async () => {
    expect(await json('list')).toMatchObject([
      { run: 'one', status: 'completed', objective: 'Do it', progress: { percent: 100 }, holder: null },
      { run: 'two', status: 'paused', state: 'waiting for a person, not running' },
    ])
    const view = { run: 'one', status: 'completed', delivery: { branch: 'tutti/one' }, spend: { turns: 4 } }
    expect(await json('status', 'one')).toMatchObject(view)
    expect(await json('show', 'one')).toMatchObject(view)
    expect(await json('status')).toMatchObject({ run: 'two', questions: [{ id: 'approve/r1/plan' }] })
  })

  test('show --events prints the journal', async () => {
    const { status, stdout } = await bench.cli(['show', 'one', '--events'])
    expect(status).toBe(0)
    expect(parseLines(stdout)).toEqual(events)
  })

  test('watch --json of a run that nobody plays prints what there is, and ends', async () => {
    const { status, stdout } = await bench.cli(['watch', 'one', '--json'])
    expect(status).toBe(0)
    expect(parseLines(stdout)).toEqual(events)
  })
})

describe('P8: for people', () => {
  test('list, status and show', async () => {
    const list = await bench.cli(['list'])
    expect(list.stdout).toMatch(
      /^one +100% +completed +Do it\ntwo +30% +waiting for a person, not running +Do more\n$/,
    )
    const status = await bench.cli(['status', 'two'])
    expect(status.stdout).toMatch(/Answer with: .* approve two/)
    const show = await bench.cli(['show', 'one'])
    expect(show.stdout).toContain('delivered as tutti/one')
    expect(show.stdout).toContain('test -f README.md: exit 0')
    expect(show.stdout).toContain(bench.runFile('one', 'journal.jsonl'))
  })

  test('watch tells the story of a run that another process plays, to its end', async () => {
    const playing = bench.start(['run', 'Do it', '--name', 'three'])
    await playing.said('Answer in another terminal')
    const watching = bench.start(['watch', 'three'])
    await watching.said('Answer in another terminal')
    expect((await bench.cli(['approve', 'three'])).status).toBe(0)
    const { status, stderr } = await watching.ended
    expect(status).toBe(0)
    expect(stderr).toContain('T1 done')
    expect(stderr).toContain('✔ Done  Do it')
    expect((await playing.ended).status).toBe(0)
  })

  test('no escape code reaches a pipe, unless somebody insists', async () => {
    const commands = [
      ['list'],
      ['status', 'two'],
      ['show', 'one'],
      ['watch', 'one'],
      ['doctor'],
      ['--help'],
      ['nonsense'],
    ]
    for (const command of commands) {
      const { stdout, stderr } = await bench.cli(command)
      expect(stdout + stderr).not.toContain('\u001B')
    }
    const forced = { ...bench.environment, FORCE_COLOR: '1' }
    expect((await bench.cli(['show', 'one'], { environment: forced })).stdout).toContain('\u001B[')
    const refused = { ...forced, NO_COLOR: '1' }
    expect((await bench.cli(['show', 'one'], { environment: refused })).stdout).not.toContain('\u001B')
  })

  test('an output that is closed early is nobody’s mistake', async () => {
    const wrapper = ['sh', '-c', '"$@" | head -n 1', 'sh']
    const { stdout, stderr } = await bench.cli(['show', 'one', '--events'], { wrapper })
    expect(parseLines(stdout)).toEqual(events.slice(0, 1))
    expect(stderr).toBe('')
  })
})
