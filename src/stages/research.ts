import type { ResearchReply } from '../contracts/researcher.ts'
import { researcher } from '../contracts/researcher.ts'
import { parallel } from '../kernel/parallel.ts'
import type { Run } from '../kernel/playbook.ts'
import { askRole } from './ask-role.ts'
import type { Job } from './job.ts'
import { closeWorkspace, openWorkspace } from './open-workspace.ts'

const angles = [
  {
    id: 'structure',
    focus: 'Structure: which files and interfaces the objective touches, and how they fit together.',
  },
  {
    id: 'proof',
    focus: 'Proof: how this repository is tested, and which tests guard what the objective touches.',
  },
] as const

/** Two agents look at the repository from two angles, at the same time. */
export function research(run: Run, job: Job, files: readonly string[]): Promise<ResearchReply[]> {
  return parallel(angles, job.policy.parallel, async ({ id, focus }) => {
    const scope = run.scope(id)
    const workspace = await openWorkspace(scope, `research-${id}`, job.base)
    const request = { objective: job.objective, focus, files }
    const place = { workspace, parent: job.base, message: '' }
    const { reply } = await askRole(scope, job, researcher, () => request, place)
    await closeWorkspace(scope, workspace)
    return reply
  })
}
