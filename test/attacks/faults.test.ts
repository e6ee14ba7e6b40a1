import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { StartedCli } from '../harness/cli.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import { type CliBench, makeBench, parseLines } from '../harness/cli-bench.ts'
import { holdUntil, reply, scene, scriptOf } from '../harness/script.ts'
import type { Act } from '../../src/adapters/agents/scripted/script.ts'
import { readProcessTable } from '../../src/adapters/processes/process-table.ts'
import { BudgetBook } from '../../src/kernel/budget.ts'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import { seededRandom } from '../crash/seeded-random.ts'
import { messageIn } from '../hostile/hostile-case.ts'
import { obeyingPermissions } from '../hostile/no-permission.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

const { stopped, ok } = exitStatus
const SEED = Number(process.env['TUTTI_TEST_SEED'] ?? 1)
const IS_WHOLE = process.env['TUTTI_TEST_CUTS'] === 'all'
const run = ['run', 'Do it', '--name', 'one', '--yes']
const resume = ['resume', 'one', '--yes']

/** Two tasks; the first stays at work until the file `go` is there. */
async function makeHeldBench(): Promise<CliBench> {
  const bench = await makeBench()
  const go = join(bench.meeting, 'go')
  const acts = [...holdUntil(go), { act: 'write', path: 'T1.txt', text: 'T1\n' } as const]
  await bench.useScript(
    scriptOf([
      { id: 'T1', acts },
      { id: 'T2', after: ['T1'] },
    ]),
  )
  return bench
}

const isHeld = (bench: CliBench): Promise<void> => bench.untilFile(join(bench.meeting, 'go.started'))
const letGo = (bench: CliBench): Promise<void> => writeFile(join(bench.meeting, 'go'), '')

/** What is delivered is what is delivered without a fault, and no turn that was finished was taken again. */
async function expectWhole(bench: CliBench): Promise<void> {
  expect(await bench.git('log', '--format=%s', 'main..tutti/one')).toBe('chore: T2\nchore: T1')
  expect(await bench.git('ls-tree', '-r', '--name-only', 'tutti/one')).toBe(
    'README.md\nT1.txt\nT2.txt\ntutti.yaml',
  )
  const finished = new Map<string, number>()
  for (const event of await bench.events('one'))
    if (event.type === 'step-completed') finished.set(event.step, (finished.get(event.step) ?? 0) + 1)
  expect([...finished].filter(([, times]) => times > 1)).toEqual([])
  const turns = parseLines(await readFile(bench.agentLog, 'utf8')) as readonly {
    step: string
    phase: string
  }[]
  const ends = turns.filter(({ phase }) => phase === 'end').map(({ step }) => step)
  expect(new Set(ends).size).toBe(ends.length)
}

/** Mode bits that a conductor without root's powers obeys. */
async function locking(folder: string, during: () => Promise<void>): Promise<void> {
  await chmod(folder, 0o555)
  try {
    await during()
  } finally {
    await chmod(folder, 0o755)
  }
}

test.each(sampled('read-only', ['.git/objects', '.git/tutti', '.git/worktrees']))(
  'P1: %s that becomes read-only in the middle of a run stops it with one sentence, and a resume finishes it',
  async (folder) => {
    const bench = await makeHeldBench()
    const started = bench.start(run, obeyingPermissions())
    await isHeld(bench)
    await locking(join(bench.root, folder), async () => {
      await letGo(bench)
      const { status, stderr } = await started.ended
      expect(status).toBe(stopped)
      expect(messageIn(stderr, bench)).toMatch(/permission|writable/)
    })
    expect((await bench.cli(resume)).status).toBe(ok)
    await expectWhole(bench)
    await bench.remove()
  },
)

test('P1: where only the lock cannot be removed, the run ends as what it came to, and the next one takes the lock', async () => {
  const bench = await makeHeldBench()
  const started = bench.start(run, obeyingPermissions())
  await isHeld(bench)
  const folder = bench.runFile('one', '')
  await locking(folder, async () => {
    await letGo(bench)
    const { status, stderr } = await started.ended
    expect(status, stderr).toBe(ok)
    expect(await readdir(folder)).toContain('lock.1')
  })
  await expectWhole(bench)
  expect((await bench.cli(['clean'])).status).toBe(ok)
  await bench.remove()
})

