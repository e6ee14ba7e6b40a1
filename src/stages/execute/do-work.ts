import type { DiagnosisPacket } from '../../contracts/diagnosis-packet.ts'
import { ownPacket } from '../../contracts/diagnosis-packet.ts'
import { executorFor } from '../../contracts/executors.ts'
import type { Attempt, Carried } from './attempt.ts'
import { fact } from '../facts.ts'
import type { Implemented } from './implement.ts'
import { implement } from './implement.ts'
import { mayMend } from './may-mend.ts'
import { implementerFor } from './role-for.ts'
import { plainReport } from './report-failure.ts'
import type { Start } from './start-attempt.ts'

/**
 * Has the task's own role do the work. Where a diagnosis says that the code is at fault and the role mends no code,
 * the implementer mends it first and the role looks again: both are one attempt.
 */
export async function doWork(attempt: Attempt, start: Start, before: Carried): Promise<Implemented> {
  const { job, task } = attempt
  const { reports } = job.policy.process
  const own = job.crew === undefined ? executorFor(task.role, reports) : await job.crew.contractFor(attempt)
  const { packet } = before
  if (packet === null || !isForMender(task.role, packet, job.policy.process.work.mending))
    return implement(attempt, start, before, own)
  const grown = await growFor(attempt, packet)
  const mending = { ...attempt, run: attempt.run.scope('mend') }
  const carried = { ...before, grown: [...before.grown, ...grown] }
  const mender = implementerFor(packet.location === null ? [] : [packet.location.path], job.policy)
  const mended = await implement(mending, start, carried, executorFor(mender, reports))
  if (mended.kind === 'gap') {
    const problem = `What ${task.id} found could not be mended: ${mended.gap.missing}`
    const report = plainReport('escalate', 'mend', problem)
    const { commit = start.parent } = mended.carried.work ?? {}
    return {
      kind: 'failed',
      name: 'mend',
      report,
      advice: null,
      action: null,
      carried: mended.carried,
      commit,
    }
  }
  if (mended.kind !== 'made') return mended
  const changed = { ...start, parent: mended.commit, conflict: null, isUnchanged: false }
  return implement(attempt, changed, { ...mended.carried, packet: lookAgain(packet) }, own)
}

function isForMender(role: string, { kind, by }: DiagnosisPacket, mending: 'own' | 'implementer'): boolean {
  return kind === 'code' && by === 'debugger' && !mayMend(role, mending)
}

/** The file where the cause lies may be written too, unless another task holds it. */
async function growFor({ run, desk, task }: Attempt, { location }: DiagnosisPacket): Promise<string[]> {
  if (location === null || task.writeSet.length === 0) return []
  const { path } = location
  const paths = await run.decide('mend-paths', (): string[] => {
    const free = desk.holderOf(path) === null ? [path] : []
    desk.grow(free)
    return free
  })
  desk.grow(paths)
  if (paths.length > 0) {
    await run.record('mend-extended', fact({ kind: 'extended', value: { task: task.id, paths } }))
  }
  return paths
}

function lookAgain({ problem, rootCause, fix }: DiagnosisPacket): DiagnosisPacket {
  return ownPacket(
    problem,
    `The implementer has worked on it (${fix}). Do your task again from the start on what is here now, and say what you see.`,
    `The cause that was found, ${rootCause}, has been worked on.`,
  )
}
