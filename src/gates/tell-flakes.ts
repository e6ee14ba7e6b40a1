import type { Run } from '../kernel/playbook.ts'
import type { Suspect } from './flaky-ledger.ts'
import { enterFlaky, knownFlaky, suspectKey } from './flaky-ledger.ts'
import type { GateRun } from './gate-run.ts'
import { failedIn, hasPassed } from './gate-run.ts'
import type { Measures } from './judge-run.ts'
import { judgeEach } from './judge-run.ts'
import type { Proof } from './proof.ts'
import type { ProvingCommand } from './proving-command.ts'
import { repeatGates, upTo } from './repeat-gates.ts'

export interface CommitAndTree {
  readonly commit: string
  readonly tree: string
}

export interface FlakeFinding {
  /** Fail whenever they are run. */
  readonly failed: readonly Suspect[]
  /** Fail now and then, and did not before the change. */
  readonly unstable: readonly Suspect[]
  /** Fail now and then without the change too, by `testKey`. */
  readonly excused: readonly string[]
}

export interface FlakeCase {
  readonly at: CommitAndTree
  readonly commands: readonly ProvingCommand[]
  readonly first: GateRun
  readonly measures: Measures
  /** What the work was built on, when that is not the base; tests may have come with it. */
  readonly against: CommitAndTree | null
}

/** On the base chance is looked for longer: there it can only excuse what is innocent. */
const PATIENCE_ON_BASE = 4

/**
 * Tells chance from fault. A test that failed and passed before the change is run again on the same tree; one that
 * passes then is excused only if it is known to fail by chance, or is seen to do so on what the change was made on.
 */
export async function tellFlakes(
  run: Run,
  name: string,
  flakeCase: FlakeCase,
  proof: Proof,
): Promise<FlakeFinding> {
  const { suspects, passed } = await runAgain(run, name, flakeCase, proof)
  const failed = suspects.filter((suspect) => !passed.has(suspectKey(suspect)))
  if (failed.length > 0) return { failed, unstable: [], excused: [] }
  const known = new Set(await knownFlaky(run, `${name}-flaky`, suspects, proof))
  const unknown = suspects.filter((suspect) => !known.has(suspectKey(suspect)))
  const confirmed = await confirmOnBase(run, name, unknown, flakeCase, proof)
  const unstable = unknown.filter((suspect) => !confirmed.has(suspectKey(suspect)))
  const innocent = suspects.filter((suspect) => !unstable.includes(suspect))
  if (innocent.length > 0) await enterFlaky(run, `${name}-entered`, innocent, flakeCase.at.commit, proof)
  return { failed: [], unstable, excused: innocent.map(suspectKey) }
}

/** Repeats the gates until every test that failed has passed once; one that fails only now is a suspect too. */
async function runAgain(
  run: Run,
  name: string,
  { at, commands, first, measures }: FlakeCase,
  proof: Proof,
): Promise<{ readonly suspects: readonly Suspect[]; readonly passed: ReadonlySet<string> }> {
  const suspects = new Map<string, Suspect>()
  const passed = new Set<string>()
  const suspectFailures = (seen: GateRun): void => {
    for (const { gate, judgement } of judgeEach(commands, seen, measures)) {
      for (const test of judgement.failed) {
        const suspect = { gate: gate.name, test }
        suspects.set(suspectKey(suspect), suspect)
      }
    }
  }
  const noticePasses = (seen: GateRun): void => {
    for (const [key, suspect] of suspects) if (passesIn(seen, suspect)) passed.add(key)
  }
  suspectFailures(first)
  const repeated = upTo(commands, new Set([...suspects.values()].map(({ gate }) => gate)))
  await repeatGates(
    run,
    `${name}-again`,
    { ...at, commands: repeated, times: proof.flakeRuns },
    proof,
    (again) => {
      suspectFailures(again)
      noticePasses(first)
      noticePasses(again)
      return [...suspects.keys()].every((key) => passed.has(key)) ? 'enough' : 'more'
    },
  )
  return { suspects: [...suspects.values()], passed }
}

async function confirmOnBase(
  run: Run,
  name: string,
  suspects: readonly Suspect[],
  { commands, against }: FlakeCase,
  proof: Proof,
): Promise<ReadonlySet<string>> {
  const confirmed = new Set<string>()
  const lookOn = async (label: string, place: CommitAndTree, of: readonly Suspect[]): Promise<void> => {
    if (of.length === 0) return
    const repeated = upTo(commands, new Set(of.map(({ gate }) => gate)))
    const times = proof.flakeRuns * PATIENCE_ON_BASE
    await repeatGates(
      run,
      `${name}-${label}`,
      { commit: place.commit, tree: place.tree, commands: repeated, times },
      proof,
      (again) => {
        for (const suspect of of) if (failsIn(again, suspect)) confirmed.add(suspectKey(suspect))
        return of.every((suspect) => confirmed.has(suspectKey(suspect))) ? 'enough' : 'more'
      },
    )
  }
  const onBase = suspects.filter((suspect) => isOnBase(suspect, proof))
  await lookOn('on-base', proof.base, onBase)
  if (against !== null) {
    const later = suspects.filter((suspect) => !onBase.includes(suspect))
    await lookOn('on-line', against, later)
  }
  return confirmed
}

/** One that a report does not name may have been there. */
function isOnBase({ gate, test }: Suspect, { memory }: Proof): boolean {
  const report = memory.reference.get(gate)?.report
  return report !== null && report !== undefined && (report.tests.has(test) || !report.complete)
}

function passesIn({ gates }: GateRun, { gate, test }: Suspect): boolean {
  return gates.some((result) => result.evidence.name === gate && hasPassed(result, test))
}

function failsIn({ gates }: GateRun, { gate, test }: Suspect): boolean {
  return gates.some(
    (result) => result.evidence.name === gate && !result.timedOut && failedIn(result).includes(test),
  )
}
