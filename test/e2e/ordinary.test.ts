import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import type { RunEvent } from '../../src/kernel/event.ts'
import { viewRun } from '../../src/protocol/view-run.ts'
import type { OrdinaryRepository } from '../fixtures/ordinary-repositories.ts'
import { ordinaryRepositories } from '../fixtures/ordinary-repositories.ts'
import type { EndedCli } from '../harness/cli.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBareBench } from '../harness/cli-bench.ts'
import { hasPythonEnvironments } from '../harness/is-installed.ts'
import { findLeftBehind } from '../harness/left-behind.ts'
import { cast } from '../stories/cast.ts'

vi.setConfig({ testTimeout: 2 * PATIENCE_MS, hookTimeout: PATIENCE_MS })

const WAITING = 4

let bench: CliBench
afterEach(() => bench.remove())

const isPython = ({ files }: OrdinaryRepository): boolean => 'requirements.txt' in files
const played = hasPythonEnvironments()
  ? ordinaryRepositories
  : ordinaryRepositories.filter((it) => !isPython(it))

test.each(played)('P2: $name is installed, proven and changed without a word about how', async (it) => {
  bench = await makeBareBench(it.files, cast([{ id: 'T1', writes: it.change, more: { covers: [] } }]))
  const { TUTTI_POLICY_BASE: _, ...environment } = bench.environment
  const canInstall = isPython(it) ? await setUpPip(environment) : true
  const before = await checkout()
  const flags = ['--name', 'one', '--yes', '--no-wait', '--agent', bench.agentCommand]
  const ended = await bench.cli(['run', it.objective, ...flags], { environment })
  expect(await checkout()).toEqual(before)
  if (canInstall) await expectDone(it, ended)
  else await expectOneQuestion(ended)
})

async function expectDone(it: OrdinaryRepository, { status, stderr }: EndedCli): Promise<void> {
  expect({ status, stderr }).toMatchObject({ status: 0 })
  expect(await findLeftBehind(bench)).toEqual([])
  for (const [path, text] of Object.entries(it.change)) {
    expect(`${await bench.git('show', `tutti/one:${path}`)}\n`).toBe(text)
  }
  const events = await bench.events('one')
  expect(foundAtIntake(events)).toEqual({ install: expect.stringContaining(it.prepare), proof: it.proof })
  const { verdicts } = viewRun(events)
  const commands = new Set(verdicts.flatMap(({ evidence }) => evidence.map(({ command }) => command)))
  expect([...commands]).toEqual([it.proof])
  const [base, last] = [verdicts.at(0), verdicts.at(-1)]
  expect(base?.counts?.passed).toBeGreaterThan(0)
  expect(last).toMatchObject({
    status: 'passed',
    counts: { passed: (base?.counts?.passed ?? 0) + 1, failed: 0 },
  })
}

/** Where nothing can be installed, that is said once, with what was printed, before an agent is paid. */
async function expectOneQuestion({ status, stderr }: EndedCli): Promise<void> {
  expect(status).toBe(WAITING)
  expect(stderr).toContain('The workspace could not be prepared')
  expect(stderr).toContain('pip install')
  const { questions, spend } = viewRun(await bench.events('one'))
  expect(questions).toHaveLength(1)
  expect(spend.turns).toBe(0)
  await expect(readFile(bench.agentLog)).rejects.toThrow('ENOENT')
}

/** What Tutti found in the repository by itself. */
function foundAtIntake(events: readonly RunEvent[]): {
  readonly install: string | null
  readonly proof: string | undefined
} {
  const looked = events.find((event) => event.type === 'step-completed' && event.step === 'intake/repository')
  const { value } = (looked as unknown as { readonly result: { readonly value: Found } }).result
  return { install: value.install, proof: value.gates.find(({ kind }) => kind === 'test')?.command }
}

interface Found {
  readonly install: string | null
  readonly gates: readonly { readonly kind: string; readonly command: string }[]
}

/** Everything in the user's hands: which commit, what differs from it, and every file. */
async function checkout(): Promise<readonly string[]> {
  return Promise.all([
    bench.git('rev-parse', 'HEAD'),
    bench.git('symbolic-ref', 'HEAD'),
    bench.git('status', '--porcelain', '--ignored'),
    bench.git('stash', 'list'),
  ])
}

/** Gives the bench's user the pip settings of this machine, impatient ones, and says whether they reach an index. */
async function setUpPip(environment: Readonly<Record<string, string>>): Promise<boolean> {
  const folder = join(environment['HOME'] ?? '', '.config/pip')
  await mkdir(folder, { recursive: true })
  await copyFile(join(homedir(), '.config/pip/pip.conf'), join(folder, 'pip.conf')).catch(() => {})
  const pip = (...args: readonly string[]): Promise<unknown> =>
    promisify(execFile)('python3', ['-m', 'pip', ...args], { env: environment })
  await pip('config', '--user', 'set', 'global.retries', '0')
  await pip('config', '--user', 'set', 'global.timeout', '5')
  const into = join(bench.folder, 'downloaded')
  return pip('download', '--quiet', '--dest', into, 'attrs', 'pytest').then(
    () => true,
    () => false,
  )
}
