import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDoors } from '../src/adapters/network/open-door.ts'
import { createProcesses } from '../src/adapters/processes/create-processes.ts'
import { findIsolation } from '../src/adapters/processes/find-isolation.ts'
import { NO_SURROUNDINGS } from '../src/adapters/processes/surroundings.ts'
import { parseHostPattern } from '../src/kernel/host-pattern.ts'
import { isAtLeast, ISOLATION_LEVELS } from '../src/kernel/ports/isolation.ts'
import type { IsolationLevel, NetworkAccess } from '../src/kernel/ports/isolation.ts'
import { plainEffect as effect } from '../src/kernel/ports/effect.ts'
import type { Processes } from '../src/kernel/ports/processes.ts'
import type { Bench, Measured } from './bench.ts'
import { median } from './median.ts'
import { timeInTurns } from './time-in-turns.ts'

const ROUNDS = 40
/** Of package managers, as a user who works in three languages has them. */
const CACHES = ['.npm', '.m2/repository', '.cache/pip']
const HOSTS = ['localhost:4100', 'api.example.com'].flatMap((host) => parseHostPattern(host) ?? [])
const LISTED: NetworkAccess = { hosts: HOSTS, onRefused: () => undefined }

const { level: best } = await findIsolation()

/** What a gate and a turn cost more where they are kept apart, by every level that this machine can hold. */
export function isolation(): readonly Bench[] {
  const levels = ISOLATION_LEVELS.filter((level) => level !== 'none' && isAtLeast(best, level))
  return [
    ...levels.map((level) =>
      launched(level, { of: 'a gate', network: 'open', bound: level === 'sandbox' ? 10 : 20 }),
    ),
    ...levels
      .filter((level) => level === 'sandbox')
      .map((level) =>
        launched(level, { of: 'a turn with a door to listed hosts', network: LISTED, bound: 60 }),
      ),
  ]
}

interface Launched {
  readonly of: string
  readonly network: NetworkAccess
  readonly bound: number
}

function launched(level: IsolationLevel, { of, network, bound }: Launched): Bench {
  return {
    name: `isolation: ${of}, at level ${level}`,
    unit: 'ms',
    against: 'the same start with nothing kept apart',
    bound,
    measure: (scratch) => measure(scratch, level, network),
  }
}

async function measure(scratch: string, level: IsolationLevel, network: NetworkAccess): Promise<Measured> {
  const { home, work, commonDir } = await makePlaces(scratch)
  const openDoor = createDoors({ folder: join(scratch, 'doors'), environment: {}, effect })
  const make = (wanted: IsolationLevel): Processes =>
    createProcesses({
      ledgerFile: join(scratch, `${wanted}.jsonl`),
      marker: `${scratch}#${wanted}`,
      effect,
      takeOver: false,
      surroundings: {
        ...NO_SURROUNDINGS,
        isolation: { wanted, required: wanted },
        homes: [home],
        hidden: [join(scratch, 'state')],
        openDoor,
        gitOf: () => Promise.resolve({ commonDir, gitDir: join(commonDir, 'worktrees/work') }),
      },
    })
  const start = (wanted: IsolationLevel): (() => Promise<void>) => {
    const processes = make(wanted)
    return async () => {
      const process = await processes.launch({
        argv: ['/bin/true'],
        cwd: work,
        folder: work,
        env: { PATH: '/usr/bin:/bin', HOME: home },
        label: 'bench',
        confined: { writable: [work], box: `${work}.box`, network },
      })
      await process.ended
      await process.end(0)
    }
  }
  const times = await timeInTurns(ROUNDS, {
    apart: { act: start(level) },
    bare: { act: start('none') },
  })
  const shown = (ms: readonly number[]): string => `${median(ms).toFixed(1)} ms`
  return {
    samples: times.apart.map((ms, round) => ms - (times.bare[round] ?? NaN)),
    beside: { 'kept apart': shown(times.apart), bare: shown(times.bare) },
  }
}

interface Places {
  readonly home: string
  /** A worktree of a repository. */
  readonly work: string
  readonly commonDir: string
}

async function makePlaces(scratch: string): Promise<Places> {
  const home = join(scratch, 'home')
  for (const cache of CACHES) {
    await mkdir(join(home, cache), { recursive: true })
    await writeFile(join(home, cache, 'filled'), 'yes')
  }
  const git = (...words: readonly string[]): string =>
    execFileSync(
      'git',
      ['-C', scratch, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...words],
      {
        encoding: 'utf8',
      },
    )
  const repository = join(scratch, 'repository')
  const work = join(scratch, 'work')
  git('init', '--quiet', repository)
  git('-C', repository, 'commit', '--quiet', '--allow-empty', '--message', 'first')
  git('-C', repository, 'worktree', 'add', '--quiet', work)
  return { home, work, commonDir: join(repository, '.git') }
}
