import type { Run } from '../../kernel/playbook.ts'
import type { GivenTicket } from '../../records/jira-loop/given-ticket.ts'
import { fact } from '../../stages/facts.ts'
import type { RepositoryFacts } from '../../stages/intake/intake.ts'
import type { StandardInput } from '../standard-input.ts'

/** The branch that a person named; `null` when they left it to the run. */
export function namedBranch({ id }: Run, { branch }: StandardInput): string | null {
  return branch === `tutti/${id}` ? null : branch
}

/** A ticket whose git gate was passed goes on from its own branch, whatever is checked out. */
export async function onTicketBranch(
  run: Run,
  facts: RepositoryFacts,
  given: GivenTicket | null,
): Promise<RepositoryFacts> {
  if (given === null || !given.progress.git_gate_completed) return facts
  const { branch } = given.progress
  const tip = await run.step<{ base: string; baseTree: string } | null>('ticket-branch', {
    kind: 'repository',
    input: branch,
    execute: async ({ world: { repository } }) => {
      const base = await repository.resolve(`refs/heads/${branch}`)
      return base === null ? null : { base, baseTree: await repository.treeOf(base) }
    },
  })
  if (tip !== null) return { ...facts, ...tip, branch }
  const text = `The branch ${branch} is not there; the run goes on from what is checked out.`
  await run.record('no-branch', fact({ kind: 'notice', value: { text } }))
  return facts
}
