import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TestRepository } from '../../test/fixtures/git-repository.ts'
import { makeRepository, writeAt } from '../../test/fixtures/git-repository.ts'
import { playbook, playThrough } from '../../test/harness/play-story.ts'
import { createSystemClock } from '../adapters/clock/system-clock.ts'
import { createCommands } from '../adapters/commands/process/create-commands.ts'
import { createProcesses } from '../adapters/processes/create-processes.ts'
import { NO_SURROUNDINGS } from '../adapters/processes/surroundings.ts'
import type { Json } from '../kernel/json.ts'
import type { Run } from '../kernel/playbook.ts'
import { plainEffect } from '../kernel/ports/effect.ts'
import type { World } from '../kernel/ports/world.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { createProof } from './proof.ts'
import type { Proof } from './proof.ts'
import { proveRed } from './prove-red.ts'
import { takeBaseline } from './take-baseline.ts'
import type { Verdict } from './verdict.ts'
import { verify } from './verify.ts'

const use = "const { test } = require('node:test'); const assert = require('node:assert');\n"
const sum = 'exports.sum = (a, b) => a + b\n'
const sumTest = `${use}const { sum } = require('./sum.js')\ntest('adds', () => assert.equal(sum(1, 2), 3))\n`
/** Fails at its first run, and at every second one after that, wherever it is run. */
const flakyTest = `${use}const { existsSync, rmSync, writeFileSync } = require('node:fs')
const mark = process.env.HOME + '/mark'
test('by chance', () => {
  if (existsSync(mark)) return rmSync(mark)
  writeFileSync(mark, '')
  assert.fail('by chance')
})\n`

let repository: TestRepository
let world: World

beforeEach(async () => {
  repository = await makeRepository()
  await commit({ 'first.txt': '' })
  const processes = createProcesses({
    ledgerFile: join(repository.folder, 'ledger'),
    marker: repository.folder,
    effect: plainEffect,
    takeOver: false,
    // What is seen without any isolation must be seen: tests here leave marks in a home, and write what all share.
    surroundings: { ...NO_SURROUNDINGS, isolation: { wanted: 'none', required: 'none' } },
  })
  const clock = createSystemClock()
  const commands = createCommands({
    processes,
    clock,
    outputsFolder: join(repository.folder, 'outputs'),
    effect: plainEffect,
    environment: { own: repository.environment, pass: [], set: {} },
  })
  const git = await repository.open()
  world = createTestWorld({ clock, commands, workspaces: git.workspaces, repository: git.repository })
})

afterEach(() => repository.remove())

/** Commits files, or their removal, on top of what is there. */
async function commit(files: Readonly<Record<string, string | null>>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) await repository.git(['rm', '--quiet', path])
    else await repository.write(path, text)
  }
  await repository.git(['add', '--all'])
  await repository.git(['commit', '--quiet', '--message', 'more'])
  return repository.git(['rev-parse', 'HEAD'])
}

async function play(base: string, story: (run: Run, proof: Proof) => Promise<unknown>): Promise<Json> {
  const tree = await world.repository.treeOf(base)
  const proof = createProof({
    commands: [{ name: 'test', command: 'node --test', timeoutMs: 60_000, kind: 'test' }],
    preparation: { command: null, copy: [], timeoutMs: 60_000 },
    base: { commit: base, tree },
    gates: 1,
    flakeRuns: 2,
  })
  const outcome = await playThrough(
    playbook(async (run) => {
      await takeBaseline(run, 'baseline', proof)
      return JSON.parse(JSON.stringify(await story(run, proof))) as Json
    }),
    world,
  )
  if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
  return outcome.result
}

async function prove(run: Run, name: string, work: string, proof: Proof): Promise<Verdict> {
  return verify(run, name, work, await world.repository.treeOf(work), proof)
}

