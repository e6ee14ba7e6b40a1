import { RunFailure } from '../../../kernel/failure.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { LaunchedProcess, ProcessEnd } from '../../../kernel/ports/processes.ts'
import type { JsonRecord } from '../../../kernel/untrusted-json.ts'
import type { TurnWatch } from '../turns/turn-watch.ts'
import { waitAtMost } from '../turns/wait-at-most.ts'
import { readLines } from './read-lines.ts'

/** Something that it left behind may hold its output open. */
const DRAIN_MS = 1000
/** A program that has said that its turn is over may take this long to leave. */
const LINGER_MS = 5000
const END_GRACE_MS = 2000

export interface TurnProcess {
  readonly agent: string
  readonly process: LaunchedProcess
  readonly clock: Clock
  readonly watch: TurnWatch
  readonly input: string
  /** Takes each line; one that rejects ends the turn with that. */
  readonly onLine: (line: JsonRecord, raw: string) => Promise<void>
  /** Whether the program has said that its turn is over. */
  readonly isOver: () => boolean
}

export interface EndedTurn {
  /** How the program ended by itself; `null` for one that was ended after it had said that its turn was over. */
  readonly end: ProcessEnd | null
  /** Why the turn was ended from outside. */
  readonly thrown: RunFailure | null
  /** Whether it left when it was asked to, and had not to be forced. */
  readonly left: boolean
  /** How many processes outlived it. */
  readonly leftovers: number
}

/** Plays one turn: from the prompt to the end of the program and of everything it started. */
export async function playTurn(turn: TurnProcess): Promise<EndedTurn> {
  const { agent, process, clock, watch } = turn
  let isClosed = false
  let tellOver = (): void => undefined
  const over = new Promise<void>((resolve) => {
    tellOver = resolve
  })
  void feed(process, turn.input)
  const reading = readLines(agent, process.stdout, async (line, raw) => {
    if (isClosed) return
    watch.touch()
    await turn.onLine(line, raw)
    if (turn.isOver()) tellOver()
  })
  const endings: Promise<ProcessEnd | null>[] = [
    reading.then(() => process.ended),
    process.ended.then(async (end) => {
      await waitAtMost(clock, DRAIN_MS, reading)
      return end
    }),
    over.then(() => waitAtMost(clock, LINGER_MS, process.ended)),
  ]
  for (const ending of endings) ending.catch(() => undefined)
  try {
    const end = await watch.guard(Promise.race(endings))
    return { end, thrown: null, left: true, leftovers: await process.end(END_GRACE_MS) }
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) && !(thrown instanceof Error)) throw thrown
    const leftovers = await process.end(isSlowness(thrown) ? watch.graceMs : END_GRACE_MS)
    await waitAtMost(clock, DRAIN_MS, reading).catch(() => undefined)
    const { signal } = await process.ended
    if (!(thrown instanceof RunFailure)) throw thrown
    return { end: null, thrown, left: signal !== 'SIGKILL', leftovers }
  } finally {
    isClosed = true
  }
}

/** The failure of a turn that only took too long or was too quiet. */
export function isSlowness(thrown: unknown): boolean {
  if (!(thrown instanceof RunFailure) || thrown.failure.code !== 'agent-failed') return false
  return thrown.failure.trouble === 'hung' || thrown.failure.trouble === 'timed-out'
}

/** A program that does not read its prompt is no error here: what it then says or does not say is. */
async function feed(process: LaunchedProcess, input: string): Promise<void> {
  const writer = process.stdin.getWriter()
  try {
    if (input !== '') await writer.write(new TextEncoder().encode(input))
    await writer.close()
  } catch {
    writer.releaseLock()
  }
}
