import { PRD_FILE, formatPrd } from '../../config/prd-file.ts'
import type { Run } from '../../kernel/playbook.ts'
import { changedCriteria } from '../../plan/prd-changes.ts'
import type { Prd } from '../../plan/prd.ts'
import type { Job } from '../job.ts'
import type { ProcessFiles } from '../specify/process-files.ts'
import { soundPrd } from '../specify/written-prd.ts'

/**
 * The job as the PRD has it that a person left behind when they approved the plan: what they have changed, added or
 * taken away is what the work is measured by. One that cannot be read is asked about; without it nothing changes.
 */
export async function withApprovedPrd(run: Run, job: Job, written: Prd, files: ProcessFiles): Promise<Job> {
  const text = await files.edited(`${run.scopeName}/look`, PRD_FILE)
  if (text === null) return job
  const sound = await soundPrd(run, text, files)
  if (sound === null) return job
  await files.accept(`${run.scopeName}/taken`, PRD_FILE, sound.text)
  const { prd } = sound
  const demanded = new Set([...job.criteria, ...changedCriteria(written, prd)].map(({ id }) => id))
  const source = { trust: 'trusted', title: PRD_FILE, text: formatPrd(prd) } as const
  return {
    ...job,
    criteria: prd.acceptance_criteria.filter(({ id }) => demanded.has(id)),
    sources: job.sources.map((each) => (each.title === PRD_FILE ? source : each)),
  }
}
