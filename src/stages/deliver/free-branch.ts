import type { Run } from '../../kernel/playbook.ts'
import { fact } from '../facts.ts'

/** A branch that is there already is never moved: the work is then delivered beside it. */
export async function freeBranch(run: Run, branch: string): Promise<string> {
  const isTaken = await run.step<boolean>('branch-taken', {
    kind: 'repository',
    input: branch,
    execute: async ({ world }) => (await world.repository.resolve(`refs/heads/${branch}`)) !== null,
  })
  if (!isTaken) return branch
  const text = `The branch ${branch} is there already and is not moved; the work is delivered as ${branch}_${run.id}, which stands on it or beside it.`
  await run.record('branch-beside', fact({ kind: 'notice', value: { text } }))
  return `${branch}_${run.id}`
}
