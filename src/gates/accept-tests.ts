import type { Run } from '../kernel/playbook.ts'
import type { Proof } from './proof.ts'

/** Tests that a person agreed to lose are not missed by any later verdict of the run. */
export async function acceptTests(
  run: Run,
  name: string,
  tests: readonly string[],
  proof: Proof,
): Promise<void> {
  await run.record(name, { kind: 'accepted-tests', version: 1, value: { tests } })
  for (const test of tests) proof.memory.accepted.add(test)
}
