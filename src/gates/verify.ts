import { digestOf } from '../kernel/digest.ts'
import type { Run } from '../kernel/playbook.ts'
import type { GateResult, GateRun } from './gate-run.ts'
import { judgeGate } from './judge-gate.ts'
import type { Measures } from './judge-run.ts'
import { judgeEach, judgeRun } from './judge-run.ts'
import { liveGates } from './live-gates.ts'
import type { Proof } from './proof.ts'
import type { GateScope, ProvingCommand } from './proving-command.ts'
import { resultInput } from './proving-command.ts'
import type { References } from './reference.ts'
import { laterReferences, referencesOf } from './reference.ts'
import { runGates } from './run-gates.ts'
import type { CommitAndTree, FlakeFinding } from './tell-flakes.ts'
import { tellFlakes } from './tell-flakes.ts'
import type { Verdict } from './verdict.ts'

/**
 * Proves a commit by the gates that decide here, and records what was seen. It is measured by the base and, where
 * `against` names the proven commit that the work was put upon, by that too: what passed there must pass.
 */
export async function verify(
  run: Run,
  name: string,
  commit: string,
  tree: string,
  proof: Proof,
  scope: GateScope = 'integration',
  against: CommitAndTree | null = null,
): Promise<Verdict> {
  const commands = liveGates(proof, scope)
  const measures = measuresFor(proof, commands, against)
  const at = { commit, tree }
  const key = provenKey(tree, commands)
  const wasProven = proof.memory.proven.has(key)
  const known = judgeKnown(at, commands, key, measures, proof)
  if (known?.status === 'passed' && wasProven) return known
  if (known !== null) return tell(run, name, known)
  const isFinal = (gate: ProvingCommand, result: GateResult): boolean => isHopeless(gate, result, measures)
  const order = { ...at, commands, kinds: ['verdict' as const], isFinal }
  const seen = await runGates(run, name, order, proof)
  const { verdict, flaky } = await judgeFairly(run, name, at, commands, seen, measures, against, proof)
  for (const [index, message] of seen.findings.entries()) {
    const value = { task: null, action: 'reported', message }
    await run.record(`${name}-finding-${index + 1}`, { kind: 'finding', version: 1, value })
  }
  const step = run.scopeName === '' ? name : `${run.scopeName}/${name}`
  if (verdict.status === 'passed')
    proof.memory.proven.set(key, { step, commits: new Set([commit]), run: seen, flaky })
  else if (verdict.status === 'failed' && verdict.cause !== 'timed-out')
    proof.memory.condemned.set(key, { step, run: seen, verdict })
  return tell(run, name, verdict)
}

async function tell(run: Run, name: string, verdict: Verdict): Promise<Verdict> {
  await run.record(`${name}-verdict`, { kind: 'verdict', version: 1, value: verdict })
  return verdict
}

/**
 * What this run has seen of the same files already, by today's measures. Red is not run again in the hope of a
 * better day: only what a person has accepted since can make it a pass.
 */
function judgeKnown(
  at: CommitAndTree,
  commands: readonly ProvingCommand[],
  key: string,
  measures: Measures,
  { memory }: Proof,
): Verdict | null {
  const proven = memory.proven.get(key)
  if (proven !== undefined) {
    const excused = new Set(proven.flaky)
    proven.commits.add(at.commit)
    const again = judgeRun(at, commands, proven.run, { ...measures, excused })
    return { ...again, reusedFrom: proven.step }
  }
  const condemned = memory.condemned.get(key)
  if (condemned === undefined) return null
  const { step, run, verdict } = condemned
  const again = judgeRun(at, commands, run, measures)
  if (again.status !== 'passed') return { ...verdict, commit: at.commit, reusedFrom: step }
  memory.condemned.delete(key)
  memory.proven.set(key, { step, commits: new Set([at.commit]), run, flaky: [] })
  return { ...again, reusedFrom: step }
}

/** Judges, and where only tests failed that passed before, finds out whether that was chance. */
async function judgeFairly(
  run: Run,
  name: string,
  at: CommitAndTree,
  commands: readonly ProvingCommand[],
  first: GateRun,
  measures: Measures,
  against: CommitAndTree | null,
  proof: Proof,
): Promise<{ readonly verdict: Verdict; readonly flaky: readonly string[] }> {
  const verdict = judgeRun(at, commands, first, measures)
  if (verdict.status === 'errored') return { verdict, flaky: [] }
  const wrong = judgeEach(commands, first, measures).filter(({ judgement }) => judgement.cause !== null)
  if (wrong.length === 0 || wrong.some(({ judgement }) => !judgement.mayBeChance))
    return { verdict, flaky: [] }
  const finding = await tellFlakes(run, name, { at, commands, first, measures, against }, proof)
  if (finding.failed.length + finding.unstable.length > 0)
    return { verdict: blame(verdict, commands, finding), flaky: [] }
  const excused = new Set(finding.excused)
  return { verdict: judgeRun(at, commands, first, { ...measures, excused }), flaky: finding.excused }
}

function blame(verdict: Verdict, commands: readonly ProvingCommand[], finding: FlakeFinding): Verdict {
  const { failed, unstable } = finding
  const failedTests = [...failed, ...unstable].map(({ test }) => test).slice(0, 50)
  if (failed.length > 0) return { ...verdict, failedTests }
  const [{ gate, test } = { gate: '', test: '' }] = unstable
  const command = commands.find(({ name }) => name === gate)?.command ?? gate
  const more = unstable.length > 1 ? ` and ${unstable.length - 1} more` : ''
  const message = `\`${command}\`: ${test}${more} failed and passed on the same files, which is not seen without the change.`
  return { ...verdict, cause: 'unstable-tests', message, failedTests }
}

/** Nothing that follows can make it a pass. */
function isHopeless(gate: ProvingCommand, result: GateResult, measures: Measures): boolean {
  const { references, accepted, excused } = measures
  const reference = references.get(gate.name) ?? null
  const { cause, mayBeChance } = judgeGate(gate, result, { reference, accepted, excused })
  return cause !== null && !mayBeChance
}

function measuresFor(
  { memory }: Proof,
  commands: readonly ProvingCommand[],
  against: CommitAndTree | null,
): Measures {
  const built = against === null ? undefined : memory.proven.get(provenKey(against.tree, commands))
  const references: References =
    built === undefined
      ? memory.reference
      : laterReferences(memory.reference, referencesOf(built.run, new Set(built.flaky)))
  return { references, accepted: memory.accepted, excused: new Set() }
}

/** The order in which gates are run is no part of what they prove. */
function provenKey(tree: string, commands: readonly ProvingCommand[]): string {
  return `${tree} ${digestOf(commands.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(resultInput))}`
}
