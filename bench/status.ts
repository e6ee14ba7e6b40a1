import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { makeRepository } from './make-repository.ts'
import { median } from './median.ts'
import { ratios, timeInTurns } from './time-in-turns.ts'
import { EVENTS, writeStatusRun } from './status-run.ts'

const ROUNDS = 25
const tutti = join(import.meta.dirname, '..', '..', 'dist', 'main.js')

export const status: Bench = {
  name: `tutti status --json on ${EVENTS.toLocaleString('en')} events`,
  unit: '×',
  against: 'node -e 0',
  bound: 4,
  measure: async (scratch) => {
    const { cwd, env } = await makeRepository(scratch)
    await writeStatusRun(join(cwd, '.git', 'tutti', 'runs', 'bench'))

    const node = (...args: readonly string[]): string => {
      const {
        status: code,
        stdout,
        stderr,
      } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' })
      if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}: ${stderr}`)
      return stdout
    }
    const { events } = JSON.parse(node(tutti, 'status', '--json')) as { readonly events: number }
    if (events !== EVENTS) throw new Error(`The status speaks of ${events} events.`)
    const times = await timeInTurns(ROUNDS, {
      ours: { act: () => void node(tutti, 'status', '--json') },
      bare: { act: () => void node('-e', '0') },
      version: { act: () => void node(tutti, '--version') },
    })
    const shown = (ms: readonly number[]): string => `${median(ms).toFixed(0)} ms`
    return {
      samples: ratios(times.ours, times.bare),
      beside: {
        ours: shown(times.ours),
        'node -e 0': shown(times.bare),
        'tutti --version': shown(times.version),
      },
    }
  },
}
