import { DEFAULT_LIMITS, MOST_OUTPUT_BYTES } from '../kernel/ports/isolation.ts'
import { forEachRole } from '../plan/role.ts'
import { standardPolicy } from '../policy/run-policy.ts'
import { policySettingsOf } from './policy-settings.ts'
import type { Settings } from './settings.ts'
import { DEFAULT_STATE } from './settings.ts'

const MINUTE = 60_000

/** How long a verify command may take when the file does not say. */
export const DEFAULT_VERIFY_TIMEOUT_MS = 15 * MINUTE

export const DEFAULT_SETTINGS = {
  agent: null,
  model: null,
  fallback: [],
  agents: {},
  roles: forEachRole(() => ({ agent: null, model: null, fallback: null })),
  routes: [],
  verify: null,
  prepare: null,
  copy: [],
  env: { pass: [], set: {} },
  freshHome: false,
  isolation: 'sandbox',
  sandbox: {
    readable: [],
    writable: [],
    hosts: [],
    limits: { ...DEFAULT_LIMITS, outputBytes: MOST_OUTPUT_BYTES },
  },
  limits: {
    run: { turns: 60, wallMs: 120 * MINUTE },
    task: {},
    parallel: standardPolicy.parallel,
    gates: standardPolicy.gates,
    attempts: standardPolicy.attempts,
    turnMs: 15 * MINUTE,
    stallMs: 3 * MINUTE,
  },
  policy: policySettingsOf('standard'),
  deliver: { branch: 'tutti/{run}' },
  state: DEFAULT_STATE,
  trust: 'ask',
} as const satisfies Settings
