import { acceptTests } from '../../gates/accept-tests.ts'
import type { Proof } from '../../gates/proof.ts'
import type { CommitAndTree } from '../../gates/tell-flakes.ts'
import type { Verdict } from '../../gates/verdict.ts'
import { verify } from '../../gates/verify.ts'
import { afterFailure } from '../../policy/after-failure.ts'
import { emptyTally } from '../../policy/failure-ledger.ts'
import type { FailureReport } from '../../policy/failure-report.ts'
import { askToAccept } from './ask-to-accept.ts'
import type { Attempt, Carried } from './attempt.ts'
import type { Failed } from './fail-attempt.ts'
import type { Implemented } from './implement.ts'
import { judgeFailure } from './judge-failure.ts'
import { proveClaim } from './prove-claim.ts'
import { failingEvidence, reportOfVerdict } from './report-failure.ts'
import type { Start } from './start-attempt.ts'

type Made = Extract<Implemented, { kind: 'made' }>

export type ProvenWork =
  | { readonly kind: 'proven'; readonly carried: Carried }
  | ({ readonly kind: 'failed' } & Failed)

/** Proves a task's own work, and that what it claims about behaviour is shown by something that can be run. */
export async function proveWork(attempt: Attempt, start: Start, made: Made): Promise<ProvenWork> {
  const carried = { ...made.carried, work: { commit: made.commit, base: start.base } }
  const proven = await proveByGates(attempt, start, { ...made, carried })
  return proven.kind === 'failed' ? proven : showClaim(attempt, start, { ...made, carried: proven.carried })
}

/**
 * The gate that failed last comes first; a gate that may do better is run again as the policy says. Where a person
 * has agreed to changed tests, tests that are gone are asked about at once.
 */
async function proveByGates(attempt: Attempt, start: Start, made: Made): Promise<ProvenWork> {
  const { run, job } = attempt
  const { commit, tree } = made
  let { carried } = made
  for (let runs = 1; ; runs += 1) {
    const name = runs === 1 ? 'verify' : `verify-${runs}`
    const proof = gateFirst(job.proof, carried.gate)
    const verdict = await verify(run, name, commit, tree, proof, 'task', lineOf(job.proof, start))
    if (verdict.status === 'passed') return { kind: 'proven', carried: { ...carried, gate: null } }
    const found = reportOfVerdict(job.proof, verdict, 'gate', verdict.message)
    const isGone = verdict.cause === 'vanished-tests'
    const report = isGone ? { ...found, isPlain: true, signature: `gone: ${found.signature}` } : found
    if (afterFailure(report, job.policy, emptyTally, runs).kind === 're-run') continue
    carried = { ...carried, gate: gateOf(verdict) }
    if (isGone && carried.accepted.some((key) => key.startsWith('test-'))) {
      carried = { ...carried, refusals: [...carried.refusals, report.signature] }
    }
    const held = await hold(attempt, start, name, report, isGone ? bringBack : null, { ...made, carried })
    if (held.kind === 'failed' || !isGone) return held
    carried = held.carried
    await acceptTests(run, `${name}-tests`, verdict.vanished, job.proof)
  }
}

async function showClaim(attempt: Attempt, start: Start, made: Made): Promise<ProvenWork> {
  const { commit, audit, carried } = made
  const unshown = await proveClaim(attempt, { base: start.base, commit, tests: audit.tests })
  if (unshown === null) return { kind: 'proven', carried }
  return hold(attempt, start, unshown.name, unshown.report, unshown.advice, made)
}

/** Sends the work back; when the same is held against it a second time, a person may let it pass. */
async function hold(
  attempt: Attempt,
  { workspace }: Start,
  name: string,
  report: FailureReport,
  advice: Failed['advice'],
  { carried, commit }: Made,
): Promise<ProvenWork> {
  const { signature, problem, isPlain } = report
  if (isPlain && carried.accepted.includes(signature)) return { kind: 'proven', carried }
  const action = await judgeFailure(attempt, name, report)
  const seen = isPlain ? { ...carried, refusals: [...carried.refusals, signature] } : carried
  const failed = { kind: 'failed', name, report, carried: seen, workspace, commit, advice, action } as const
  if (action.kind !== 'send-back' || !carried.refusals.includes(signature)) return failed
  const told = `is not proven as it should be: ${problem.replace(/\.$/, '')}`
  const word = await askToAccept(attempt, `${name}-held`, [{ key: signature, message: problem, told }])
  if (word.kind === 'sent-back') return { ...failed, advice: { ...toldByPerson, fix: word.text } }
  return { kind: 'proven', carried: { ...seen, accepted: [...seen.accepted, ...word.keys] } }
}

const bringBack = {
  fix: 'Bring back the tests that no longer run, and make the work pass them.',
  changes: 'Every test that ran before runs again.',
}

const toldByPerson = { changes: 'A person says what to do.' }

/** What others have landed must go on passing; on the base itself nothing has landed yet. */
function lineOf({ base: { commit } }: Proof, { base, baseTree }: Start): CommitAndTree | null {
  return base === commit ? null : { commit: base, tree: baseTree }
}

function gateOf(verdict: Verdict): string | null {
  return failingEvidence(verdict)?.name ?? null
}

/** Gates that prove something by themselves and build nothing that others need can wait. */
const canWait: ReadonlySet<string | undefined> = new Set(['test', 'lint', 'typecheck'])

function gateFirst(proof: Proof, gate: string | null): Proof {
  const at = proof.commands.findIndex(({ name }) => name === gate)
  const [first] = proof.commands.slice(at)
  if (at === -1 || first === undefined) return proof
  const before = proof.commands.slice(0, at)
  const needed = before.filter(({ kind }) => !canWait.has(kind))
  const waiting = before.filter(({ kind }) => canWait.has(kind))
  return { ...proof, commands: [...needed, first, ...waiting, ...proof.commands.slice(at + 1)] }
}
