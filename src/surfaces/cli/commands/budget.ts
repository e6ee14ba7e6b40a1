import { parseDuration } from '../../../config/duration.ts'
import { openTutti } from '../../../host/application.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import type { LimitDimension } from '../../../kernel/usage.ts'
import { authorAt } from '../author.ts'
import { jsonText } from '../json-text.ts'
import type { Terminal } from '../terminal.ts'

const MOST = 1_000_000_000

interface Cap {
  readonly dimension: LimitDimension
  readonly expected: string
  /** `null` when the text is no such amount. */
  readonly read: (text: string) => number | null
}

const caps: Readonly<Record<string, Cap>> = {
  turns: { dimension: 'turns', expected: 'a whole number from 1', read: wholeNumber },
  tokens: { dimension: 'tokens', expected: 'a whole number from 1', read: wholeNumber },
  usd: { dimension: 'usd', expected: 'a number above 0, such as 2.50', read: money },
  time: { dimension: 'wallMs', expected: 'a duration such as 90s, 10m, 2h or 1d', read: parseDuration },
}

/** Gives the whole run more of one cap; a question that waits for it is answered by that. */
export async function budgetAddCommand(
  terminal: Terminal,
  what: string,
  amount: string,
  wanted: string | undefined,
  { json }: { readonly json: boolean },
): Promise<number> {
  const cap = Object.hasOwn(caps, what) ? caps[what] : undefined
  if (cap === undefined) throw refuse(`"${what}" is no cap; add turns, tokens, usd or time.`)
  const more = cap.read(amount)
  if (more === null) throw refuse(`${what} needs ${cap.expected}, not "${amount}".`)
  const { dimension } = cap
  const { run, told } = await openTutti(terminal).tell(
    wanted,
    { type: 'raise', dimension, amount: more },
    authorAt(terminal),
  )
  if (json) {
    terminal.out(jsonText({ run, dimension, amount: more, told }))
    return 0
  }
  terminal.out(`${run} may use ${amount} ${what === 'time' ? 'of time' : what} more.`)
  if (told === 'into-the-journal')
    terminal.out(`Nobody is playing ${run}. Go on with it: ${terminal.self} resume ${run}`)
  return 0
}

function wholeNumber(text: string): number | null {
  const value = Number(text)
  return /^\d{1,10}$/.test(text) && value >= 1 && value <= MOST ? value : null
}

function money(text: string): number | null {
  const value = Number(text)
  return /^\d{1,9}(\.\d+)?$/.test(text) && value > 0 ? value : null
}

function refuse(message: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message })
}
