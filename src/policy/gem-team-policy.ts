import type { ProcessPolicy } from './process-policy.ts'
import { standardProcess } from './process-policy.ts'
import type { RunPolicy } from './run-policy.ts'
import { standardPolicy } from './run-policy.ts'
import type { Tier } from './tier.ts'
import { TIERS } from './tier.ts'

const deep: readonly Tier[] = ['medium', 'large']
const both = ['reviewer', 'critic'] as const

const gemTeamProcess: ProcessPolicy = {
  ...standardProcess,
  discuss: { tiers: deep, leastQuestions: 3, mostQuestions: 5 },
  specify: deep,
  research: { areas: { trivial: 1, small: 1, medium: 2, large: 4 }, reuse: true },
  planning: { variants: { trivial: 1, small: 1, medium: 1, large: 3 }, splitter: false },
  challenge: {
    ...standardProcess.challenge,
    by: { trivial: both, small: both, medium: both, large: both },
    rounds: { trivial: 2, small: 2, medium: 2, large: 2 },
    leastTasks: 1,
  },
  approve: TIERS,
  waves: { announce: deep, review: TIERS, critic: ['large'], designer: TIERS, simplifier: false },
  review: { tasks: [], final: [], fixCycles: 1 },
  learn: { agentsFile: true, wisdom: false, docs: false },
}

/** The process of gem-team: research always, two judges of every plan, waves that are checked before the next begins. */
export const gemTeamPolicy: RunPolicy = {
  ...standardPolicy,
  order: 'waves',
  parallel: 4,
  attempts: 3,
  tries: 4,
  process: gemTeamProcess,
}
