import type { Run } from '../kernel/playbook.ts'
import type { Suspect } from './flaky-ledger.ts'
import { enterFlaky, suspectKey } from './flaky-ledger.ts'
import type { GateResult, GateRun } from './gate-run.ts'
import { failedIn, hasPassed, namesOf } from './gate-run.ts'
import { judgeRun } from './judge-run.ts'
import type { Proof } from './proof.ts'
import type { ProvingCommand } from './proving-command.ts'
import { referencesOf } from './reference.ts'
import { repeatGates, upTo } from './repeat-gates.ts'
import { runGates } from './run-gates.ts'
import { keepRun } from './stored-runs.ts'
import type { Verdict } from './verdict.ts'

/** What the base is like before any agent writes. */
export interface Baseline {
  readonly verdict: Verdict
  /** Gates that are red there, for a reason that no report of tests explains. */
  readonly red: readonly RedGate[]
  /** Tests that fail there whenever they are run. */
  readonly knownFailures: readonly string[]
  /** Tests that fail there by chance. */
  readonly flaky: readonly string[]
}

export interface RedGate {
  readonly gate: ProvingCommand
  readonly result: GateResult
}

/**
 * Runs every gate on the base, and learns by what later verdicts are measured. A test that fails is run again
 * before it counts as a known failure, because one that fails by chance must still be held against a change that
 * breaks it for good.
 */
export async function takeBaseline(run: Run, name: string, proof: Proof): Promise<Baseline> {
  const { base, commands, memory } = proof
  const kinds = ['baseline', 'verdict'] as const
  const first = await runGates(run, name, { ...base, commands, kinds, isFinal: () => false }, proof)
  for (const { about } of first.shared ?? []) memory.ownDeeds.add(about)
  const flaky = first.flaky === null ? await findFlaky(run, name, first, proof) : suspectsNamed(first)
  // Until here nobody else was at work: what the gates change, they change themselves.
  memory.baselineAt = first.at
  for (const suspect of flaky) memory.flaky.add(suspectKey(suspect))
  const red = first.gates.flatMap((result): readonly RedGate[] => {
    const gate = commands.find((each) => each.name === result.evidence.name)
    return gate === undefined || isExplained(result) ? [] : [{ gate, result }]
  })
  for (const [gate, reference] of referencesOf(first, memory.flaky)) {
    if (!red.some((each) => each.gate.name === gate)) memory.reference.set(gate, reference)
  }
  const chance = new Set(flaky.map(suspectKey))
  const measures = { references: memory.reference, accepted: memory.accepted, excused: chance }
  const verdict = judgeRun(base, commands, first, measures)
  await run.record(`${name}-verdict`, { kind: 'verdict', version: 1, value: verdict })
  return { verdict, red, knownFailures: verdict.knownFailures, flaky: verdict.flaky }
}

/** Green, or red by named tests alone. */
function isExplained({ evidence, timedOut, report }: GateResult): boolean {
  if (timedOut || evidence.exitCode === null) return false
  if (report === null) return evidence.exitCode === 0
  const { passed, failed } = report.counts
  if (passed + failed === 0) return false
  if (failed === 0) return evidence.exitCode === 0
  return report.complete && namesOf(report, 'failed').length === failed
}

/** Which of the failing tests fail by chance; entered in the ledger, and the baseline kept for later runs. */
async function findFlaky(run: Run, name: string, first: GateRun, proof: Proof): Promise<readonly Suspect[]> {
  const { base, commands } = proof
  const failing = first.gates
    .filter(isExplained)
    .flatMap((result) => failedIn(result).map((test) => ({ gate: result.evidence.name, test })))
  if (failing.length === 0) return []
  const chance = new Map<string, Suspect>()
  const repeated = upTo(commands, new Set(failing.map(({ gate }) => gate)))
  await repeatGates(
    run,
    `${name}-again`,
    { ...base, commands: repeated, times: proof.flakeRuns },
    proof,
    (again) => {
      for (const suspect of failing) {
        const result = again.gates.find(({ evidence }) => evidence.name === suspect.gate)
        if (result !== undefined && hasPassed(result, suspect.test)) chance.set(suspectKey(suspect), suspect)
      }
      return chance.size === failing.length ? 'enough' : 'more'
    },
  )
  const flaky = [...chance.values()]
  if (flaky.length > 0) await enterFlaky(run, `${name}-entered`, flaky, base.commit, proof)
  if (first.gates.every(isExplained)) await keepBaseline(run, name, first, flaky, proof)
  return flaky
}

async function keepBaseline(
  run: Run,
  name: string,
  first: GateRun,
  flaky: readonly Suspect[],
  proof: Proof,
): Promise<void> {
  const { base, commands } = proof
  const tests = flaky.map(suspectKey)
  await run.step<null>(`${name}-kept`, {
    kind: 'store',
    input: { tree: base.tree, tests },
    execute: async (context) => {
      const { gates, shared = [] } = first
      const kept = { gates, flaky: tests, shared }
      await keepRun(context, 'baseline', { tree: base.tree, commands }, proof, kept)
      return null
    },
  })
}

function suspectsNamed({ gates, flaky }: GateRun): readonly Suspect[] {
  const known = new Set(flaky)
  return gates
    .flatMap((result) => failedIn(result).map((test) => ({ gate: result.evidence.name, test })))
    .filter((suspect) => known.has(suspectKey(suspect)))
}
