import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readJournalFile } from '../src/adapters/journal/jsonl/read-journal-file.ts'
import { createMemoryJournal } from '../src/adapters/journal/memory/memory-journal.ts'
import type { RunEvent } from '../src/kernel/event.ts'
import type { Outcome } from '../src/kernel/outcome.ts'
import { play } from '../src/kernel/play.ts'
import { findBuiltIn } from '../src/playbooks/built-in-playbooks.ts'
import { standardPlaybook } from '../src/playbooks/standard.ts'
import { standardProcess } from '../src/policy/process-policy.ts'
import { standardPolicy } from '../src/policy/run-policy.ts'
import { viewRun } from '../src/protocol/view-run.ts'
import { createTestWorld } from '../src/testing/test-world.ts'
import { journalText, testSeal } from './harness/test-seal.ts'
import { makeStage, playProcess } from './harness/play-process.ts'
import type { Rehearsal } from './harness/play-standard.ts'
import { completed, on, plans, rehearse, writes } from './harness/play-standard.ts'
import { job as controlflowJob } from './processes/controlflow/job.ts'
import { job as gemTeamJob } from './processes/gem-team/job.ts'
import { job as jiraLoopJob } from './processes/jira-loop/job.ts'
import { job as teamCoordinateJob } from './processes/team-coordinate/job.ts'
import { cast } from './stories/cast.ts'

const processJobs = [gemTeamJob, jiraLoopJob, controlflowJob, teamCoordinateJob]

/** Journals as this version writes them, under the key of the tests. */
const folder = new URL('fixtures/journals/', import.meta.url).pathname

/**
 * With `RECORD_JOURNALS=present` they are recorded anew first; do so whenever events or playbooks change, and commit
 * them.
 */
const recording = process.env['RECORD_JOURNALS']
if (recording !== undefined) await recordJournals(join(folder, recording))

const files = (await readdir(folder, { recursive: true }))
  .filter((name) => name.endsWith('.jsonl'))
  .toSorted()

describe('recorded journals', () => {
  it('are there', () => {
    expect(files.length).toBeGreaterThanOrEqual(4)
  })

  it.each(files)('P8: %s can be read, shown, and replayed without doing anything again', async (name) => {
    const { events, isOwn } = await readJournalFile(join(folder, name), testSeal)
    const view = viewRun(events)
    expect({ run: view.run, isOwn }).toEqual({ run: 'r1', isOwn: true })
    const ended = isEnding(events.at(-1)?.type ?? '')
    const past = ended ? events.slice(0, -1) : events
    const { outcome, added } = await replay(past)
    expect(outcome.status).toBe(ended ? view.status : 'waiting')
    if (outcome.status === 'completed') expect(outcome.result).toEqual(view.result)
    // What is asked in other words since keeps its answer.
    const begun = added.filter((type) => type.startsWith('step-') && type !== 'step-outdated')
    expect(begun).toEqual([])
  })

  it('a step whose request changed within one version is caught', async () => {
    const { events } = await readJournalFile(join(folder, files.at(-1) ?? ''), testSeal)
    const { name, version } = standardPlaybook
    const changed = events.map((event) => {
      if (event.type === 'step-started' && event.kind === 'turn') return { ...event, digest: 'changed' }
      return event.type === 'run-started' || event.type === 'run-resumed'
        ? { ...event, playbook: { name, version } }
        : event
    })
    const { outcome } = await replay(changed.slice(0, -1))
    expect(outcome).toMatchObject({ status: 'stopped', failure: { code: 'replay-diverged' } })
  })
})

function isEnding(type: string): boolean {
  return ['run-completed', 'run-failed', 'run-cancelled'].includes(type)
}

/** The test world has no agents, no git and no commands: a replay that did anything would fail. */
async function replay(
  past: readonly RunEvent[],
): Promise<{ readonly outcome: Outcome; readonly added: readonly string[] }> {
  const world = createTestWorld({ journal: createMemoryJournal(past) })
  const [first] = past
  const named = first?.type === 'run-started' ? findBuiltIn(first.playbook.name) : null
  const live = await play({
    playbook: named?.playbook ?? standardPlaybook,
    world,
    start: null,
    tutti: 'next',
    stopWhenWaiting: true,
  })
  const outcome = await live.outcome
  const { events } = await world.journal.read()
  return { outcome, added: events.slice(past.length).map(({ type }) => type) }
}

async function recordJournals(into: string): Promise<void> {
  await mkdir(into, { recursive: true })
  const implementer = { role: 'implementer' } as const
  const record = async (
    name: string,
    rehearsal: Rehearsal,
    perform: () => Promise<unknown>,
  ): Promise<void> => {
    await perform()
    const { events } = await rehearsal.world.journal.read()
    const text = JSON.stringify(events).replaceAll(rehearsal.repository.folder, '/recorded')
    await writeFile(join(into, `${name}.jsonl`), journalText(JSON.parse(text) as RunEvent[]))
    await rehearsal.remove()
  }
  const retried = await rehearse([
    plans({ id: 'T1' }, { id: 'T2' }, { id: 'T3', dependencies: ['T1', 'T2'] }),
    on({ ...implementer, step: 'execute/T1@r1/attempt-1/**' }, writes('a.ok', 'not yet'), completed),
    on({ ...implementer, step: 'execute/T1@r1/**' }, writes('a.ok', 'ok'), completed),
    on({ ...implementer, step: 'execute/T2@r1/**/try-1/**' }, { act: 'crash', code: 1 }),
    on(
      { ...implementer, step: 'execute/T2@r1/**' },
      { act: 'usage', tokens: 9, usd: 0.5 },
      writes('b.ok', 'ok'),
      completed,
    ),
    on({ ...implementer, step: 'execute/T3@r1/**' }, writes('c.ok', 'ok'), completed),
  ])
  await record('completed', retried, () => retried.playThrough())
  const waiting = await rehearse([plans({ id: 'T1' })])
  await record('waiting', waiting, () => waiting.playThrough({ approve: false }))
  const cancelled = await rehearse([plans({ id: 'T1' })])
  await record('cancelled', cancelled, async () => {
    await cancelled.playThrough({ approve: false })
    const live = await cancelled.begin({ approve: false, wait: true })
    await live.cancel('somebody')
    await live.outcome
  })
  const failed = await rehearse([on({ role: 'planner' }, { act: 'say', text: 'no' })])
  await record('failed', failed, () => failed.playThrough())
  const whole = await rehearse(cast([{ id: 'T1' }, { id: 'T2', after: ['T1'] }]).scenes)
  const depth = {
    ...standardProcess,
    tier: 'medium',
    discuss: { ...standardProcess.discuss, tiers: [] },
  } as const
  await record('whole', whole, () =>
    whole.playThrough({ input: { policy: { ...standardPolicy, process: depth } } }),
  )
  for (const { process: name, ...script } of processJobs) {
    const repository = await makeStage(script)
    const { events } = await playProcess(repository, { process: name, ...script })
    const text = JSON.stringify(events).replaceAll(repository.folder, '/recorded')
    await writeFile(join(into, `${name}.jsonl`), journalText(JSON.parse(text) as RunEvent[]))
    await repository.remove()
  }
}
