import type { Run } from '../kernel/playbook.ts'
import { fact } from './facts.ts'

/** Tells whoever follows the run something, under a name that is used once. */
export function say(run: Run, name: string, text: string): Promise<void> {
  return run.record(name, fact({ kind: 'announced', value: { text } }))
}
