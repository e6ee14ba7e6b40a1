import type { Contract } from './contract.ts'
import { firstPlanReply } from './first-plan.ts'
import type { ResearchReply } from './researcher.ts'
import { lintPlan } from '../plan/lint-plan.ts'
import type { Plan, Task } from '../plan/plan.ts'

/** The plan before this one, and why it is to change. */
export interface PlanRevise {
  readonly plan: Plan
  /** What a person said about it, or why the work got stuck. */
  readonly feedback: string
  readonly from: 'person' | 'work'
  /** Ids of the tasks that are done and proven: they stay as they are. */
  readonly done: readonly string[]
}

export interface PlanRequest {
  readonly objective: string
  readonly research: readonly ResearchReply[]
  readonly verification: readonly string[]
  readonly revise: PlanRevise | null
}

/** A plan as a planner gives it: how it came to be is not the planner's to say. */
export type PlanReply = Omit<Plan, 'lineage'>

/** Splits the objective into tasks that can be worked on and proven one by one. */
export const planner: Contract<PlanRequest, PlanReply> = {
  role: 'planner',
  version: 1,
  access: 'read',
  may: { exec: false, network: false },
  reply: firstPlanReply,
  judge: (reply) => {
    const errors = lintPlan({ ...reply, lineage: [] }, { executors: ['implementer'] }).filter(
      ({ severity }) => severity === 'error',
    )
    return errors.length === 0
      ? null
      : `The plan cannot be played:\n${errors.map(({ message }) => `- ${message}`).join('\n')}`
  },
  prompt: ({ objective, research, verification, revise }) =>
    [
      'You plan a job in a git repository. You read; you change nothing.',
      `## Objective\n${objective}`,
      `## What research found\n${research.map(({ summary }) => summary).join('\n\n')}`,
      `## How every task is proven\nThese commands must pass after each task:\n${verification.map((v) => `- ${v}`).join('\n')}`,
      ...(revise === null ? [] : reviseWords(revise)),
      'Give tasks that are small (at most 3 files and 300 lines), have one clear result each, and name the paths they will write. Tasks that do not depend on each other are worked on at the same time, each in a checkout of its own, and are merged: two such tasks must not write the same file. Where one task uses what another makes, write a contract for it. Say for every criterion how it can be checked. Settle everything now: nothing may be left to be found out later. Leave out fields that you have nothing to say on. If the job is one piece, plan one task.',
    ].join('\n\n'),
}

function reviseWords({ plan, feedback, from, done }: PlanRevise): readonly string[] {
  const heading = from === 'person' ? 'What a person said about it' : 'Why it cannot be carried out'
  return [
    lastPlan(plan),
    `## ${heading}\n${feedback}`,
    ...(done.length === 0
      ? []
      : [
          `## Done and proven\n${done.join(', ')}. Keep these tasks in the plan just as they are; the checkout has their work. Whatever is still to be done is a task with an id of its own.`,
        ]),
  ]
}

function lastPlan({ objective, tasks, contracts }: Plan): string {
  const said = tasks.map(withoutSilence)
  return `## Your last plan\n~~~~json\n${JSON.stringify({ objective, tasks: said, contracts })}\n~~~~`
}

/** Without what the task does not say of itself and the first plans had no key for. */
function withoutSilence({ covers, priority, grave, ...task }: Task): Partial<Task> {
  return {
    ...task,
    ...(covers.length === 0 ? {} : { covers }),
    ...(priority === 'medium' ? {} : { priority }),
    ...(grave.length === 0 ? {} : { grave }),
  }
}
