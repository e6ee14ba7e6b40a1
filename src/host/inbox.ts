import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, opendir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openRegular } from '../adapters/places/open-regular.ts'
import type { Effect } from '../kernel/ports/effect.ts'
import type { Seal } from '../kernel/ports/seal.ts'
import type { Letter } from './letter.ts'
import { MOST_LETTER_BYTES, openLetter, sealLetter } from './letter.ts'

const POLL_MS = 200
/** An envelope doubles what has to be escaped, at worst. */
const MOST_BYTES = 2 * MOST_LETTER_BYTES
/** So many names are looked at in one round. */
const MOST_NAMES = 1000
/** As `sendLetter` gives it: nobody else's file has it. */
const NAME = /^\d+-[0-9a-f]{12}\.json$/

/** Puts a letter where the playing process will find it; it is durable when this resolves. */
export async function sendLetter(inbox: string, letter: Letter, seal: Seal): Promise<void> {
  await mkdir(inbox, { recursive: true, mode: 0o700 })
  const nonce = randomBytes(6).toString('hex')
  // In microseconds, so that of two that are sent at once the first comes first.
  const at = Math.round((performance.timeOrigin + performance.now()) * 1000)
  const name = `${at}-${nonce}`
  const draft = join(inbox, `${name}.draft`)
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(sealLetter({ nonce, letter }, seal))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(inbox, `${name}.json`))
}

export interface InboxReader {
  readonly inbox: string
  readonly seal: Seal
  /** Contract: a letter that was taken down before changes nothing when it comes again. */
  readonly take: (letter: Letter) => Promise<void>
  /** Is told of what is no letter, and was set aside. */
  readonly onStrange: (name: string, problem: string) => Promise<void>
  readonly effect: Effect
}

/**
 * Reads letters in the order they were sent, until stopped. A letter leaves the inbox before it is acted on: a crash
 * finds it among those that were taken, and it is acted on again, which changes nothing where it had been taken down.
 */
export function readLetters(reader: InboxReader): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  // A run that has been given up never settles what it is told, and must not keep us waiting.
  const stopped = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  const reading = (async () => {
    const seen = new Set<string>()
    const taken = join(reader.inbox, 'taken')
    for (const name of await lettersIn(taken)) await read(reader, taken, name, seen, stopped, signal)
    while (!signal.aborted) {
      for (const name of await lettersIn(reader.inbox)) {
        if (signal.aborted) return
        if (!NAME.test(name))
          await setAside(reader, reader.inbox, name, 'it has not the name of a letter', stopped)
        else if (await move(reader, name, taken)) await read(reader, taken, name, seen, stopped, signal)
      }
      await pause(signal)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await reading
    },
  }
}

async function read(
  reader: InboxReader,
  taken: string,
  name: string,
  seen: Set<string>,
  stopped: Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return
  const opened = await openFile(join(taken, name), reader.seal)
  if (typeof opened === 'string') return setAside(reader, taken, name, opened, stopped)
  if (seen.has(opened.nonce)) return setAside(reader, taken, name, 'it is a copy of another letter', stopped)
  seen.add(opened.nonce)
  await Promise.race([reader.take(opened.letter), stopped])
  if (signal.aborted) return
  await reader.effect('remove letter', () => rm(join(taken, name), { force: true }))
}

/** Whatever lies there is moved as it is, so that it is in nobody's way and nothing of it is lost. */
async function setAside(
  { inbox, effect, onStrange }: InboxReader,
  from: string,
  name: string,
  problem: string,
  stopped: Promise<void>,
): Promise<void> {
  const strange = join(inbox, 'strange')
  try {
    await effect('set letter aside', async () => {
      await makeOwn(strange)
      await rename(join(from, name), join(strange, `${name}.${randomBytes(8).toString('hex')}`))
    })
  } catch {
    return
  }
  await Promise.race([onStrange(name, problem), stopped])
}

/** A folder and no link to one: what somebody put in its place is moved out of the way. */
async function makeOwn(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => null)
  if (found?.isDirectory()) return
  if (found !== null) await rename(folder, `${folder}.${randomBytes(8).toString('hex')}`)
  await mkdir(folder, { mode: 0o700 })
}

/** Whether it is there now; somebody may have removed it, or it cannot be moved and is left where it is. */
async function move({ inbox, effect }: InboxReader, name: string, taken: string): Promise<boolean> {
  try {
    await effect('take letter', async () => {
      await makeOwn(taken)
      await rename(join(inbox, name), join(taken, name))
    })
    return true
  } catch {
    return false
  }
}

async function openFile(file: string, seal: Seal): Promise<ReturnType<typeof openLetter>> {
  try {
    const handle = await openRegular(file)
    try {
      if ((await handle.stat()).size > MOST_BYTES) return 'it is too long'
      const bytes = Buffer.alloc(MOST_BYTES)
      const { bytesRead } = await handle.read(bytes, 0, MOST_BYTES, 0)
      return openLetter(bytes.toString('utf8', 0, bytesRead), seal)
    } finally {
      await handle.close()
    }
  } catch {
    return 'it is no file that can be read'
  }
}

/** The names of letters in a folder of ours; a link in its place is nobody's inbox. */
async function lettersIn(folder: string): Promise<readonly string[]> {
  const names: string[] = []
  try {
    if (!(await lstat(folder)).isDirectory()) return []
    for await (const { name } of await opendir(folder)) {
      if (name.endsWith('.json')) names.push(name)
      if (names.length >= MOST_NAMES) break
    }
  } catch {
    return []
  }
  return names.toSorted()
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, POLL_MS)
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) done()
  })
}
