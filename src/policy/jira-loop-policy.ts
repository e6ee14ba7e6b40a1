import type { ProcessPolicy } from './process-policy.ts'
import { standardProcess } from './process-policy.ts'
import type { RunPolicy } from './run-policy.ts'
import { standardPolicy } from './run-policy.ts'
import { TIERS } from './tier.ts'

const nobody = { trivial: [], small: [], medium: [], large: [] } as const
const one = { trivial: 1, small: 1, medium: 1, large: 1 } as const

const jiraLoopProcess: ProcessPolicy = {
  ...standardProcess,
  discuss: { ...standardProcess.discuss, tiers: [] },
  specify: [],
  research: { areas: { trivial: 0, small: 0, medium: 0, large: 0 }, reuse: false },
  planning: { ...standardProcess.planning, variants: one, splitter: true },
  challenge: { ...standardProcess.challenge, by: nobody },
  approve: [],
  approvals: { ...standardProcess.approvals, plan: 'free' },
  waves: { ...standardProcess.waves, announce: [], critic: [], designer: [] },
  review: { ...standardProcess.review, tasks: [], final: TIERS, fixCycles: 0 },
  learn: { agentsFile: false, wisdom: false, docs: true },
}

/** The nested loops around a ticket: nobody approves, groups in order, five attempts, five iterations. */
export const jiraLoopPolicy: RunPolicy = {
  ...standardPolicy,
  order: 'waves',
  attempts: 5,
  process: jiraLoopProcess,
}
