import { toRunFailure } from '../../../kernel/failure.ts'
import { oneLine } from '../../../kernel/plain-text.ts'
import type { Check, CheckResult, Seen } from './check.ts'
import type { Trial } from './trial.ts'

/** Looks at one thing. Contract: a check that cannot be made is a failed one; only an interruption is thrown. */
export async function runCheck(
  check: Check,
  trial: Trial,
  before: readonly CheckResult[],
): Promise<CheckResult> {
  const { id, title, required } = check
  if (check.writes === true) await trial.scratch.restore()
  const begun = trial.clock.awake()
  const seen = await look(check, trial, before)
  const ms = trial.clock.awake() - begun
  if (check.writes === true) await trial.scratch.restore()
  return { id, title, required, ...seen, ms }
}

async function look(check: Check, trial: Trial, before: readonly CheckResult[]): Promise<Seen> {
  if (check.scriptedOnly === true && trial.model === null) {
    return { state: 'not-run', seen: 'only with --scripted' }
  }
  const isLost = before.some(({ id, state }) => ESSENTIAL.has(id) && state === 'failed')
  if (isLost && !ESSENTIAL.has(check.id) && !ALWAYS.has(check.id)) {
    return { state: 'not-run', seen: 'because it does not answer' }
  }
  try {
    return await check.look(trial)
  } catch (thrown) {
    if (trial.signal.aborted) throw thrown
    return { state: 'failed', seen: oneLine(toRunFailure(thrown).message, 300) }
  }
}

/** Without these nothing else is worth a try. */
const ESSENTIAL: ReadonlySet<string> = new Set(['start', 'session', 'answer'])
const ALWAYS: ReadonlySet<string> = new Set(['nothing-left', 'size'])
