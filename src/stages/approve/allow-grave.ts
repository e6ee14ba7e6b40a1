import type { Run } from '../../kernel/playbook.ts'
import { graveThings } from '../../plan/grave-things.ts'
import type { GraveKind, Plan } from '../../plan/plan.ts'
import type { Approval } from './approve.ts'
import { readAnswer } from './approve.ts'
import type { Job } from '../job.ts'

const WORDS: Readonly<Record<GraveKind, string>> = {
  destructive: 'may destroy something that cannot be brought back',
  deployment: 'may put something into operation',
  dependency: 'may bring in a dependency',
  'public-api': 'may change what others rely on',
  architecture: 'changes the architecture',
}

/** Whatever is grave about a plan is allowed kind by kind, by whom the policy says; tasks that are done are past that. */
export async function allowGrave(
  run: Run,
  { policy }: Pick<Job, 'policy'>,
  plan: Plan,
  done: readonly string[],
): Promise<Approval> {
  for (const { kind, tasks } of graveThings(plan, done)) {
    const rule = policy.process.approvals[kind]
    if (rule === 'free') continue
    const named = tasks.map(({ id, why }) => `${id} (${why})`).join(', ')
    const answer = await run.question(`allow-${kind}`, {
      kind: rule === 'person' ? 'choice' : 'approval',
      text: `${named} ${WORDS[kind]}. Allow it?`,
      options: [
        { id: 'approve', label: 'Allow it' },
        { id: 'reject', label: 'Reject the plan and end the run' },
      ],
      free: true,
      details: { grave: kind, of: tasks },
    })
    const approval = readAnswer(answer)
    if (approval.kind === 'feedback') return approval
  }
  return { kind: 'approved' }
}
