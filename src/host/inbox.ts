import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Order, Raise } from '../kernel/order.ts'
import type { Effect } from '../kernel/ports/effect.ts'
import type { Answer } from '../kernel/question.ts'

/** What somebody outside tells the process that plays a run. */
export type Letter =
  | { readonly type: 'answer'; readonly question: string; readonly answer: Answer }
  | { readonly type: 'cancel'; readonly by: string }
  /** `to`: since when its reader plays the run; whoever plays it later was not asked. */
  | { readonly type: 'pause'; readonly by: string; readonly to: string }
  | { readonly type: 'order'; readonly order: Order }
  | { readonly type: 'raise'; readonly raise: Raise }

const types: readonly Letter['type'][] = ['answer', 'cancel', 'pause', 'order', 'raise']

const POLL_MS = 200

/** Puts a letter where the playing process will find it; it is durable when this resolves. */
export async function sendLetter(inbox: string, letter: Letter): Promise<void> {
  await mkdir(inbox, { recursive: true })
  const name = `${Date.now()}-${randomBytes(4).toString('hex')}`
  const draft = join(inbox, `${name}.draft`)
  const file = await open(draft, 'wx')
  try {
    await file.writeFile(JSON.stringify(letter))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(inbox, `${name}.json`))
}

/** Reads letters in the order they were sent, until stopped; one that cannot be read is dropped. */
export function readLetters(
  inbox: string,
  take: (letter: Letter) => Promise<void>,
  effect: Effect,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  // A run that has been given up never settles what it is told, and must not keep us waiting.
  const stopped = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  const reading = (async () => {
    while (!signal.aborted) {
      for (const name of await lettersIn(inbox)) {
        const file = join(inbox, name)
        const letter = parseLetter(await readFile(file, 'utf8').catch(() => ''))
        if (letter) await Promise.race([take(letter), stopped])
        if (signal.aborted) return
        await effect('remove letter', () => rm(file, { force: true }))
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

async function lettersIn(inbox: string): Promise<readonly string[]> {
  try {
    return (await readdir(inbox)).filter((name) => name.endsWith('.json')).toSorted()
  } catch {
    return []
  }
}

function parseLetter(text: string): Letter | null {
  try {
    const letter = JSON.parse(text) as Letter
    return types.includes(letter.type) ? letter : null
  } catch {
    return null
  }
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
