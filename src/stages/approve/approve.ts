import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Answer, Question } from '../../kernel/question.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Critique } from '../challenge/critique.ts'
import { UNSETTLED } from '../challenge/critique.ts'
import { fact } from '../facts.ts'
import { forecast } from '../plan/forecast.ts'
import type { Job } from '../job.ts'
import type { EditedPlan } from '../plan/plan-file.ts'

export type Approval = { readonly kind: 'approved' } | { readonly kind: 'feedback'; readonly text: string }

/** The file in which a person may change the plan, and what they have made of it so far. */
export interface PlanFile {
  readonly folder: string
  readonly path: string
  /** A recorded look; `null` when nobody has changed it. */
  readonly edited: (look: number) => Promise<EditedPlan | null>
}

/** A person sees the plan before anything is written: approves it, rejects it, or says what to change. */
export async function approvePlan(run: Run, plan: Plan): Promise<Approval> {
  const answer = await run.question('plan', question(plan))
  return readAnswer(answer)
}

export type WholeApproval =
  | Approval
  /** A person has written a plan of their own, and wants that one carried out. */
  | { readonly kind: 'edited'; readonly plan: Plan; readonly text: string }

/**
 * The same with all there is to know about the plan. Contract: nobody is asked only where the policy says so and
 * nothing that blocks is open; a plan file that was changed counts for what it says, or is refused with its line.
 */
export async function approveWhole(
  run: Run,
  job: Job,
  plan: Plan,
  critique: Critique | null,
  file: PlanFile | null,
): Promise<WholeApproval> {
  const { approve, approvals } = job.policy.process
  const unsettled = critique?.unsettled ?? null
  if (unsettled === null && (approvals.plan === 'free' || !approve.includes(job.tier))) {
    const text = `Nobody is asked about the plan: the policy wants no approval for a ${job.tier} job.`
    await run.record('decided', fact({ kind: 'notice', value: { text } }))
    return { kind: 'approved' }
  }
  const isForPerson = approvals.plan === 'person' || unsettled !== null
  let problem: string | null = null
  for (let asked = 1; ; asked += 1) {
    const before = [
      ...(unsettled === null ? [] : [UNSETTLED[unsettled]]),
      ...(problem === null ? [] : [problem]),
    ]
    const whole = wholeQuestion(job, plan, critique, file)
    const answer = await run.question(asked === 1 ? 'plan' : `plan-${asked}`, {
      ...whole,
      // What a person has got wrong only they can put right.
      kind: isForPerson || problem !== null ? 'choice' : 'approval',
      text: [...before, whole.text].join(' '),
    })
    if (answer.option !== 'approve' && answer.option !== 'edited') return readAnswer(answer)
    const edited = file === null ? null : await file.edited(asked)
    if (edited === null && answer.option === 'approve') return { kind: 'approved' }
    if (edited?.kind === 'plan') return { kind: 'edited', plan: edited.plan, text: edited.text }
    problem = edited?.problem ?? `${file?.path ?? 'The file'} has not been changed.`
  }
}

function wholeQuestion(job: Job, plan: Plan, critique: Critique | null, file: PlanFile | null): Question {
  const { options, details, ...rest } = question(plan)
  const [approve, reject] = options
  const edited = {
    id: 'edited',
    label: 'I have edited the plan file: carry that out',
    description: file === null ? '' : `${file.folder}/${file.path}`,
  }
  return {
    ...rest,
    options: [approve, ...(file === null ? [] : [edited]), reject].flatMap((each) => each ?? []),
    details: {
      ...(details as object),
      forecast: forecast(plan, job),
      ...(critique === null ? {} : { critique }),
      ...(file === null ? {} : { files: { folder: file.folder, plan: file.path } }),
    },
  }
}

function question(plan: Plan): Question {
  const tasks = plan.tasks.map(({ id, title, dependencies }) => ({ id, title, dependencies }))
  const open = plan.openQuestions.map(({ question: asked, options, recommendation }) => ({
    question: asked,
    recommendation,
    ...(options.length === 0 ? {} : { options }),
  }))
  return {
    kind: 'approval',
    text: `Carry out this plan of ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}?`,
    options: [
      { id: 'approve', label: 'Approve' },
      { id: 'reject', label: 'Reject and end the run' },
    ],
    free: true,
    details: open.length === 0 ? { tasks } : { tasks, openQuestions: open },
  }
}

/** Words of one's own are feedback; anything else that is no approval ends the run. */
export function readAnswer(answer: Answer): Approval {
  if (answer.option === 'approve') return { kind: 'approved' }
  if (answer.option === null && answer.text !== null) return { kind: 'feedback', text: answer.text }
  throw new RunFailure({ code: 'rejected', message: `The plan was rejected by ${answer.by}.` })
}
