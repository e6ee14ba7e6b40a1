import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { IsolationLevel, ProcessLimits } from '../../../src/kernel/ports/isolation.ts'
import { buildSources } from '../../ports/build-sources.ts'
import type { Role } from './attempt.ts'
import type { Place } from './attack-tools.ts'
import { CONDUCTOR } from './conductor-program.ts'
import type { Decoy } from './decoy.ts'
import { differences, makeDecoy, NOBODY, snapshot } from './decoy.ts'

export type User = 'ourselves' | 'nobody'

export interface Staged {
  readonly printed: string
  readonly leftovers: number
  readonly exceeded: string | null
  /** What it was really kept apart by. */
  readonly level: IsolationLevel
  readonly victimLives: boolean
  readonly later?: string
  readonly reports?: readonly { readonly path: string; readonly text: string }[]
  readonly place: Place
  /** Everything on the machine that is not as it was. */
  readonly changed: readonly string[]
}

export interface Attack {
  readonly sources: string
  readonly user: User
  readonly role: Role
  readonly level: IsolationLevel
  readonly program: string
  readonly limits?: Partial<ProcessLimits>
  /** Looks at what was left in the workspace before all is removed. */
  readonly look?: (place: Place) => void
}

/** The sources as a conductor of another user can run them. */
export async function compileConductor(): Promise<string> {
  const sources = mkdtempSync('/tmp/tutti-containment-')
  const entries = [
    'host/build-world.ts',
    'adapters/agents/turns/confine-agent.ts',
    'config/default-settings.ts',
  ]
  await buildSources(sources, entries)
  writeFileSync(join(sources, 'conductor.js'), CONDUCTOR)
  chmodSync(sources, 0o755)
  return sources
}

/** Plays one hostile program on a decoy machine of its own. */
export async function stageAttack({
  sources,
  user,
  role,
  level,
  program,
  limits,
  look,
}: Attack): Promise<Staged> {
  const decoy = makeDecoy(user)
  const mark = `tutti-hostile-${process.pid}-${Date.now().toString(36)}`
  try {
    const file = join(decoy.shared, 'program.mjs')
    writeFileSync(file, program, { mode: 0o644 })
    const ask = { role, level, mark, program: file, limits, ...placesOf(decoy) }
    const child = spawn(process.execPath, [join(sources, 'conductor.js'), JSON.stringify(ask)], {
      cwd: sources,
      env: { PATH: process.env['PATH'], HOME: decoy.home, CONDUCTOR_VARIABLE: 'SECRET-conductor' },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(user === 'nobody' ? { uid: NOBODY, gid: NOBODY } : {}),
    })
    const troubles = text(child.stderr)
    const late = setTimeout(() => child.kill('SIGKILL'), 90_000)
    const ended = new Promise((resolve) => child.on('close', resolve))
    const told = listen(child.stdout, ended, troubles)
    const place = await told<Place>('ready')
    const before = snapshot(decoy, ownOf(place))
    child.stdin.write('go\n')
    await told('attacked')
    const after = snapshot(decoy, ownOf(place))
    child.stdin.write('go\n')
    await ended
    clearTimeout(late)
    const result = await told<Omit<Staged, 'place' | 'changed'>>('done')
    look?.(place)
    const inMemory = [`/dev/shm/${mark}`].filter((path) => existsSync(path))
    for (const path of inMemory) rmSync(path, { force: true })
    const running = endMarked(mark)
    const isPoisoned = result.later?.includes('hostile') === true
    const reported = result.reports?.some(({ text: report }) => report.includes('SECRET')) === true
    return {
      ...result,
      place,
      changed: [
        ...differences(before, after),
        ...byConductor(place),
        ...inMemory,
        ...running,
        ...(reported ? ['a secret in a report'] : []),
        ...(isPoisoned ? ['what a later gate reads'] : []),
      ],
    }
  } finally {
    decoy.remove()
  }
}

function placesOf({
  project,
  otherRepository,
  shared,
}: Decoy): Pick<Decoy, 'project' | 'otherRepository' | 'shared'> {
  return { project, otherRepository, shared }
}

/** What the program or its conductor may change: the workspace and what belongs to it. */
function ownOf({ own, other, run, commonDir, home }: Place): readonly string[] {
  const beside = ['.agent-tmp', '.tmp', '.agent-box', '.box']
  return [
    own,
    ...beside.map((end) => `${own}${end}`),
    `${other}.agent-tmp`,
    `${other}.agent-box`,
    ...['processes.jsonl', 'activity.jsonl', 'outputs', 'doors'].map((name) => `${run}/${name}`),
    `${commonDir}/worktrees/${own.split('/').at(-1)}`,
    `${home}/.codex`,
  ]
}

/** Processes of the attack that are still there; they are told and ended. */
function endMarked(mark: string): readonly string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const words = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
      const found = new RegExp(`: (${mark}-\\w+)`).exec(words)?.[1]
      if (found === undefined) return []
      process.kill(Number(pid), 'SIGKILL')
      return [`process ${found}`]
    } catch {
      return []
    }
  })
}

/** What only a program that the conductor ran for the attack can have written. */
function byConductor({ project }: Place): readonly string[] {
  return [`${project}/by-git-of-conductor`].filter((path) => existsSync(path))
}

/** Waits for what the conductor tells, by its name; it fails when the conductor ends without it. */
function listen(
  output: Readable,
  ended: Promise<unknown>,
  troubles: Promise<string>,
): <T>(what: string) => Promise<T> {
  let said = ''
  const heard = new EventEmitter()
  output.setEncoding('utf8')
  output.on('data', (more: string) => {
    said += more
    heard.emit('more')
  })
  let isOver = false
  void ended.then(() => {
    isOver = true
    heard.emit('more')
  })
  return async <T>(what: string): Promise<T> => {
    for (;;) {
      const found = said.split(`<<<${what}:`)[1]?.split('>>>\n')
      if (found !== undefined && found.length > 1) return JSON.parse(found[0] ?? '') as T
      if (isOver) throw new Error(`The conductor said nothing of ${what}: ${await troubles}`)
      await once(heard, 'more')
    }
  }
}
