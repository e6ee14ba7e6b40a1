import type { ResearchReply } from '../../contracts/researcher.ts'
import { areaResearcher, researcher } from '../../contracts/researcher.ts'
import { parallel } from '../../kernel/parallel.ts'
import type { Run } from '../../kernel/playbook.ts'
import { askRole } from '../ask-role.ts'
import type { Brief } from '../intake/brief.ts'
import { fact } from '../facts.ts'
import type { FocusArea } from './focus-areas.ts'
import { focusAreas } from './focus-areas.ts'
import { MOST_FILES } from '../intake/intake.ts'
import type { Job } from '../job.ts'
import { keepResearch, knownResearch } from './known-research.ts'
import { closeWorkspace, openWorkspace } from '../open-workspace.ts'

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

/** Whether anybody has to look: a plan that is carried out as it was given asks nothing. */
export function isResearched({ policy, tier }: Pick<Job, 'policy' | 'tier'>, brief: Brief | null): boolean {
  return brief === null || (brief.phase !== 'given-plan' && policy.process.research.areas[tier] > 0)
}

/**
 * Agents look at the repository from several sides at the same time: as many as the policy has for the tier. What an
 * earlier run found is taken as long as it still holds. Without a brief there are the two angles of plain runs.
 */
export function research(
  run: Run,
  job: Job,
  brief: Brief | null,
  files: readonly string[],
): Promise<readonly ResearchReply[]> {
  if (brief === null) return parallel(angles, job.policy.parallel, (angle) => lookAt(run, job, angle, files))
  const areas = focusAreas(brief, job.policy.process.research.areas[job.tier])
  return parallel(areas, job.policy.parallel, (area) => answer(run.scope(area.id), job, area, files))
}

async function lookAt(
  run: Run,
  job: Job,
  { id, focus }: (typeof angles)[number],
  files: readonly string[],
): Promise<ResearchReply> {
  const scope = run.scope(id)
  const workspace = await openWorkspace(scope, `research-${id}`, job.base)
  const request = { objective: job.objective, focus, files }
  const place = { workspace, parent: job.base, message: '' }
  const { reply } = await askRole(scope, job, researcher, () => request, place)
  await closeWorkspace(scope, workspace)
  return reply
}

async function answer(run: Run, job: Job, area: FocusArea, files: readonly string[]): Promise<ResearchReply> {
  const { objective, base, clarifications } = job
  const { reuse } = job.policy.process.research
  const known = reuse ? await knownResearch(run, area, base) : null
  if (known !== null) {
    const text = `What ${known.run} found about ${area.id} is taken over: the ${known.reply.sources.length} files it rests on are unchanged.`
    await run.record('reused', fact({ kind: 'notice', value: { text } }))
    await tell(run, area, known.reply, known.run)
    return known.reply
  }
  const workspace = await openWorkspace(run, `research-${area.id}`, base)
  const contract = areaResearcher(files.length < MOST_FILES ? new Set(files) : null)
  const request = { objective, question: area.question, clarifications, files }
  const place = { workspace, parent: base, message: '' }
  const { reply } = await askRole(run, job, contract, () => request, place)
  await closeWorkspace(run, workspace)
  if (reuse) await keepResearch(run, area, base, reply)
  await tell(run, area, reply, null)
  return reply
}

function tell(
  run: Run,
  { id: area, question }: FocusArea,
  reply: ResearchReply,
  takenFrom: string | null,
): Promise<void> {
  return run.record('found', fact({ kind: 'researched', value: { area, question, reply, takenFrom } }))
}
