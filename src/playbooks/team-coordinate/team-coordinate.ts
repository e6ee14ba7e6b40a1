import type { Playbook } from '../../kernel/playbook.ts'
import type { StandardResult } from '../finish.ts'
import { playLifecycle } from '../lifecycle.ts'
import type { StandardInput } from '../standard-input.ts'
import { parseStandardInput } from '../standard-input.ts'

export const teamCoordinatePlaybook: Playbook<StandardInput, StandardResult> = {
  name: 'team-coordinate',
  version: 1,
  parseInput: parseStandardInput,
  play: (run, input) => playLifecycle(run, input, null),
}
