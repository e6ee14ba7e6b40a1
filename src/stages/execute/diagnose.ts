import { debuggerContract } from '../../contracts/debugger.ts'
import type { DiagnosisPacket } from '../../contracts/diagnosis-packet.ts'
import { ownPacket, packetOf } from '../../contracts/diagnosis-packet.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'
import type { Task } from '../../plan/plan.ts'
import type { FailureReport } from '../../policy/failure-report.ts'
import { askRole } from '../ask-role.ts'
import type { Attempt } from './attempt.ts'
import { say } from './attempt.ts'
import { endedBy } from './ended-by.ts'
import { isTaskTrouble } from './is-task-trouble.ts'
import type { Job } from '../job.ts'

/** Why the attempt failed, by an agent's word that is only advice; one that is unsure goes to a person. */
export async function diagnose(
  attempt: Attempt,
  report: FailureReport,
  workspace: Workspace,
  commit: string,
  earlierFixes: readonly string[],
): Promise<DiagnosisPacket> {
  await say(attempt, 'diagnosing', report.problem)
  const { run, job, task } = attempt
  return findCause(run.scope('diagnose'), job, { task, report, workspace, commit, earlierFixes })
}

/** Something that failed, and where it can be looked at. */
export interface Trouble {
  /** The task that it is held against. */
  readonly task: Task
  readonly report: Pick<FailureReport, 'problem' | 'evidence'>
  readonly workspace: Workspace
  readonly commit: string
  readonly earlierFixes: readonly string[]
}

/** Why something failed, whatever it was. */
export async function findCause(run: Run, job: Job, trouble: Trouble): Promise<DiagnosisPacket> {
  const packet = await askDebugger(run, job, trouble)
  return packet.confidence >= job.policy.leastConfidence ? packet : askPerson(run, trouble, packet)
}

async function askDebugger(
  run: Run,
  job: Job,
  { task, report: { problem, evidence }, workspace, commit, earlierFixes }: Trouble,
): Promise<DiagnosisPacket> {
  const request = { task, problem, output: evidence, earlierFixes }
  const place = { workspace, parent: commit, message: '', unavailable: 'ask-or-without' as const }
  try {
    const withLintRules = job.policy.process.waves.lintRules
    const contract = debuggerContract({ ...request, withLintRules })
    const { reply } = await askRole(run, job, contract, () => request, place, task)
    return packetOf(problem, reply)
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) || !isTaskTrouble(thrown.failure)) throw thrown
    const fix = 'Find out yourself why it failed, from what was printed.'
    const unknown = ownPacket(problem, fix, 'Nobody could say what has to change.')
    return { ...unknown, rootCause: `No diagnosis: ${thrown.message}`, confidence: 0 }
  }
}

async function askPerson(
  run: Run,
  { task, report: { problem, evidence } }: Trouble,
  packet: DiagnosisPacket,
): Promise<DiagnosisPacket> {
  const answer = await run.question('unsure', {
    kind: 'choice',
    text: `${task.id} failed: ${problem} The diagnosis is unsure (${packet.confidence}): ${packet.rootCause}`,
    options: [
      { id: 'try', label: 'Try it as diagnosed', description: packet.fix },
      { id: 'replan', label: 'Have the plan made anew' },
      { id: 'stop', label: 'End the run' },
    ],
    free: true,
    details: { output: evidence },
  })
  if (answer.option === 'stop') throw endedBy(answer.by, task.id)
  if (answer.option === 'replan') return { ...packet, kind: 'plan', by: 'person' }
  return answer.option === 'try' || answer.text === null
    ? packet
    : { ...packet, fix: answer.text, changes: 'A person says what to do.', confidence: 1, by: 'person' }
}
