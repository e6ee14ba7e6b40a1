import type { Run } from '../../kernel/playbook.ts'
import type { Question } from '../../kernel/question.ts'
import type { ApprovalRule } from '../../policy/process-policy.ts'
import { fact } from '../facts.ts'

export interface BranchMove {
  readonly branch: string
  readonly from: string
  readonly to: string
}

export type Moved = { readonly kind: 'advanced' } | { readonly kind: 'refused'; readonly reason: string }

/** What became of the user's own branch; `why` says why it was left where it is. */
export type MergeOutcome = { readonly branch: string; readonly moved: boolean; readonly why: string | null }

/**
 * Moves the user's own branch to what was delivered, once somebody who may has agreed. A checkout that is not fit
 * for it stays as it is; a person can mend it and say so.
 */
export async function mergeIntoBranch(run: Run, rule: ApprovalRule, move: BranchMove): Promise<MergeOutcome> {
  const { branch, to } = move
  let trouble: string | null = null
  for (let go = 1; ; go += 1) {
    const by = rule === 'free' ? 'the policy' : await askToMove(run, `merge-${go}`, rule, move, trouble)
    if (by === null) return { branch, moved: false, why: trouble ?? `${branch} was left where it is.` }
    const moved = await advance(run, `advance-${go}`, move)
    if (moved.kind === 'advanced') {
      await run.record('merged', fact({ kind: 'merged', value: { branch, commit: to, by } }))
      return { branch, moved: true, why: null }
    }
    trouble = moved.reason
    const text = `${branch} was not moved: ${moved.reason}`
    await run.record(`not-moved-${go}`, fact({ kind: 'notice', value: { text } }))
    if (rule !== 'person') return { branch, moved: false, why: moved.reason }
  }
}

/** Who agreed; `null` when nobody did. */
async function askToMove(
  run: Run,
  name: string,
  rule: 'ask' | 'person',
  { branch, to }: BranchMove,
  trouble: string | null,
): Promise<string | null> {
  const asked: Question = {
    kind: rule === 'ask' ? 'approval' : 'choice',
    text:
      trouble === null
        ? `Move your branch ${branch} and your checkout to the delivered commit ${to.slice(0, 10)}?`
        : `${trouble} Move your branch ${branch} now?`,
    options: [
      { id: 'approve', label: 'Move it', description: 'Only while your checkout is clean and stands on it.' },
      { id: 'reject', label: 'Leave it where it is', description: `Later: git merge ${to.slice(0, 10)}` },
    ],
    free: false,
  }
  const { option, by } = await run.question(name, asked)
  return option === 'approve' ? by : null
}

function advance(run: Run, name: string, { branch, from, to }: BranchMove): Promise<Moved> {
  return run.step<Moved>(name, {
    kind: 'delivery',
    input: { branch, from, to },
    execute: async ({ world }) => ({
      ...(await world.repository.advance({ run: run.id, branch, from, to })),
    }),
  })
}
