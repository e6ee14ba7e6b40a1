import { link, mkdir, open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isNoFile, openRegular } from '../adapters/places/open-regular.ts'
import { closeAfter } from '../adapters/places/folder-handle.ts'
import { standing } from '../adapters/processes/process-identity.ts'
import type { ProcessIdentity } from '../adapters/processes/process-identity.ts'
import { RunFailure } from '../kernel/failure.ts'
import { machineTrouble } from '../kernel/machine-trouble.ts'
import type { Effect } from '../kernel/ports/effect.ts'

export interface RunLockRequest {
  /** The run's own folder; made when it is not there. */
  readonly folder: string
  readonly self: ProcessIdentity
  /** What the holder is doing, as a person would type it. */
  readonly command: string
  /** Takes the lock from a holder that cannot be judged from here, never from one that lives here. */
  readonly takeOver: boolean
  readonly effect: Effect
}

export interface RunLock {
  /**
   * Contract: what the run came to is known by now, and a machine that does not let the lock be removed does not
   * change it: one that stays behind is a dead holder's as soon as this process has ended.
   */
  release(): Promise<void>
}

interface Holder {
  readonly token: string
  readonly identity: ProcessIdentity
  readonly command: string
  readonly since: string
}

interface FoundLock {
  readonly file: string
  readonly generation: number
  /** `null` when the content cannot be understood. */
  readonly holder: Holder | null
}

const ATTEMPTS = 100
/** No lock is larger. */
const MOST_BYTES = 100_000

/**
 * Makes this process the only writer of a run. Every taker makes a file one generation above all it sees and
 * then looks again: of two that take at once the later sees the earlier, so at most one of them stays.
 */
export async function takeRunLock(request: RunLockRequest): Promise<RunLock> {
  const { folder, self, command, takeOver, effect } = request
  const mine: Holder = {
    token: crypto.randomUUID(),
    identity: self,
    command,
    since: new Date().toISOString(),
  }
  try {
    await effect('make folder', () => mkdir(folder, { recursive: true }))
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = await readLocks(folder)
      for (const lock of before) refuseIfHeld(lock, takeOver)
      const file = join(folder, `lock.${Math.max(0, ...before.map((lock) => lock.generation)) + 1}`)
      if (!(await makeWhole(file, folder, mine, effect))) continue
      await keepOrWithdraw(file, folder, mine, before, effect)
      return { release: () => release(file, mine, effect) }
    }
  } catch (error) {
    throw error instanceof RunFailure ? error : unusable(folder, error)
  }
  throw held(`Other processes keep taking the lock in ${folder}; wait until they are done.`)
}

/** What was there before has been judged already; only what came meanwhile can be a rival. */
async function keepOrWithdraw(
  file: string,
  folder: string,
  mine: Holder,
  before: readonly FoundLock[],
  effect: Effect,
): Promise<void> {
  const judged = new Set(before.map((lock) => lock.holder?.token))
  const others = (await readLocks(folder)).filter((lock) => lock.holder?.token !== mine.token)
  try {
    for (const other of others) if (!judged.has(other.holder?.token)) refuseIfHeld(other, false)
  } catch (error) {
    await release(file, mine, effect)
    throw error
  }
  for (const other of others) await effect('unlock', () => unlinkIfThere(other.file))
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(DRAFT))
  for (const draft of drafts) await effect('unlock', () => unlinkIfThere(join(folder, draft)))
}

const DRAFT = 'lock-draft.'

/** The name appears with its durable content or not at all; `false` when another process was faster. */
async function makeWhole(file: string, folder: string, holder: Holder, effect: Effect): Promise<boolean> {
  const draft = join(folder, `${DRAFT}${holder.token}`)
  await effect('lock draft', () => writeDraft(draft, holder))
  try {
    await effect('lock', () => link(draft, file))
  } catch (error) {
    if (hasCode(error, 'EEXIST', 'ENOENT')) return false
    throw error
  } finally {
    await effect('unlock', () => unlinkIfThere(draft))
  }
  return true
}

async function writeDraft(draft: string, holder: Holder): Promise<void> {
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(holder)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function release(file: string, mine: Holder, effect: Effect): Promise<void> {
  try {
    if ((await readHolder(file))?.token === mine.token) await effect('unlock', () => unlinkIfThere(file))
  } catch (error) {
    if (machineTrouble(error) === null) throw error
  }
}

async function readLocks(folder: string): Promise<readonly FoundLock[]> {
  const names = (await readdir(folder)).filter((name) => /^lock\.\d+$/.test(name))
  const found = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      const holder = await readHolder(file)
      return holder === undefined ? [] : [{ file, generation: Number(name.slice(5)), holder }]
    }),
  )
  return found.flat()
}

/** `undefined` when the lock is gone, `null` when it makes no sense: a folder, a pipe and a link are nobody's lock. */
async function readHolder(file: string): Promise<Holder | null | undefined> {
  let text: string
  try {
    const handle = await openRegular(file)
    const { size } = await handle.stat()
    text = await closeAfter(handle, size > MOST_BYTES ? Promise.resolve('') : handle.readFile('utf8'))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    if (isNoFile(error)) return null
    throw error
  }
  try {
    const value: unknown = JSON.parse(text)
    return isHolder(value) ? value : null
  } catch {
    return null
  }
}

/**
 * A lock is durable before it has its name, so that no crash leaves a damaged one: its holder is unknown, not
 * dead, and only a person can say that nobody is at work.
 */
function refuseIfHeld({ file, holder }: FoundLock, takeOver: boolean): void {
  if (holder === null) {
    if (takeOver) return
    throw held(
      `The lock ${file} is damaged; make sure that nobody works on this run, then remove it, or pass --take-over.`,
    )
  }
  const { identity, command, since } = holder
  const who = `\`${command}\` (pid ${identity.pid} on ${identity.host}, since ${since})`
  switch (standing(identity)) {
    case 'dead':
      return
    case 'alive':
      throw held(`This run is held by ${who}; wait for it, or end it first.`)
    case 'foreign':
      if (takeOver) return
      throw held(
        `This run is held by ${who}, on another host or in another container (${identity.pidNamespace}); end it there, or pass --take-over if it is gone for good.`,
      )
  }
}

function held(message: string): RunFailure {
  return new RunFailure({ code: 'run-held', message })
}

function unusable(folder: string, cause: unknown): RunFailure {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `The run cannot be locked in ${folder} (${reason}); it needs free space, write permission and a file system with hard links.`
  return new RunFailure({ code: 'journal-unwritable', message }, { cause })
}

async function unlinkIfThere(file: string): Promise<void> {
  try {
    await unlink(file)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code)
}

function isHolder(value: unknown): value is Holder {
  if (!isRecord(value) || !isRecord(value['identity'])) return false
  const { host, bootId, pidNamespace, pid, startTime } = value['identity']
  return (
    [value['token'], value['command'], value['since'], host, bootId, pidNamespace, startTime].every(
      (text) => typeof text === 'string',
    ) && Number.isSafeInteger(pid)
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Who plays a run, for people. */
export interface LockHolder {
  readonly pid: number
  readonly host: string
  readonly command: string
  readonly since: string
}

/** The live or unjudgeable holder of a run's lock; `null` when nobody holds it. */
export async function readLockHolder(folder: string): Promise<LockHolder | null> {
  const locks = await readLocks(folder)
  const found = locks.find(({ holder }) => holder !== null && standing(holder.identity) !== 'dead')?.holder
  if (!found) return null
  const { identity, command, since } = found
  return { pid: identity.pid, host: identity.host, command, since }
}
