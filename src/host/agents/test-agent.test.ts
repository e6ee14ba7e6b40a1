import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { conformantAgent, type PlantedFault } from '../../../test/agents/conformant-agent.ts'
import { writeRawAgent } from '../../../test/agents/raw-agent.ts'
import { type AgentTestReport, type AgentTestRequest, testAgent } from './test-agent.ts'
import { allChecks } from './trial/all-checks.ts'
import { nothingLeft } from './trial/checks/nothing-left.ts'
import type { Trial } from './trial/trial.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Checks that share one process; the others are left out where they have nothing to do with what was planted. */
const QUICK = new Set([
  'start',
  'session',
  'answer',
  'usage',
  'write-file',
  'command',
  'noise',
  'nothing-left',
])

describe('an agent that is tried', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tutti-conformant-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const tried = async (
    faults: readonly PlantedFault[],
    more: Partial<AgentTestRequest> = {},
  ): Promise<AgentTestReport> => {
    const agent = await writeRawAgent(folder, conformantAgent(folder, ...faults))
    const environment = { PATH: process.env['PATH'], XDG_STATE_HOME: join(folder, 'state') }
    return testAgent({ agent, scripted: true, environment, ...more })
  }
  const failedIn = ({ results }: AgentTestReport): readonly string[] =>
    results.filter(({ state }) => state === 'failed').map(({ id, seen }) => `${id}: ${seen}`)

  it('passes every check when it does what is asked', async () => {
    const report = await tried([])
    expect(failedIn(report)).toEqual([])
    expect(report.isFit).toBe(true)
    const states = Object.fromEntries(report.results.map(({ id, state }) => [id, state]))
    expect(states).toEqual({
      ...Object.fromEntries(allChecks.map(({ id }) => [id, 'passed'])),
      'model-said': 'not-offered',
      'model-pin': 'not-run',
      'model-unknown': expect.stringMatching(/^(passed|not-offered)$/) as string,
      'two-sessions': expect.stringMatching(/^(passed|not-offered)$/) as string,
    })
    const seen = Object.fromEntries(report.results.map(({ id, seen: words }) => [id, words]))
    expect(seen).toMatchObject({
      tells: 'conformant 1.0.0; it can: load, tools over http',
      usage: '12 tokens, no cost for the first turn',
      'write-file': 'hello.txt is new, asked 1×, allowed',
      outside: 'refused 1×, nothing was written',
      'read-only': 'nothing was written; refused 1×',
      tools: 'called 1×, over http',
    })
  })

  it.each<[PlantedFault, readonly string[]]>([
    ['other-protocol', ['start', 'session', 'answer']],
    ['no-json', ['answer']],
    ['lies-about-writing', ['write-file']],
    ['writes-more', ['write-file']],
    ['runs-nothing', ['command']],
    ['writes-outside', ['outside']],
    ['ignores-refusal', ['outside', 'read-only']],
    ['writes-temporary', ['read-only']],
    ['never-calls-tools', ['tools']],
    ['cuts-words', ['noise']],
    ['forgets', ['resume']],
    ['mixes-sessions', ['two-sessions']],
    ['stays', ['end']],
    ['anonymous', []],
    ['leaves-a-daemon', []],
  ])('fails the right checks when it %s', async (fault, ids) => {
    const checks = allChecks.filter(({ id }) => QUICK.has(id) || ids.includes(id))
    const report = await tried([fault], { checks })
    expect(failedIn(report).map((each) => each.split(':')[0])).toEqual(ids)
    const required = allChecks.filter((check) => check.required).map(({ id }) => id)
    expect(report.isFit).toBe(!ids.some((id) => required.includes(id)))
  })

  it.each<PlantedFault>(['never-stops', 'dead-after-cancel'])(
    'fails the check of cancelling: %s',
    async (fault) => {
      const report = await tried([fault], { checks: allChecks.filter(({ id }) => id === 'cancel') })
      expect(failedIn(report).map((each) => each.split(':')[0])).toEqual(['cancel'])
    },
  )

  it('leaves what needs a scripted model out without one, and keeps the scratch folder when asked to', async () => {
    const ids = ['start', 'answer', 'noise', 'nothing-left']
    const checks = allChecks.filter(({ id }) => ids.includes(id))
    const report = await tried([], { scripted: false, freshHome: true, keep: true, checks })
    expect(report.results.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'start passed',
      'answer passed',
      'noise not-run',
      'nothing-left passed',
    ])
    expect(existsSync(join(report.kept ?? '', 'worktree/README.md'))).toBe(true)
    await rm(report.kept ?? '', { recursive: true, force: true })
  })

  it('is ended with everything it started when the trial is interrupted', async () => {
    const stopping = new AbortController()
    const onCheck: AgentTestRequest['onCheck'] = ({ id }, result) => {
      if (id === 'write-file' && result === null) stopping.abort()
    }
    await expect(tried([], { signal: stopping.signal, onCheck })).rejects.toThrow('aborted')
  })
})

it('finds a process that is left in the table', async () => {
  const child = spawn('sleep', ['600'], { env: { PATH: process.env['PATH'], TUTTI_MARKER: 'try-planted-3' } })
  const trial = { close: () => Promise.resolve(), launched: () => [], marker: 'try-planted' }
  try {
    const seen = await nothingLeft.look(trial as unknown as Trial)
    expect(seen).toEqual({ state: 'failed', seen: `still there: pid ${child.pid}` })
  } finally {
    child.kill('SIGKILL')
  }
})
