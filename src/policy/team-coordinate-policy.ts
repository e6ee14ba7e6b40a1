import type { ProcessPolicy } from './process-policy.ts'
import { plainProcess } from './process-policy.ts'
import type { RunPolicy } from './run-policy.ts'
import { standardPolicy } from './run-policy.ts'

const teamCoordinateProcess: ProcessPolicy = {
  ...plainProcess,
  tier: 'medium',
  research: { areas: { trivial: 0, small: 0, medium: 0, large: 0 }, reuse: false },
  approve: [],
  approvals: { ...plainProcess.approvals, plan: 'free' },
  reports: 'full',
  diagnose: false,
  tools: true,
}

/** Whoever is too late is a person's to decide about: once more, or without. */
const asked = { task: 1, wave: 9, run: 30 }

/** The process of team-coordinate: roles made for the job, whatever is ready starts at once, nobody approves. */
export const teamCoordinatePolicy: RunPolicy = {
  ...standardPolicy,
  order: 'ready',
  parallel: 20,
  leastGain: 1,
  leastWorkMinutes: 1,
  attempts: 3,
  failures: { ...standardPolicy.failures, timeout: asked, hung: asked },
  process: teamCoordinateProcess,
}
