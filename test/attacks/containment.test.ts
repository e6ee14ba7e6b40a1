import { readFileSync, rmSync, statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IsolationLevel, ProcessLimits } from '../../src/kernel/ports/isolation.ts'
import { ISOLATION_LEVELS } from '../../src/kernel/ports/isolation.ts'
import { attackProgram, readTold } from './containment/attack-program.ts'
import type { Place } from './containment/attack-tools.ts'
import type { Attempt } from './containment/attempt.ts'
import { isPromised } from './containment/attempt.ts'
import { attempts } from './containment/attempts.ts'
import type { Staged, User } from './containment/stage-attack.ts'
import { compileConductor, stageAttack } from './containment/stage-attack.ts'

const isRoot = process.getuid?.() === 0
const users: readonly User[] = isRoot ? ['ourselves', 'nobody'] : ['ourselves']
const cases = ISOLATION_LEVELS.flatMap((level) =>
  users.flatMap((user) => (['agent', 'gate'] as const).map((role) => ({ level, user, role }))),
)

let sources = ''
beforeAll(async () => {
  sources = await compileConductor()
}, 90_000)
afterAll(() => rmSync(sources, { recursive: true, force: true }))

describe('P11: what a level of isolation promises holds', { concurrent: true, timeout: 150_000 }, () => {
  it.each(cases)('$level, a hostile $role of $user', async ({ level: wanted, user, role }) => {
    const staged = await stageAttack({ sources, user, role, level: wanted, program: attackProgram(attempts) })
    // A machine that cannot have the level is judged by what the one that it has promises.
    const { level } = staged
    const { told, troubles } = readTold(staged.printed)
    const through = attempts.filter((attempt) => gotThrough(attempt, told, staged))
    const names = (some: readonly Attempt[]): readonly string[] => some.map(({ name }) => name)

    expect(names(through.filter((attempt) => isPromised(attempt, level, role)))).toEqual([])
    expect(staged.victimLives).toBe(true)
    if (level !== 'none') {
      const named = attempts.flatMap(({ leaves }) => leaves?.(staged.place) ?? [])
      expect(staged.changed.filter((path) => !named.includes(path))).toEqual([])
      return
    }
    const unproven = attempts.filter((attempt) => mustWork(attempt, user) && !through.includes(attempt))
    expect(unproven.map(({ name }) => `${name}: ${troubles[name] ?? ''}`)).toEqual([])
  })
})

const MEGABYTE = 1024 ** 2
const limits = { processes: 40, memoryBytes: 400 * MEGABYTE, fileBytes: 8 * MEGABYTE }
const greedy: readonly {
  readonly what: string
  readonly program: string
  readonly exceeds: RegExp | null
}[] = [
  {
    what: 'processes',
    program: `for (let at = 0; at < 80; at += 1) spawn('/bin/sh', ['-c', 'sleep 20; : ' + place.mark + '-many'], { detached: true, stdio: 'ignore' }).unref()
setTimeout(() => {}, 15000)`,
    exceeds: /limit of 40 processes/,
  },
  {
    what: 'memory',
    program: `const kept = []
const more = () => { if (kept.length < 14) kept.push(Buffer.alloc(50 * 1024 ** 2, 1)) }
setInterval(more, 100)
setTimeout(() => process.exit(0), 15000)`,
    exceeds: /limit of 400 MB/,
  },
  {
    what: 'one file, and a sparse one',
    program: `const tries = [() => fs.writeFileSync('big', Buffer.alloc(20 * 1024 ** 2)), () => fs.truncateSync('sparse', 10 * 1024 ** 3)]
fs.writeFileSync('sparse', '')
process.on('SIGXFSZ', () => {})
for (const act of tries) { try { act() } catch {} }`,
    exceeds: null,
  },
]

describe('P11: greed has bounds', { concurrent: true, timeout: 150_000 }, () => {
  it.each(ISOLATION_LEVELS.flatMap((level) => greedy.map((each) => ({ level, ...each }))))(
    '$level: of $what',
    async ({ level, program, exceeds }) => {
      const sizes: number[] = []
      const look = ({ own }: Place): void => {
        for (const name of ['big', 'sparse']) sizes.push(sizeOf(`${own}/${name}`))
      }
      const staged = await stageAttack({ ...greed(program, level), sources, look })
      if (exceeds !== null) expect(staged.exceeded).toMatch(exceeds)
      else if (staged.level !== 'none') expect(Math.max(...sizes)).toBeLessThanOrEqual(limits.fileBytes)
      else expect(Math.max(...sizes)).toBeGreaterThan(limits.fileBytes)
      expect(staged.changed).toEqual([])
    },
  )
})

function greed(
  program: string,
  level: IsolationLevel,
): {
  readonly user: User
  readonly role: 'agent'
  readonly level: IsolationLevel
  readonly program: string
  readonly limits: Partial<ProcessLimits>
} {
  const head = `import fs from 'node:fs'\nimport { spawn } from 'node:child_process'\nconst place = JSON.parse(fs.readFileSync('place.json', 'utf8'))\n`
  return { user: 'ourselves', role: 'agent', level, program: head + program, limits }
}

/** By what is left outside, where it should leave something, else by the secret that it brought back. */
function gotThrough({ name, leaves }: Attempt, told: readonly string[], { changed, place }: Staged): boolean {
  if (leaves === undefined) return told.includes(name)
  const path = leaves(place)
  return changed.some((each) => each === path || (path.endsWith('/') && each.startsWith(path)))
}

/** Where nothing is kept apart an attempt has to come through, or it would prove nothing elsewhere. */
function mustWork({ works, promised }: Attempt, user: User): boolean {
  if (promised.none === 'held') return false
  return works === 'for everybody' || (works === 'for root' && isRoot && user === 'ourselves' && mayMount())
}

/** A root without rights is root of a container. */
function mayMount(): boolean {
  const rights = /^CapEff:\t(.*)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  return ((BigInt(`0x${rights}`) >> 21n) & 1n) === 1n
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
