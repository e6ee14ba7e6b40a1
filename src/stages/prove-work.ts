import type { Verdict } from '../gates/verdict.ts'
import { verify } from '../gates/verify.ts'
import { afterFailure } from '../policy/after-failure.ts'
import { emptyTally } from '../policy/failure-ledger.ts'
import type { Attempt, Carried } from './attempt.ts'
import type { Failed } from './fail-attempt.ts'
import type { Implemented } from './implement.ts'
import { judgeFailure } from './judge-failure.ts'
import { reportOfVerdict } from './report-failure.ts'
import type { Start } from './start-attempt.ts'

type Made = Extract<Implemented, { kind: 'made' }>

export type ProvenWork =
  | { readonly kind: 'proven'; readonly carried: Carried }
  | ({ readonly kind: 'failed' } & Failed)

/** Proves a task's own work, the gate that failed last first; a gate that may do better is run again as the policy says. */
export async function proveWork(attempt: Attempt, start: Start, made: Made): Promise<ProvenWork> {
  const { run, job } = attempt
  const { commit, tree } = made
  const { workspace, base } = start
  for (let runs = 1; ; runs += 1) {
    const name = runs === 1 ? 'verify' : `verify-${runs}`
    const proof = gateFirst(job.proof, made.carried.gate)
    const verdict = await verify(run, name, commit, tree, proof)
    if (verdict.status === 'passed') return { kind: 'proven', carried: { ...made.carried, gate: null } }
    const report = reportOfVerdict(job.proof, verdict, 'gate', verdict.message)
    if (afterFailure(report, job.policy, emptyTally, runs).kind === 're-run') continue
    const action = await judgeFailure(attempt, name, report, runs)
    const carried = { ...made.carried, work: { commit, base }, gate: gateOf(verdict) }
    return { kind: 'failed', name, report, carried, workspace, commit, advice: null, action }
  }
}

function gateOf({ evidence }: Verdict): string | null {
  return evidence.at(-1)?.name ?? null
}

function gateFirst<P extends { readonly commands: readonly { readonly name: string }[] }>(
  proof: P,
  gate: string | null,
): P {
  const first = proof.commands.filter(({ name }) => name === gate)
  if (first.length === 0) return proof
  return { ...proof, commands: [...first, ...proof.commands.filter(({ name }) => name !== gate)] }
}
