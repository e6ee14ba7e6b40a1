import { access, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RunEvent } from '../../src/kernel/event.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { holdUntil, scriptOf } from '../harness/script.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

const run = ['run', 'Do it', '--name', 'one', '--yes']

let bench: CliBench
let gate: string
/** T1 is at work until the gate opens, T2 waits for it, T3 stands alone. */
beforeEach(async () => {
  bench = await makeBench()
  gate = join(bench.meeting, 'gate')
  await bench.useScript(
    scriptOf([
      { id: 'T1', acts: [...holdUntil(gate), { act: 'write', path: 'T1.txt', text: 'T1\n' }] },
      { id: 'T2', after: ['T1'] },
      { id: 'T3' },
    ]),
  )
})
afterEach(() => bench.remove())

async function open(): Promise<void> {
  await writeFile(gate, '')
}

async function subjects(): Promise<readonly string[]> {
  return (await bench.git('log', '--format=%s', 'main..tutti/one')).split('\n').toSorted()
}

function isKind(event: RunEvent, kind: string): boolean {
  return event.type === 'fact-recorded' && event.kind === kind
}

async function counts(kind: string): Promise<number> {
  return (await bench.events('one')).filter((event) => isKind(event, kind)).length
}

describe('orders to a run at work', () => {
  test('P6: it is paused from elsewhere, and goes on where it was', async () => {
    const live = bench.start([...run, '--json'])
    await bench.untilFile(`${gate}.started`)
    const paused = await bench.cli(['pause', 'one'])
    expect(paused).toMatchObject({ status: 0, stderr: '' })
    expect(paused.stdout).toMatch(/^one is paused\. Go on with it: .* resume one\n$/)
    expect((await live.ended).status).toBe(130)
    expect((await bench.events('one')).at(-1)).toMatchObject({ type: 'run-paused', by: expect.any(String) })
    const again = await bench.cli(['pause', 'one'])
    expect(again).toMatchObject({ status: 2, stdout: '' })
    expect(again.stderr).toMatch(/^tutti: Nobody is playing one, so there is nothing to pause\./)
    await open()
    expect((await bench.cli(['resume', 'one'])).status).toBe(0)
    expect(await subjects()).toEqual(['chore: T1', 'chore: T2', 'chore: T3'])
  })

  test('P6: a task that waits is left out, and the rest is delivered', async () => {
    const live = bench.start(run)
    await bench.untilFile(`${gate}.started`)
    const skipped = await bench.cli(['skip', 'T2', 'one', '--json'])
    expect(skipped).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(skipped.stdout)).toEqual({
      run: 'one',
      task: 'T2',
      order: 'skip',
      question: null,
      waitsFor: null,
      told: 'to-the-playing-process',
    })
    await bench.untilEvent('one', (event) => isKind(event, 'obeyed'))
    await open()
    expect(await live.ended).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('T2 is left out, as '),
    })
    expect(await subjects()).toEqual(['chore: T1', 'chore: T3'])
  })

  test('P6: a task that was left out is taken up again', async () => {
    const live = bench.start(run)
    await bench.untilFile(`${gate}.started`)
    expect((await bench.cli(['skip', 'T2'])).stdout).toBe('T2: skip\n')
    await bench.untilEvent(
      'one',
      (event) => event.type === 'fact-recorded' && event.name === 'execute/T2@r1/task-given-up',
    )
    expect(await bench.cli(['retry', 'T2'])).toMatchObject({ status: 0, stdout: 'T2: retry\n', stderr: '' })
    await open()
    expect((await live.ended).status).toBe(0)
    expect(await subjects()).toEqual(['chore: T1', 'chore: T2', 'chore: T3'])
  })

  test('P5: a cap that is reached is raised from elsewhere, and the question is answered by that', async () => {
    await open()
    const live = bench.start([...run, '--turns', '3'])
    await bench.untilEvent('one', ({ type }) => type === 'question-asked')
    const raised = await bench.cli(['budget', 'add', 'turns', '7'])
    expect(raised).toMatchObject({ status: 0, stdout: 'one may use 7 turns more.\n', stderr: '' })
    expect((await live.ended).status).toBe(0)
    const events = await bench.events('one')
    expect(events.find(({ type }) => type === 'budget-raised')).toMatchObject({ amount: 7, scope: '' })
    expect(await subjects()).toEqual(['chore: T1', 'chore: T2', 'chore: T3'])
  })

  test('P6: what makes no sense is refused in one sentence, and the run goes on', async () => {
    const live = bench.start(run)
    await bench.untilFile(`${gate}.started`)
    for (const [args, message] of [
      ['skip T9', 'There is no task "T9" in one. Its tasks: T1, T2, T3.'],
      ['retry T1', 'Nothing to retry: T1 is at work.'],
      ['retry T2', 'Nothing to retry: T2 is waiting.'],
      ['skip T1 nobody', 'There is no run "nobody" here. See them all: tutti list.'],
      ['budget add usd 5', 'one has no cap on US dollars, so there is nothing to add to.'],
      ['budget add turns many', 'turns needs a whole number from 1, not "many".'],
      ['budget add usd 0', 'usd needs a number above 0, such as 2.50, not "0".'],
      ['budget add time 5', 'time needs a duration such as 90s, 10m, 2h or 1d, not "5".'],
      ['budget add love 5', '"love" is no cap; add turns, tokens, usd or time.'],
    ] as const) {
      const { status, stdout, stderr } = await bench.cli(args.split(' '))
      expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: `tutti: ${message}\n` })
    }
    await open()
    expect((await live.ended).status).toBe(0)
  })

  test('P6: nothing is ordered of a run that has ended', async () => {
    await open()
    expect((await bench.cli(run)).status).toBe(0)
    for (const args of [
      ['skip', 'T1'],
      ['retry', 'T1'],
      ['budget', 'add', 'turns', '1'],
    ]) {
      const { status, stderr } = await bench.cli(args)
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: 'tutti: one has ended (completed) and takes no orders.\n',
      })
    }
  })
})

