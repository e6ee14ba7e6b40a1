import type { GateRun } from './gate-run.ts'
import type { ProvingCommand } from './proving-command.ts'
import type { Verdict } from './verdict.ts'
import { completeVerdict } from './verdict.ts'

/** A run as it is recorded; journals of the first version hold the verdict instead. */
export type RecordedRun = GateRun | Verdict

/** The run of a journal of any version; of the first one's gates only the exit codes are known. */
export function readRun(recorded: RecordedRun, commands: readonly ProvingCommand[]): GateRun {
  if (!('status' in recorded)) return recorded
  const { status, message, evidence } = completeVerdict(recorded)
  const named = evidence.map((each, index) => ({ ...each, name: commands[index]?.name ?? each.name }))
  const about = { findings: [], storedBy: null, flaky: null, at: 0 }
  const [first] = named
  if (status === 'errored' && first !== undefined) {
    const problem = message.replace('The workspace could not be prepared: ', '')
    return { ...about, gates: [], unprepared: { problem, evidence: first } }
  }
  const timedOut = message.includes('did not end within')
  const gates = named.map((each) => ({
    evidence: each,
    timedOut: timedOut && each.exitCode === null,
    signal: null,
    report: null,
  }))
  return { ...about, gates, unprepared: null }
}
