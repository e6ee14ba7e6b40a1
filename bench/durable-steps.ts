import { fdatasyncSync, fsyncSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parallel } from '../src/kernel/parallel.ts'
import type { Run } from '../src/kernel/playbook.ts'
import { openBareFile } from './bare-file.ts'
import type { Measured } from './bench.ts'
import { median } from './median.ts'
import { playOnDisk } from './play-on-disk.ts'
import { stepResults } from './step-result.ts'
import { ratios, timeInTurns } from './time-in-turns.ts'

const RUNS = 11
/** Runs that are not counted, until the compiler has seen enough of them. */
const WARM_UP_RUNS = 8
/** Blocks of a run take turns with bare blocks; the one before the first is not counted. */
const BLOCKS = 20
const BLOCK_STEPS = 50
const STEPS = BLOCKS * BLOCK_STEPS
const results = stepResults(STEPS + BLOCK_STEPS, 300)

type Side = 'ours' | 'fsync' | 'fdatasync'

/** Plays 1,000 steps, so many at once, and writes the bytes of such a journal bare, as many lines to a sync. */
export async function measureDurableSteps(scratch: string, width: number): Promise<Measured> {
  const blocks = await writeSample(join(scratch, 'sample'), width)
  for (let run = 0; run < WARM_UP_RUNS; run += 1) await writeSample(join(scratch, `warm-up-${run}`), width)
  const runs: Readonly<Record<Side, number>>[] = []
  for (let run = 0; run < RUNS; run += 1) runs.push(await timeRun(join(scratch, `${run}`), width, blocks))
  const side = (name: Side): readonly number[] => runs.map((run) => run[name])
  const perStep = (name: Side): string => `${((median(side(name)) * 1000) / STEPS).toFixed(0)} µs a step`
  return {
    samples: ratios(side('ours'), side('fsync')),
    beside: {
      ours: perStep('ours'),
      'bare fsync': perStep('fsync'),
      'bare fdatasync': perStep('fdatasync'),
      'against fdatasync': `${median(ratios(side('ours'), side('fdatasync'))).toFixed(2)} ×`,
    },
  }
}

/** Milliseconds that the blocks of one run took, and the same blocks bare. */
async function timeRun(
  folder: string,
  width: number,
  blocks: readonly (readonly string[])[],
): Promise<Readonly<Record<Side, number>>> {
  await mkdir(folder)
  const fsync = openBareFile(join(folder, 'fsync'), fsyncSync)
  const fdatasync = openBareFile(join(folder, 'fdatasync'), fdatasyncSync)
  const sums = { ours: 0, fsync: 0, fdatasync: 0 }
  await playOnDisk(folder, 'bench', async (run) => {
    const times = await timeInTurns(BLOCKS, {
      ours: { act: (block) => playBlock(run, block, width) },
      fsync: { act: (block) => fsync.append(blocks[block] ?? []) },
      fdatasync: { act: (block) => fdatasync.append(blocks[block] ?? []) },
    })
    for (const name of ['ours', 'fsync', 'fdatasync'] as const) {
      sums[name] = times[name].reduce((sum, ms) => sum + ms, 0)
    }
  })
  fsync.close()
  fdatasync.close()
  return sums
}

/** What a run writes, by block and by group: as many lines to a group as steps at once. */
async function writeSample(folder: string, width: number): Promise<readonly (readonly string[])[]> {
  const { groups } = await playOnDisk(folder, 'bench', async (run) => {
    for (let block = 0; block <= BLOCKS; block += 1) await playBlock(run, block, width)
  })
  const lines = readFileSync(join(folder, 'journal.jsonl'), 'utf8').match(/.*\n/g) ?? []
  const inner = lines.slice(1, -1)
  const texts = chunks(inner, width).map((group) => group.join(''))
  if (groups !== texts.length + 2) throw new Error(`There are ${groups} groups, not ${texts.length} and two.`)
  return chunks(texts, (2 * BLOCK_STEPS) / width)
}

async function playBlock(run: Run, block: number, width: number): Promise<void> {
  const steps = Array.from({ length: BLOCK_STEPS }, (_, index) => block * BLOCK_STEPS + index)
  await parallel(steps, width, (step) =>
    run.step(`step-${step}`, {
      kind: 'bench',
      input: { step },
      execute: async () => results[step] ?? null,
    }),
  )
}

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}
