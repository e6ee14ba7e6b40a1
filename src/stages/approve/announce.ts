import type { Run } from '../../kernel/playbook.ts'
import type { Task } from '../../plan/plan.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'

/**
 * Says what is about to start, before it does, so that a person can still say otherwise: in words of the process's
 * own always, in the usual ones where the policy wants it.
 */
export async function announce(
  run: Run,
  name: string,
  job: Pick<Job, 'policy' | 'tier'>,
  heading: string,
  tasks: readonly Task[],
  words: string | null = null,
): Promise<void> {
  if (tasks.length === 0 || (words === null && !isLaidOut(job))) return
  const text = words ?? usualWords(heading, tasks)
  await run.record(name, fact({ kind: 'announced', value: { text } }))
}

/** Whether the policy wants to have said what is to come. */
export function isLaidOut({ policy, tier }: Pick<Job, 'policy' | 'tier'>): boolean {
  return policy.process.waves.announce.includes(tier)
}

function usualWords(heading: string, tasks: readonly Task[]): string {
  const lines = tasks.map(({ id, title, role }, index) => `${index + 1}. ${id}: ${title} (${role})`)
  return [`${heading} is about to start:`, ...lines, 'It starts now, unless you say otherwise.'].join('\n')
}
