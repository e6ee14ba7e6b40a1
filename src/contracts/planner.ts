import type { Contract } from './contract.ts'
import { firstPlanReply } from './first-plan.ts'
import type { PlanBackground } from './plan-background.ts'
import { backgroundWords, wholeWords } from './plan-background.ts'
import type { ResearchReply } from './researcher.ts'
import { researchWords } from './researcher.ts'
import { lintPlan } from '../plan/lint-plan.ts'
import type { LintOptions } from '../plan/plan-finding.ts'
import { namedPlanSchema, planSchema } from '../plan/plan-schema.ts'
import type { Plan, Task } from '../plan/plan.ts'
import { saidPlan } from '../plan/said-plan.ts'

/** The plan before this one, and why it is to change. */
export interface PlanRevise {
  readonly plan: Plan
  /** What a person said about it, or why the work got stuck. */
  readonly feedback: string
  readonly from: 'person' | 'work' | 'challenge'
  /** Ids of the tasks that are done and proven: they stay as they are. */
  readonly done: readonly string[]
}

export interface PlanRequest {
  readonly objective: string
  readonly research: readonly ResearchReply[]
  readonly verification: readonly string[]
  readonly revise: PlanRevise | null
  readonly background?: PlanBackground
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
  judge: (reply) => judgePlan(reply, { executors: ['implementer'] }),
  prompt: planPrompt,
}

/** The same where the whole process is played: the plan has to cover the specification, and says how sure it is. */
export function plannerFor(options: PlanDemands): Contract<PlanRequest, PlanReply> {
  return {
    ...planner,
    version: 2,
    reply: planReplyFor(options),
    judge: (reply) => judgePlan(reply, options),
  }
}

/** What the linter holds a plan to. */
export type PlanDemands = Pick<LintOptions, 'executors'> &
  Partial<LintOptions> & {
    /** Whether every task has to say who does it. */
    readonly named?: boolean
  }

/** A whole plan as it is asked for. */
export function planReplyFor({ named = false }: PlanDemands) {
  return (named ? namedPlanSchema : planSchema).omit({ lineage: true })
}

/** Why a plan cannot be played, for whoever made it; `null` when it can. */
export function judgePlan(reply: PlanReply, options: PlanDemands): string | null {
  const errors = lintPlan({ ...reply, lineage: [] }, options).filter(({ severity }) => severity === 'error')
  return errors.length === 0
    ? null
    : `The plan cannot be played:\n${errors.map(({ message }) => `- ${message}`).join('\n')}`
}

function planPrompt({ objective, research, verification, revise, background }: PlanRequest): string {
  return [
    'You plan a job in a git repository. You read; you change nothing.',
    `## Objective\n${objective}`,
    ...(background === undefined ? [] : backgroundWords(background)),
    ...(background !== undefined && research.length === 0
      ? []
      : [`## What research found\n${research.map(researchWords).join('\n\n')}`]),
    `## How every task is proven\nThese commands must pass after each task:\n${verification.map((v) => `- ${v}`).join('\n')}`,
    ...(revise === null ? [] : reviseWords(revise, background === undefined ? shortPlan : saidPlan)),
    'Give tasks that are small (at most 3 files and 300 lines), have one clear result each, and name the paths they will write. Tasks that do not depend on each other are worked on at the same time, each in a checkout of its own, and are merged: two such tasks must not write the same file. Where one task uses what another makes, write a contract for it. Say for every criterion how it can be checked. Settle everything now: nothing may be left to be found out later. Leave out fields that you have nothing to say on. If the job is one piece, plan one task.',
    ...(background === undefined ? [] : [wholeWords]),
  ].join('\n\n')
}

const REVISE_HEADINGS: Readonly<Record<PlanRevise['from'], string>> = {
  person: 'What a person said about it',
  work: 'Why it cannot be carried out',
  challenge: 'What was held against it',
}

function reviseWords(
  { plan, feedback, from, done }: PlanRevise,
  shown: (plan: Plan) => object,
): readonly string[] {
  return [
    `## Your last plan\n~~~~json\n${JSON.stringify(shown({ ...plan, lineage: [] }))}\n~~~~`,
    `## ${REVISE_HEADINGS[from]}\n${feedback}`,
    ...(done.length === 0
      ? []
      : [
          `## Done and proven\n${done.join(', ')}. Keep these tasks in the plan just as they are; the checkout has their work. Whatever is still to be done is a task with an id of its own.`,
        ]),
  ]
}

/** As much of a plan as the first planners were shown. */
function shortPlan({ objective, tasks, contracts }: Plan): object {
  return { objective, tasks: tasks.map(withoutSilence), contracts }
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
