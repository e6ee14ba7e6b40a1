import type { Run } from '../kernel/playbook.ts'
import type { StageName } from '../stages/facts.ts'
import { fact } from '../stages/facts.ts'

/** Says that a stage begins. */
export async function enter(run: Run, stage: StageName): Promise<void> {
  await run.record(`stage-${stage}`, fact({ kind: 'stage', value: { stage } }))
}
