import type { Run } from '../kernel/playbook.ts'
import { overlayCommit } from './overlay-commit.ts'
import type { TestsOfWork } from './prove-red.ts'
import type { Proof } from './proof.ts'
import type { Verdict } from './verdict.ts'
import { verify } from './verify.ts'

export interface OldTestsProof {
  readonly green: boolean
  readonly message: string
  readonly verdict: Verdict
}

/**
 * Whether the work still passes the tests as they were before it: everything on the side of the tests (`paths`) is put
 * back, what the work added there is taken away, and only the product stays as the work made it.
 */
export async function proveOldTests(
  run: Run,
  name: string,
  { base, work, paths }: TestsOfWork,
  proof: Proof,
): Promise<OldTestsProof> {
  const message = 'The work, with the tests as they were before it'
  const overlay = { onto: work, from: base, paths, message }
  const { commit, tree } = await overlayCommit(run, `${name}-overlay`, overlay)
  const verdict = await verify(run, name, commit, tree, proof, 'task')
  const green = verdict.status === 'passed'
  const told = green
    ? 'The tests pass as they were before, too.'
    : `With the tests and all they stand on as before, ${verdict.message}`
  return { green, message: told, verdict }
}
