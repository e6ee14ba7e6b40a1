import { spawnSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeJournal } from '../src/adapters/journal/jsonl/decode-journal.ts'
import { encodeEvents } from '../src/adapters/journal/jsonl/encode-events.ts'
import { openSeals } from '../src/host/seals.ts'
import type { RunEvent } from '../src/kernel/event.ts'
import type { Bench } from './bench.ts'
import { benchSeal } from './bench-seal.ts'
import { makeRepository } from './make-repository.ts'
import { median } from './median.ts'
import { writeStatusRun } from './status-run.ts'
import { ratios, timeInTurns } from './time-in-turns.ts'

const RUNS = 1000
/** As many as a small job leaves. */
const EVENTS = 150
const ROUNDS = 7
/** What was written within it may be changed unseen, and is read again. */
const SETTLED_MS = 2500
const tutti = join(import.meta.dirname, '..', '..', 'dist', 'main.js')

export const list: Bench = {
  name: `tutti list --json of ${RUNS.toLocaleString('en')} runs`,
  unit: '×',
  against: 'the same when it reads all journals',
  bound: 0.5,
  measure: async (scratch) => {
    const { cwd, home, env } = await makeRepository(scratch)
    const state = join(cwd, '.git', 'tutti')
    await writeRuns(scratch, join(state, 'runs'), join(home, '.local', 'state', 'tutti', 'key'))
    await sleep(SETTLED_MS)

    const node = (...args: readonly string[]): string => {
      const options = { cwd, env, encoding: 'utf8', maxBuffer: 100_000_000 } as const
      const { status: code, stdout, stderr } = spawnSync(process.execPath, args, options)
      if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}: ${stderr}`)
      return stdout
    }
    const rows = join(state, 'rows.json')
    const fromJournals = node(tutti, 'list', '--json')
    const { length } = JSON.parse(fromJournals) as readonly unknown[]
    if (length !== RUNS) throw new Error(`The list speaks of ${length} runs.`)
    const act = (): void => {
      if (node(tutti, 'list', '--json') !== fromJournals) throw new Error('The list has changed.')
    }
    const times = await timeInTurns(ROUNDS, {
      ours: { prepare: act, act },
      bare: { act: () => void node('-e', '0') },
      journals: { prepare: () => rm(rows), act },
    })
    const shown = (ms: readonly number[]): string => `${median(ms).toFixed(0)} ms`
    return {
      samples: ratios(times.ours, times.journals),
      beside: {
        ours: shown(times.ours),
        'node -e 0': shown(times.bare),
        'reading all journals': shown(times.journals),
      },
    }
  },
}

/** Ended runs of this user, with journals such as the standard playbook leaves. */
async function writeRuns(scratch: string, runs: string, key: string): Promise<void> {
  const sample = join(scratch, 'sample')
  await writeStatusRun(sample)
  const file = join(sample, 'journal.jsonl')
  const { events } = decodeJournal(await readFile(file), file, benchSeal)
  const end = events.at(-1)
  if (end === undefined) throw new Error('The sample has no events.')
  const some: readonly RunEvent[] = [...events.slice(0, EVENTS - 1), { ...end, seq: EVENTS }]
  const seals = await openSeals({ key })
  for (let index = 0; index < RUNS; index += 1) {
    const run = `run-${index}`
    const own = some.map((event) => (event.type === 'run-started' ? { ...event, run } : event))
    await mkdir(join(runs, run), { recursive: true })
    await writeFile(join(runs, run, 'journal.jsonl'), encodeEvents(own, seals.journal(run)).text)
  }
}
