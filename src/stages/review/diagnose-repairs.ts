import type { DiagnosisPacket } from '../../contracts/diagnosis-packet.ts'
import { packetWords } from '../../contracts/diagnosis-packet.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Plan, Task } from '../../plan/plan.ts'
import { signatureOf } from '../../policy/signature.ts'
import { findCause } from '../execute/diagnose.ts'
import { mayMend } from '../execute/may-mend.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'
import { closeWorkspace, openWorkspace } from '../open-workspace.ts'
import type { FollowUp } from '../plan/fix-plan.ts'

/** Repairs as they are handed out, and why the plan has to change instead, where a diagnosis says so. */
export interface DiagnosedRepairs {
  readonly repairs: readonly FollowUp[]
  readonly toReplan: readonly { readonly task: string; readonly reason: string }[]
  /** What was advised, by what it is about. */
  readonly fixes: ReadonlyMap<string, readonly string[]>
}

/**
 * Has a debugger find the cause of each thing that is to be repaired, and puts what was found into the repair: code
 * goes to an implementer, everything else back to whoever made it.
 */
export async function diagnoseRepairs(
  run: Run,
  job: Job,
  {
    commit,
    plan,
    repairs,
  }: { readonly commit: string; readonly plan: Plan; readonly repairs: readonly FollowUp[] },
  before: ReadonlyMap<string, readonly string[]>,
): Promise<DiagnosedRepairs> {
  const fixes = new Map(before)
  const diagnosed: FollowUp[] = []
  const toReplan: { task: string; reason: string }[] = []
  for (const repair of repairs) {
    const task = plan.tasks.find(({ id }) => id === repair.owner) ?? plan.tasks[0]
    if (task === undefined) continue
    const key = repair.acceptance.join(' ')
    const packet = await causeOf(
      run.scope(`diagnose-${task.id}`),
      job,
      task,
      repair,
      commit,
      before.get(key) ?? [],
    )
    if (packet.kind === 'plan') toReplan.push({ task: task.id, reason: `${packet.rootCause} ${packet.fix}` })
    fixes.set(key, [...(before.get(key) ?? []), packet.fix])
    diagnosed.push(withCause(repair, packet, task, job))
  }
  return { repairs: diagnosed, toReplan, fixes }
}

async function causeOf(
  run: Run,
  job: Job,
  task: Task,
  repair: FollowUp,
  commit: string,
  earlierFixes: readonly string[],
): Promise<DiagnosisPacket> {
  const workspace = await openWorkspace(run, run.scopeName.replaceAll(/[^\w.-]+/g, '-'), commit)
  const report = { problem: repair.acceptance.join(' '), evidence: repair.description }
  const packet = await findCause(run, job, { task, report, workspace, commit, earlierFixes })
  await closeWorkspace(run, workspace)
  const signature = signatureOf({ class: 'fixable', at: 'review', tests: [], output: report.problem })
  await run.record('diagnosed', fact({ kind: 'diagnosis', value: { task: task.id, signature, ...packet } }))
  return packet
}

function withCause(repair: FollowUp, packet: DiagnosisPacket, { role }: Task, { policy }: Job): FollowUp {
  const isCode = packet.kind === 'code' || packet.kind === 'plan'
  const writer = mayMend(repair.role, policy.process.work.mending) ? repair.role : 'implementer'
  return {
    ...repair,
    role: isCode ? writer : role,
    description: `${repair.description}\n\n${packetWords(packet).join('\n')}`,
    writeSet: withPath(repair.writeSet, packet.location?.path ?? null),
  }
}

/** The file where the cause lies may be written too. */
function withPath(writeSet: readonly string[], path: string | null): readonly string[] {
  return path === null || writeSet.length === 0 ? writeSet : [...new Set([...writeSet, path])]
}
