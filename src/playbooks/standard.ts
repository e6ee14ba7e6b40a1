import type { Playbook } from '../kernel/playbook.ts'
import type { StandardResult } from './finish.ts'
import { playLifecycle } from './lifecycle.ts'
import type { StandardInput } from './standard-input.ts'
import { parseStandardInput } from './standard-input.ts'

/** The whole lifecycle with nothing of its own: how deep it goes is the policy's to say. */
export const standardPlaybook: Playbook<StandardInput, StandardResult> = {
  name: 'standard',
  version: 4,
  oldest: 2,
  parseInput: parseStandardInput,
  play: (run, input) => playLifecycle(run, input, null),
}
