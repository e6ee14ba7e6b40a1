import { execFile } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readJournalFile } from '../../src/adapters/journal/jsonl/read-journal-file.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { StageFact } from '../../src/stages/facts.ts'
import type { EndedCli } from '../harness/cli.ts'
import { PATIENCE_MS, startCli } from '../harness/cli.ts'

// The whole of it is played before the first test.
vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: 2 * PATIENCE_MS })

describe('the demo, played once without a terminal', () => {
  let folder: string
  let repository: string
  let ended: EndedCli
  let events: readonly RunEvent[]
  let facts: readonly StageFact[]
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'tutti-demo-test-')))
    const environment = { PATH: process.env['PATH'] ?? '', HOME: join(folder, 'home'), LANG: 'C.UTF-8' }
    ended = await startCli(['demo', '--folder', 'demo'], { cwd: folder, environment }).ended
    repository = join(folder, 'demo/text-tools')
    events = (await readJournalFile(join(repository, '.git/tutti/runs/demo/journal.jsonl'), null)).events
    facts = events.flatMap((event) =>
      event.type === 'fact-recorded'
        ? [{ kind: event.kind, value: event.value } as unknown as StageFact]
        : [],
    )
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('ends well, and says where to look', () => {
    expect(ended).toMatchObject({ status: 0 })
    for (const said of ['report', 'show', 'main..tutti/demo', 'tutti/demo:docs/PRD.yaml']) {
      expect(ended.stderr).toContain(said)
    }
  })

  test('goes through every stage, and the plan is sent back once', () => {
    const stages = facts.flatMap((fact) => (fact.kind === 'stage' ? [fact.value.stage] : []))
    expect(stages.join(' ')).toBe(
      'intake discuss specify research plan challenge plan challenge approve execute review learn deliver',
    )
    expect(facts.filter(({ kind }) => kind === 'clarified')).toHaveLength(3)
    const rounds = facts.flatMap((fact) => (fact.kind === 'challenged' ? [fact.value.verdict] : []))
    expect(rounds).toEqual(['revise', 'approved'])
  })

  test('has one failure that is diagnosed, and one that only the review sees', () => {
    const diagnosed = facts.flatMap((fact) => (fact.kind === 'diagnosis' ? [fact.value] : []))
    expect(diagnosed.map(({ task, by }) => `${task} ${by}`)).toEqual(['T3 debugger', 'T6 tutti'])
    const reviewed = facts.flatMap((fact) => (fact.kind === 'reviewed' ? [fact.value] : []))
    expect(reviewed.filter(({ verdict }) => verdict === 'blocked').map(({ of }) => of)).toEqual(['T6'])
  })

  test('asks nobody twice: every reply fits, and nothing is left unsaid', () => {
    const notices = facts.flatMap((fact) => (fact.kind === 'notice' ? [fact.value.text] : []))
    expect(notices).toEqual([])
    const turns = events.flatMap((event) =>
      event.type === 'step-started' && event.kind === 'turn' ? [event.step] : [],
    )
    expect(turns.filter((step) => !step.endsWith('/try-1/turn'))).toEqual([])
  })

  test('delivers what was learnt with the work', async () => {
    const listing = ['-C', repository, 'ls-tree', '-r', '--name-only', 'tutti/demo']
    const { stdout } = await promisify(execFile)('git', listing)
    const files = stdout.split('\n')
    expect(files).toEqual(
      expect.arrayContaining(['docs/PRD.yaml', 'docs/ARCHITECTURE.md', '.tutti/wisdom/conventions.md']),
    )
    // Nobody has decided anything here that later work has to keep to.
    expect(files).not.toContain('AGENTS.md')
  })
})
