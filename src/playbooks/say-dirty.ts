import type { Run } from '../kernel/playbook.ts'
import { fact } from '../stages/facts.ts'
import type { RepositoryFacts } from '../stages/intake/intake.ts'

/** Says that the run does not see what nobody has committed. */
export async function sayDirty(run: Run, { dirty }: Pick<RepositoryFacts, 'dirty'>): Promise<void> {
  const text = `The checkout has changes that are not committed (${dirty.slice(0, 5).join(', ')}${dirty.length > 5 ? ', …' : ''}); the run works from the last commit and does not see them.`
  await run.record('intake/dirty', fact({ kind: 'notice', value: { text } }))
}