describe('with real tests', () => {
  it('P2: an honest change passes, a broken and a silenced one do not', async () => {
    const base = await commit({ 'sum.js': sum, 'sum.test.js': sumTest })
    const honest = await commit({ 'more.test.js': `${use}test('more', () => {})\n` })
    const broken = await commit({ 'sum.js': 'exports.sum = (a, b) => a - b\n' })
    const silenced = await commit({ 'sum.js': sum, 'sum.test.js': null })
    const empty = await commit({ 'more.test.js': null })
    const told = await play(base, async (run, proof) => ({
      honest: await prove(run, 'honest', honest, proof),
      broken: await prove(run, 'broken', broken, proof),
      silenced: await prove(run, 'silenced', silenced, proof),
      empty: await prove(run, 'empty', empty, proof),
    }))
    expect(told).toMatchObject({
      honest: { status: 'passed', counts: { passed: 2, failed: 0 } },
      broken: { status: 'failed', cause: 'failed-tests', failedTests: [expect.stringContaining('adds')] },
      silenced: { cause: 'vanished-tests', vanished: [expect.stringContaining('adds')] },
      empty: { status: 'failed', cause: 'no-tests' },
    })
  }, 60_000)

  it('P2: a flaky test is excused, and does not hide what a change breaks', async () => {
    const base = await commit({ 'sum.js': sum, 'sum.test.js': sumTest, 'flaky.test.js': flakyTest })
    const honest = await commit({ 'readme.md': 'read me\n' })
    const broken = await commit({ 'sum.js': 'exports.sum = () => 0\n' })
    const told = await play(base, async (run, proof) => ({
      honest: await prove(run, 'honest', honest, proof),
      broken: await prove(run, 'broken', broken, proof),
    }))
    expect(told).toMatchObject({
      honest: { status: 'passed', flaky: [expect.stringContaining('by chance')] },
      broken: { status: 'failed', failedTests: [expect.stringContaining('adds')] },
    })
  }, 60_000)

  it('P2: a change that makes a test fail by chance is not excused', async () => {
    const base = await commit({ 'sum.js': sum, 'sum.test.js': sumTest })
    const chance = `const { existsSync, writeFileSync } = require('node:fs')
const mark = process.env.HOME + '/once'
exports.sum = (a, b) => (existsSync(mark) ? a + b : (writeFileSync(mark, ''), 0))\n`
    const work = await commit({ 'sum.js': chance })
    const told = await play(base, (run, proof) => prove(run, 'verify', work, proof))
    expect(told).toMatchObject({ status: 'failed', cause: 'unstable-tests' })
  }, 60_000)

  it('P2: files that are ignored in a checkout, or left by another gate, do not help', async () => {
    const needing = `${use}test('needs', () => require('./local/made.js'))\n`
    const making = `const { mkdirSync, writeFileSync } = require('node:fs')
${use}test('makes', () => { mkdirSync('local', { recursive: true }); writeFileSync('local/made.js', '') })\n`
    const base = await commit({ '.gitignore': 'local/\n', 'a.test.js': `${use}test('a', () => {})\n` })
    const maker = await commit({ 'make.test.js': making })
    const needy = await commit({ 'make.test.js': null, 'need.test.js': needing })
    await repository.write('local/made.js', '')
    const agents = await world.workspaces.open({ run: 'r1', id: 'T1', base: needy })
    await writeAt(join(agents.path, 'local/made.js'), '')
    const told = await play(base, async (run, proof) => [
      (await prove(run, 'maker', maker, proof)).status,
      (await prove(run, 'needy', needy, proof)).status,
    ])
    expect(told).toEqual(['passed', 'failed'])
  }, 60_000)

  it('P2: a place that somebody wrote to is made anew, and that is a finding', async () => {
    const base = await commit({ '.gitignore': 'local/\n', 'sum.js': sum, 'sum.test.js': sumTest })
    const work = await commit({ 'readme.md': 'read me\n' })
    await play(base, async (run, proof) => {
      const place = await proof.room.with(async ({ left }) => left?.workspace.path ?? '')
      await writeAt(join(place, 'local', 'planted.js'), '')
      return prove(run, 'verify', work, proof)
    })
    const { events } = await world.journal.read()
    const findings = events.filter((event) => event.type === 'fact-recorded' && event.kind === 'finding')
    expect(findings).toHaveLength(1)
  }, 60_000)

  it('P2: a gate that writes other files of the commit than on the base proves nothing', async () => {
    const writing = (path: string, text: string): string =>
      `${use}require('node:fs').writeFileSync('${path}', ${JSON.stringify(text)})\ntest('warm', () => {})\n`
    const base = await commit({
      'sum.js': sum,
      'sum.test.js': sumTest,
      'out.txt': '',
      'a.test.js': writing('out.txt', 'built'),
    })
    const honest = await commit({ 'sum.js': 'exports.sum = (a, b) => b + a\n' })
    const lie = await commit({ 'sum.js': 'exports.sum = () => 0\n', 'b.test.js': writing('sum.js', sum) })
    const told = await play(base, async (run, proof) => {
      const commands = proof.commands.map((gate) => ({
        ...gate,
        command: 'node --test --test-concurrency=1',
      }))
      return [
        await prove(run, 'honest', honest, { ...proof, commands }),
        await prove(run, 'lie', lie, { ...proof, commands }),
      ]
    })
    expect(told).toMatchObject([
      { status: 'passed' },
      {
        status: 'failed',
        cause: 'rewritten-files',
        message:
          '`node --test --test-concurrency=1` changed sum.js while it ran; what was proven is not what was committed.',
      },
    ])
  }, 60_000)

  it('P3: what a preparation or a gate does to the shared repository is undone and told, and no failure', async () => {
    const base = await commit({ '.gitignore': 'local/\n', 'sum.js': sum, 'sum.test.js': sumTest })
    const meddling = `require('node:child_process').execSync('git config alias.mine status')\n`
    const work = await commit({ 'more.test.js': `${use}${meddling}test('more', () => {})\n` })
    const before = await repository.git(['config', '--local', '--list'])
    const command = 'mkdir -p local && git config core.hooksPath .husky && echo changed > sum.js'
    const told = await play(base, (run, proof) =>
      prove(run, 'verify', work, { ...proof, preparation: { ...proof.preparation, command } }),
    )
    expect(told).toMatchObject({ status: 'passed' })
    expect(await repository.git(['config', '--local', '--list'])).toBe(before)
    const { events } = await world.journal.read()
    const findings = events.filter((event) => event.type === 'fact-recorded' && event.kind === 'finding')
    // Nobody knows at first who it was, so the gates are run again: it comes again, and is their own doing.
    const undone = { action: 'undone', message: expect.stringContaining('shared file config') as string }
    expect(findings).toMatchObject([{ value: undone }, { value: undone }])
  }, 60_000)

  it('P2: a repair is red without the work and green with it', async () => {
    const base = await commit({
      'sum.js': 'exports.sum = (a, b) => a\n',
      'a.test.js': `${use}test('a', () => {})\n`,
    })
    const work = await commit({ 'sum.js': sum, 'sum.test.js': sumTest })
    const idle = await commit({ 'idle.test.js': `${use}test('idle', () => {})\n` })
    const told = await play(base, async (run, proof) => {
      await prove(run, 'verify', work, proof)
      const red = await proveRed(run, 'red', { base, work, paths: ['sum.test.js'] }, proof)
      const idleRed = await proveRed(run, 'idle', { base, work: idle, paths: ['idle.test.js'] }, proof)
      return [red, idleRed]
    })
    expect(told).toMatchObject([
      { kind: 'behaviour', tests: [expect.stringContaining('adds')] },
      { kind: 'none' },
    ])
  }, 60_000)
})
