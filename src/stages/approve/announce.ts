import type { Run } from '../../kernel/playbook.ts'
import type { Task } from '../../plan/plan.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'

/** Says what is about to start, before it does, so that a person can still say otherwise. */
export async function announce(
  run: Run,
  name: string,
  { policy, tier }: Pick<Job, 'policy' | 'tier'>,
  heading: string,
  tasks: readonly Task[],
): Promise<void> {
  if (!policy.process.waves.announce.includes(tier) || tasks.length === 0) return
  const lines = tasks.map(({ id, title, role }, index) => `${index + 1}. ${id}: ${title} (${role})`)
  const text = [`${heading} is about to start:`, ...lines, 'It starts now, unless you say otherwise.'].join(
    '\n',
  )
  await run.record(name, fact({ kind: 'announced', value: { text } }))
}
