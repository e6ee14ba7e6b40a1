import { RunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import type { Plan } from '../plan/plan.ts'

export type Approval = { readonly kind: 'approved' } | { readonly kind: 'feedback'; readonly text: string }

/** A person sees the plan before anything is written: approves it, rejects it, or says what to change. */
export async function approvePlan(run: Run, plan: Plan): Promise<Approval> {
  const tasks = plan.tasks.map(({ id, title, dependencies }) => ({ id, title, dependencies }))
  const open = plan.openQuestions.map(({ question, recommendation }) => ({ question, recommendation }))
  const answer = await run.question('plan', {
    kind: 'approval',
    text: `Carry out this plan of ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}?`,
    options: [
      { id: 'approve', label: 'Approve' },
      { id: 'reject', label: 'Reject and end the run' },
    ],
    free: true,
    details: open.length === 0 ? { tasks } : { tasks, openQuestions: open },
  })
  if (answer.option === 'approve') return { kind: 'approved' }
  if (answer.option === null && answer.text !== null) return { kind: 'feedback', text: answer.text }
  throw new RunFailure({ code: 'rejected', message: `The plan was rejected by ${answer.by}.` })
}
