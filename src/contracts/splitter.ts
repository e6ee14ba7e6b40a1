import type { Contract } from './contract.ts'
import type { PlanBackground } from './plan-background.ts'
import { backgroundWords, wholeWords } from './plan-background.ts'
import type { PlanDemands, PlanReply } from './planner.ts'
import { judgePlan, planReplyFor } from './planner.ts'

export interface SplitRequest {
  readonly objective: string
  readonly verification: readonly string[]
  readonly background: PlanBackground
  /** The last that the planner gave; it may be cut, and need not be a plan at all. */
  readonly draft: string
  /** Why it could not be taken. */
  readonly problems: string
}

/** Makes a plan out of one that could not be used. Contract: what it gives is linted like any other plan. */
export function splitterFor(demands: PlanDemands): Contract<SplitRequest, PlanReply> {
  return {
    role: 'splitter',
    version: 1,
    access: 'read',
    may: { exec: false, network: false },
    reply: planReplyFor(demands),
    judge: (reply) => judgePlan(reply, demands),
    sources: ({ draft }) => [{ trust: 'untrusted', title: "The planner's last draft", text: draft }],
    prompt: ({ objective, verification, background, problems }) =>
      [
        'A planner was asked to split a job in a git repository into tasks, and its plan cannot be used. You make one that can. You read; you change nothing.',
        `## Objective\n${objective}`,
        ...backgroundWords(background),
        `## How every task is proven\nThese commands must pass after each task:\n${verification.map((v) => `- ${v}`).join('\n')}`,
        `## Why the draft cannot be used\n${problems}`,
        'Keep what is right in the draft and mend what is wrong with it. Each task has one clear result, at most 3 files and 300 lines, and names the paths it writes; tasks that do not wait for each other write different files. Nothing is left to be found out later.',
        wholeWords,
      ].join('\n\n'),
  }
}