test.each([...sampled('descriptors', [24, 64, 96]), 160])(
  'P1: with %i descriptors a run is done or stops with one sentence, and a resume finishes it',
  async (files) => {
    const bench = await makeBench(scriptOf([{ id: 'T1' }, { id: 'T2', after: ['T1'] }]))
    const wrapper = ['sh', '-c', `ulimit -n ${files}; exec "$@"`, 'sh']
    const { status, stderr } = await bench.cli(run, { wrapper })
    if (status !== ok) {
      expect(status).toBe(stopped)
      expect(messageIn(stderr, bench)).toMatch(/files/)
      const hasBegun = stderr.includes('run one started')
      expect((await bench.cli(hasBegun ? resume : run)).status).toBe(ok)
    }
    await expectWhole(bench)
    await bench.remove()
  },
)

/** A third of the cases, others with another seed; `npm run test:crash` has all that the time of a check allows. */
function sampled<T>(what: string, cases: readonly T[]): readonly T[] {
  const random = seededRandom(SEED)
  const most = Math.ceil(cases.length * (IS_WHOLE ? 0.75 : 0.34))
  const chosen = cases
    .map((each) => ({ each, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, most)
    .map(({ each }) => each)
  console.log(
    `${what}, seed ${SEED}: ${chosen.length} of ${cases.length}: ${JSON.stringify(chosen.map(nameOf))}`,
  )
  return chosen
}

function nameOf(each: unknown): unknown {
  return Array.isArray(each) ? (each[0] as unknown) : each
}

async function stopFor(started: StartedCli, ms: number): Promise<void> {
  started.signal('SIGSTOP')
  await sleep(ms)
  started.signal('SIGCONT')
}

test('P5: a conductor that was stopped for a while takes no agent for silent, and counts no work', async () => {
  const bench = await makeHeldBench()
  const environment = { ...bench.environment, TUTTI_LIMITS_STALL_TIME: '3s' }
  const started = bench.start(run, { environment })
  await isHeld(bench)
  await stopFor(started, 4000)
  await sleep(500)
  await letGo(bench)
  const { status } = await started.ended
  expect(status).toBe(ok)
  const events = await bench.events('one')
  expect(
    events.filter((event) => event.type === 'step-noted' && JSON.stringify(event.note).includes('nudged')),
  ).toEqual([])
  await expectWhole(bench)
  const book = new BudgetBook()
  for (const event of events) book.apply(event)
  const [first, last] = [events[0]?.at ?? 0, events.at(-1)?.at ?? 0]
  expect(book.activeMs(last)).toBeLessThan(last - first - 3000)
  await bench.remove()
})

/** A process and everything that it started, whatever group or namespace that is in. */
function familyOf(pid: number): readonly number[] {
  const rows = readProcessTable()
  const found = [pid]
  for (const one of found) found.push(...rows.filter(({ parent }) => parent === one).map((row) => row.pid))
  return found
}

function signalAll(pids: readonly number[], signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

test('P1: conductor, agents and gates that are stopped together at three moments finish as if nothing had been', async () => {
  const acts = [
    { act: 'run', command: 'sleep 1' } as const,
    { act: 'write', path: 'T1.txt', text: 'T1\n' } as const,
  ]
  const bench = await makeBench(
    scriptOf([
      { id: 'T1', acts },
      { id: 'T2', after: ['T1'] },
    ]),
  )
  const random = seededRandom(SEED)
  const started = bench.start(run, { environment: { ...bench.environment, TUTTI_LIMITS_STALL_TIME: '3s' } })
  await started.said('run one started')
  const stops: string[] = []
  for (let stop = 0; stop < 3; stop += 1) {
    const after = Math.round(random() * 1500)
    await sleep(after)
    const family = familyOf(started.pid)
    signalAll(family, 'SIGSTOP')
    await sleep(3500)
    signalAll(family, 'SIGCONT')
    stops.push(`after ${after} ms ${family.length} processes`)
  }
  console.log(`stopped, seed ${SEED}: ${stops.join(', ')}`)
  expect((await started.ended).status).toBe(ok)
  const [, ...events] = await bench.events('one')
  expect(JSON.stringify(events)).not.toMatch(/"nudged"|"hung"|"timed-out"|"step-failed"/)
  await expectWhole(bench)
  await bench.remove()
})

/** The first attempt at T1 does this, every later one what it should. */
function firstDoing(acts: readonly Act[]): ReturnType<typeof scriptOf> {
  const done = reply({ status: 'completed', summary: 'Done.' })
  const first = scene({ role: 'implementer', step: 'execute/T1@**/attempt-1/**' }, [...acts, ...done])
  return scriptOf([{ id: 'T1' }, { id: 'T2', after: ['T1'] }], [first])
}

test.each(
  sampled('huge changes', [
    ['two gigabytes', 'truncate -s 2G big', {}, /new files of more than 1024 MB/],
    [
      'a file of ten gigabytes where nothing is kept apart',
      'truncate -s 10G big',
      { isolation: 'none' },
      /new files/,
    ],
    [
      'a file of the project that grew to two gigabytes',
      'truncate -s 2G README.md',
      {},
      /new and grown files/,
    ],
    ['200,000 files', 'mkdir many && cd many && seq 200000 | xargs touch', {}, /200000 new files/],
    [
      'more than the policy takes',
      'seq 9999 > big',
      { policy: { 'largest-change': { size: '10KB' } } },
      /of more than 10 KB/,
    ],
  ] as const),
)(
  'P11: an attempt that leaves %s fails, and the next one does the work',
  async (_what, command, settings, says) => {
    const bench = await makeBench(firstDoing([{ act: 'run', command }]))
    await bench.configure(settings)
    const { status, stderr } = await bench.cli(run)
    expect(stderr).toMatch(says)
    expect(status).toBe(ok)
    expect(JSON.stringify(await bench.events('one'))).not.toContain('while no turn was at work')
    expect(await bench.git('ls-tree', '-r', '--name-only', 'tutti/one')).not.toMatch(/big|many/)
    await bench.remove()
  },
)

test('P1: with a heap of 64 MB large work and long output are done, or stop and are resumed', async () => {
  const write =
    'mkdir lines && cd lines && seq 20000 | xargs touch && yes words | head -c 60000000 > large.txt'
  const acts: readonly Act[] = [
    { act: 'run', command: write },
    { act: 'write', path: 'T1.txt', text: 'T1\n' },
  ]
  const bench = await makeBench(
    scriptOf([
      { id: 'T1', acts },
      { id: 'T2', after: ['T1'] },
    ]),
  )
  await bench.configure({ verify: ['yes words of a test | head -c 100000000'] })
  const environment = { ...bench.environment, NODE_OPTIONS: '--max-old-space-size=64' }
  const { status } = await bench.cli(run, { environment })
  if (status !== ok) expect((await bench.cli(resume)).status).toBe(ok)
  expect(await bench.git('log', '--format=%s', 'main..tutti/one')).toBe('chore: T2\nchore: T1')
  await bench.remove()
})

test('P5: a cost of −1000 is not counted, is a finding, and lets nobody past a cap', async () => {
  const acts: readonly Act[] = [
    { act: 'usage', tokens: 1, usd: -1000 },
    { act: 'write', path: 'T1.txt', text: 'T1\n' },
  ]
  const bench = await makeBench(
    scriptOf([
      { id: 'T1', acts },
      { id: 'T2', after: ['T1'] },
    ]),
  )
  const environment = { ...bench.environment, TUTTI_LIMITS_USD: '0.035' }
  const { status, stderr } = await bench.cli([...run, '--no-wait', '--allow-unmetered'], { environment })
  expect(status, stderr).toBe(exitStatus.waiting)
  expect(stderr).toContain('has reached its cap of 0.035 US dollars')
  expect(JSON.stringify(await bench.events('one'))).toContain('make no sense')
  await bench.remove()
})
