import { budgetForEach } from './failure-budget.ts'
import type { ProcessPolicy } from './process-policy.ts'
import { standardProcess } from './process-policy.ts'
import type { RunPolicy } from './run-policy.ts'
import { standardPolicy } from './run-policy.ts'
import { TIERS } from './tier.ts'

const controlflowProcess: ProcessPolicy = {
  ...standardProcess,
  tierFiles: { trivial: 2, small: 5, medium: 15 },
  discuss: { ...standardProcess.discuss, tiers: [] },
  specify: [],
  planning: { variants: { trivial: 1, small: 1, medium: 1, large: 1 }, splitter: false },
  challenge: {
    by: {
      trivial: [],
      small: ['plan-auditor'],
      medium: ['plan-auditor', 'assumption-verifier'],
      large: ['plan-auditor', 'assumption-verifier', 'executability-verifier'],
    },
    rounds: { trivial: 2, small: 2, medium: 5, large: 5 },
    leastTasks: 3,
    sureFrom: 0.9,
    stagnantFrom: 3,
    leastGain: 0.05,
  },
  approve: TIERS,
  approvals: { ...standardProcess.approvals, wave: 'ask' },
  review: { tasks: TIERS, final: ['large'], fixCycles: 1 },
  waves: { announce: [], review: [], critic: [], designer: [], simplifier: false },
  learn: { agentsFile: false, wisdom: false, docs: false },
}

/** The process of ControlFlow: a state machine with gates, plans audited by tier, every phase reviewed. */
export const controlflowPolicy: RunPolicy = {
  ...standardPolicy,
  order: 'waves',
  parallel: 10,
  attempts: 5,
  failures: { ...budgetForEach({ task: 1, wave: 9, run: 30 }), transient: { task: 3, wave: 9, run: 30 } },
  replans: 1,
  process: controlflowProcess,
}
