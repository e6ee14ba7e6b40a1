import type { Contract } from './contract.ts'
import type { ResearchReply } from './researcher.ts'
import { lintPlan } from '../plan/lint-plan.ts'
import type { Plan } from '../plan/plan.ts'
import { planSchema } from '../plan/plan-schema.ts'

export interface PlanRequest {
  readonly objective: string
  readonly research: readonly ResearchReply[]
  readonly verification: readonly string[]
  /** What a person said about the plan before this one. */
  readonly feedback: string | null
}

/** Splits the objective into tasks that can be worked on and proven one by one. */
export const planner: Contract<PlanRequest, Plan> = {
  role: 'planner',
  version: 1,
  access: 'read',
  reply: planSchema,
  judge: (reply) => {
    const problems = lintPlan(reply)
    return problems.length === 0
      ? null
      : `The plan cannot be played:\n${problems.map((p) => `- ${p.message}`).join('\n')}`
  },
  prompt: ({ objective, research, verification, feedback }) =>
    [
      'You plan a job in a git repository. You read; you change nothing.',
      `## Objective\n${objective}`,
      `## What research found\n${research.map(({ summary }) => summary).join('\n\n')}`,
      `## How every task is proven\nThese commands must pass after each task:\n${verification.map((v) => `- ${v}`).join('\n')}`,
      ...(feedback === null ? [] : [`## What a person said about your last plan\n${feedback}`]),
      'Give tasks that are small, have one clear result each, and name the paths they will write. Tasks that do not depend on each other are worked on at the same time, each in a checkout of its own, and are merged: two such tasks must not write the same file. If the job is one piece, plan one task.',
    ].join('\n\n'),
}