describe('orders and crashes', () => {
  test('P1: P6: an order that is given while nobody plays is obeyed by the resume, once', async () => {
    const live = bench.start(run)
    await bench.untilFile(`${gate}.started`)
    live.signal('SIGKILL')
    await live.ended
    const skipped = await bench.cli(['skip', 'T2'])
    expect(skipped.stdout).toMatch(/^T2: skip\nNobody is playing one\. Go on with it: .* resume one\n$/)
    await open()
    expect((await bench.cli(['resume', 'one'])).status).toBe(0)
    expect(await subjects()).toEqual(['chore: T1', 'chore: T3'])
    expect(await counts('ordered')).toBe(1)
    expect(await counts('obeyed')).toBe(1)
  })

  test('P1: P6: an order whose reader is killed before or after it took it is obeyed once', async () => {
    const live = bench.start(run)
    await bench.untilFile(`${gate}.started`)
    live.signal('SIGSTOP')
    const asking = bench.start(['skip', 'T2', 'one'])
    const inbox = bench.runFile('one', 'inbox')
    await until(async () => (await lettersIn(inbox)).length > 0)
    live.signal('SIGKILL')
    await live.ended
    // It sees that nobody plays any more and writes into the journal itself; the letter lies there still.
    expect((await asking.ended).status).toBe(0)
    expect(await lettersIn(inbox)).toHaveLength(1)
    await open()
    expect((await bench.cli(['resume', 'one'])).status).toBe(0)
    expect(await subjects()).toEqual(['chore: T1', 'chore: T3'])
    expect(await counts('ordered')).toBe(1)
    expect(await counts('obeyed')).toBe(1)
  })

  test('P1: a pause that nobody read in time does not stop the next resume', async () => {
    const live = bench.start(run)
    await bench.untilFile(`${gate}.started`)
    live.signal('SIGSTOP')
    const asking = bench.start(['pause', 'one'])
    const inbox = bench.runFile('one', 'inbox')
    await until(async () => (await lettersIn(inbox)).length > 0)
    live.signal('SIGKILL')
    await Promise.all([live.ended, asking.ended])
    await open()
    expect((await bench.cli(['resume', 'one'])).status).toBe(0)
    await expect(access(join(bench.root, '.git/refs/heads/tutti/one'))).resolves.toBeUndefined()
  })
})

async function lettersIn(inbox: string): Promise<readonly string[]> {
  return (await readdir(inbox).catch(() => [])).filter((name) => name.endsWith('.json'))
}

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 20))
}
