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

/** Whether the work still passes the tests that it changed, as they were before it. */
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
    ? 'The tests that it changed pass as they were, too.'
    : `As the tests were before, ${verdict.message}`
  return { green, message: told, verdict }
}
