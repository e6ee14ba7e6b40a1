import type { Capability } from './capability.ts'
import { capabilities } from './capability.ts'
import type { AnalysedRole } from './task-analysis.ts'

/** A role for one capability, with one task. */
export function roleFor(name: string, capability: Capability): AnalysedRole {
  const { prefix, responsibility, pattern, output } = capabilities[capability]
  return {
    name,
    prefix,
    responsibility_type: responsibility,
    task_count: 1,
    inner_loop: false,
    role_spec_metadata: {
      additional_members: [],
      pattern_hint: pattern,
      output_type: output,
      message_types: { success: `${prefix.toLowerCase()}_complete`, error: 'error' },
    },
  }
}
