import { type AgentTrouble, RunFailure } from '../../../kernel/failure.ts'
import type { TurnReply } from '../../../kernel/ports/agents.ts'
import type { ProcessEnd } from '../../../kernel/ports/processes.ts'
import type { HeadlessWay } from '../../../profiles/headless-way.ts'
import type { TurnReport } from './turn-report.ts'

const LONGEST_WORDS = 300

export interface TurnEnding {
  readonly agent: string
  readonly way: HeadlessWay
  readonly report: TurnReport
  /** `null` for a program that had to be ended after it had said that its turn was over. */
  readonly end: ProcessEnd | null
  readonly stderr: string
  readonly isResumed: boolean
}

/** What a turn that ended by itself failed with: the program's own words, and what they are by themselves. */
export interface TurnTrouble {
  readonly trouble: Extract<AgentTrouble, 'crashed' | 'protocol'>
  readonly words: string
  readonly message: string
}

/** `null` for a turn that came to its end. Neither the exit code nor the program's own word is enough for that. */
export function troubleOf(ending: TurnEnding): TurnTrouble | null {
  const { agent, report, end } = ending
  const printed = short(ending.stderr)
  const exitedWell = end === null || (end.code === 0 && end.signal === null)
  const said = report.failure ?? report.complaint
  if (said !== null) {
    const message = `Agent "${agent}" failed; see its own log for the cause (it said: ${short(said)}).`
    return { trouble: 'protocol', words: `${said}\n${printed}`, message }
  }
  if (!exitedWell) {
    const more = printed === '' ? 'start its command by hand to see why.' : `the last it printed: ${printed}`
    const message = `Agent "${agent}" ${describeEnd(end)} in the middle of its work; ${more}`
    return { trouble: 'crashed', words: printed, message }
  }
  if (report.end === null && ending.way.output.ends.length > 0) {
    const message = `Agent "${agent}" ended without saying that its turn was over; see its own log for the cause${printed === '' ? '' : ` (it printed: ${printed})`}.`
    return { trouble: 'protocol', words: printed, message }
  }
  if (/cancel|abort/i.test(report.end ?? '')) {
    const message = `Agent "${agent}" stopped its turn although nobody asked it to; see its own log for the cause.`
    return { trouble: 'protocol', words: '', message }
  }
  return null
}

/** Whether a program was told to go on with a session and did not find it. */
export function isSessionLost({ way, report, stderr, isResumed }: TurnEnding): boolean {
  if (!isResumed || way.lost === null || report.text !== '') return false
  return way.lost.test(`${report.failure ?? ''}\n${report.complaint ?? ''}\n${stderr}`)
}

/** How a turn ended, in the words of the program; those that are not known count as an ordinary end. */
export function stopOf({ end }: Pick<TurnReport, 'end'>): TurnReply['stop'] {
  const words = end ?? ''
  if (/max[_ -]?turn|turn[_ -]?limit|max[_ -]?iterations/i.test(words)) return 'turn-limit'
  if (/max[_ -]?(output[_ -]?)?tokens|\blength\b/i.test(words)) return 'token-limit'
  return /refus|content[_ -]?filter/i.test(words) ? 'refused' : 'ended'
}

export function sessionLost(agent: string, why: string): RunFailure {
  const message = `The session with agent "${agent}" is lost and its work must start anew: ${why}.`
  return new RunFailure({ code: 'session-lost', message })
}

function describeEnd(end: ProcessEnd | null): string {
  if (end === null) return 'was ended'
  return end.signal === null ? `ended with exit code ${end.code}` : `was ended by ${end.signal}`
}

function short(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim()
  return line.length > LONGEST_WORDS ? `…${line.slice(-LONGEST_WORDS)}` : line
}
