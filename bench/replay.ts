import { closeSync, copyFileSync, fsyncSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parallel } from '../src/kernel/parallel.ts'
import type { Json } from '../src/kernel/json.ts'
import type { Run } from '../src/kernel/playbook.ts'
import type { Bench } from './bench.ts'
import { median } from './median.ts'
import { playOnDisk } from './play-on-disk.ts'
import { stepResults } from './step-result.ts'
import { ratios, timeInTurns } from './time-in-turns.ts'

const ROUNDS = 9
const steps = Array.from({ length: 10_000 }, (_, index) => index)

export const replay: Bench = {
  name: 'replay of 10,000 finished steps',
  unit: '×',
  against: 'reading that file and JSON.parse of each line',
  bound: 3,
  measure: async (scratch) => {
    const finished = join(scratch, 'finished')
    const resumed = join(scratch, 'resumed')
    await mkdir(resumed)
    await writeFinished(finished)
    const file = join(finished, 'journal.jsonl')
    const times = await timeInTurns(ROUNDS, {
      ours: {
        prepare: async () => copyDurably(file, join(resumed, 'journal.jsonl')),
        act: () => replaySteps(resumed),
      },
      bare: { act: () => parseLines(file) },
    })
    return {
      samples: ratios(times.ours, times.bare),
      beside: {
        ours: `${median(times.ours).toFixed(0)} ms`,
        bare: `${median(times.bare).toFixed(0)} ms`,
        file: `${(statSync(file).size / 1e6).toFixed(1)} MB`,
      },
    }
  },
}

/** A journal whose steps are all finished and whose run is not over. */
async function writeFinished(folder: string): Promise<void> {
  const results = stepResults(steps.length, 1500)
  await playOnDisk(folder, 'bench', async (run) => {
    await parallel(steps, 500, (step) => playStep(run, step, async () => results[step] ?? null))
  })
  const file = join(folder, 'journal.jsonl')
  const text = readFileSync(file)
  truncateSync(file, text.lastIndexOf('\n', text.length - 2) + 1)
}

async function replaySteps(folder: string): Promise<void> {
  await playOnDisk(folder, 'bench', async (run) => {
    for (const step of steps) {
      await playStep(run, step, () => Promise.reject(new Error(`Step ${step} was done again.`)))
    }
  })
}

function playStep(run: Run, step: number, execute: () => Promise<Json>): Promise<Json> {
  return run.step(`step-${step}`, { kind: 'bench', input: { step }, execute })
}

function parseLines(file: string): void {
  for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '') JSON.parse(line)
}

/** Synced, so that resuming does not pay for the copy. */
function copyDurably(from: string, to: string): void {
  copyFileSync(from, to)
  const fd = openSync(to, 'r+')
  fsyncSync(fd)
  closeSync(fd)
}
