import type { Contract } from '../../contracts/contract.ts'
import type { InspectRequest, Inspection } from '../../contracts/inspection.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'
import type { Task } from '../../plan/plan.ts'
import { askRole } from '../ask-role.ts'
import { isTaskTrouble } from '../execute/is-task-trouble.ts'
import type { Job } from '../job.ts'

/** Asks somebody to judge work; one who cannot be asked has abstained, which is never an approval. */
export async function askInspector(
  run: Run,
  job: Job,
  contract: Contract<InspectRequest, Inspection>,
  request: InspectRequest,
  place: { readonly workspace: Workspace; readonly commit: string; readonly task: Task | null },
): Promise<Inspection> {
  const { workspace, commit: parent, task } = place
  try {
    const where = { workspace, parent, message: '', unavailable: 'ask-or-without' as const }
    const { reply } = await askRole(run, job, contract, () => request, where, task)
    return reply
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) || !isTaskTrouble(thrown.failure)) throw thrown
    return { verdict: 'abstain', confidence: 0, summary: thrown.message, issues: [], praise: [] }
  }
}
