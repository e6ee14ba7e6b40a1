import type { RunPolicy } from './run-policy.ts'
import { plainPolicy, policyWith } from './run-policy.ts'

/** Whoever is too late is a person's to decide about: once more, or without. */
const asked = { task: 1, wave: 9, run: 30 }

/** The process of team-coordinate: roles made for the job, whatever is ready starts at once, nobody approves. */
export const teamCoordinatePolicy: RunPolicy = policyWith(plainPolicy, {
  order: 'ready',
  parallel: 20,
  leastGain: 1,
  leastWorkMinutes: 1,
  attempts: 3,
  failures: { timeout: asked, hung: asked },
  process: {
    tier: 'medium',
    research: { areas: { trivial: 0, small: 0, medium: 0, large: 0 }, reuse: false },
    approve: [],
    approvals: { plan: 'free' },
    reports: 'full',
    diagnose: false,
    tools: true,
  },
})
