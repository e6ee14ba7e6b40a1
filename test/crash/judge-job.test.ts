import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { journalText } from '../harness/test-seal.ts'
import type { BreachKind } from './find-replay-breaches.ts'
import type { Expectation } from './judge-job.ts'
import { judgeJob } from './judge-job.ts'
import { makeFolder, makeTemplate } from './make-template.ts'
import type { Place } from './place.ts'
import { placeAt } from './place.ts'
import { readDelivery } from './read-delivery.ts'
import { journalFile } from './read-evidence.ts'
import { readUserState } from './read-user-state.ts'

const run = 'crash'
let folder = ''
let place: Place
let expected: Expectation
const git = (...args: readonly string[]): Promise<unknown> =>
  promisify(execFile)('git', args, { cwd: place.repository, env: place.environment })

beforeEach(async () => {
  folder = await makeFolder()
  place = placeAt(folder)
  await makeTemplate(folder)
  await commitOn(`tutti/${run}`, 'main', 'one')
  const journal = journalFile(place, run)
  await mkdir(join(journal, '..'), { recursive: true })
  await writeFile(
    journal,
    journalText([{ v: 1, seq: 1, at: 0, type: 'run-completed', result: { value: null } }]),
  )
  expected = {
    delivery: await readDelivery(place, `tutti/${run}`),
    userState: await readUserState(place),
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A commit of a run, made without the checkout. */
async function commitOn(branch: string, parent: string, step: string): Promise<void> {
  const options = { cwd: place.repository, env: place.environment }
  const args = ['commit-tree', 'main^{tree}', '-p', parent, '-m', `Add ${step}\n\nTutti-Step: ${step}`]
  const { stdout } = await promisify(execFile)('git', args, options)
  await git('update-ref', `refs/heads/${branch}`, stdout.trim())
}

async function removeBlob(): Promise<void> {
  const options = { cwd: place.repository, env: place.environment }
  const { stdout } = await promisify(execFile)('git', ['rev-parse', 'main:parts/zero'], options)
  await rm(join(place.repository, '.git', 'objects', stdout.slice(0, 2), stdout.slice(2).trim()))
}

test('a job that left nothing and touched nothing is not found fault with', async () => {
  expect(await judgeJob(place, run, [], expected)).toEqual([])
})

test.each<readonly [BreachKind, string, () => Promise<unknown>]>([
  ['commit-twice', 'delivered twice', () => commitOn(`tutti/${run}`, `tutti/${run}`, 'one')],
  ['result-differs', 'delivered something else', () => commitOn(`tutti/${run}`, 'main', 'two')],
  ['user-touched', 'a file of the checkout', () => appendFile(join(place.repository, 'notes.md'), 'x')],
  ['user-touched', 'the index', () => git('add', 'notes.md')],
  ['user-touched', 'the stash', () => git('stash', 'drop', '--quiet')],
  ['user-touched', 'a branch', () => git('branch', '--force', 'older', 'tutti/crash')],
  ['user-touched', 'a setting', () => git('config', 'user.name', 'Somebody')],
  ['file-left', 'a lock', () => writeFile(join(place.repository, '.git', 'packed-refs.lock'), '')],
  ['worktree-left', 'a worktree', () => git('worktree', 'add', '--quiet', '--detach', join(folder, 'w'))],
  [
    'worktree-left',
    'a folder of the run',
    () => mkdir(join(folder, 'state', 'tutti', 'id', run), { recursive: true }),
  ],
  ['repository-damaged', 'an object that somebody names is gone', removeBlob],
])('%s: %s', async (kind, _, plant) => {
  await plant()
  const breaches = await judgeJob(place, run, [], expected)
  expect(breaches.map((breach) => breach.kind)).toContain(kind)
})

test('process-left: a process that carries the marker of a run', async () => {
  const marker = `${join(place.repository, '.git')}#${run}`
  const left = spawn('sleep', ['60'], { env: { ...place.environment, TUTTI_MARKER: marker } })
  await once(left, 'spawn')
  const breaches = await judgeJob(place, run, [], expected)
  left.kill('SIGKILL')
  expect(breaches).toEqual([{ kind: 'process-left', what: `process ${left.pid}` }])
})
