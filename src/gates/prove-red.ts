import type { Run } from '../kernel/playbook.ts'
import type { GateResult } from './gate-run.ts'
import { failedIn, hasPassed, testKey } from './gate-run.ts'
import { liveGates } from './live-gates.ts'
import { overlayCommit } from './overlay-commit.ts'
import type { Proof } from './proof.ts'
import { mayRunTests } from './proving-command.ts'
import { repeatGates, upTo } from './repeat-gates.ts'
import type { GateOrder } from './run-gates.ts'
import { runGates } from './run-gates.ts'
import type { Evidence } from './verdict.ts'

export interface TestsOfWork {
  /** What the work was built on. */
  readonly base: string
  readonly work: string
  /** Files on the side of the tests that the work touched. */
  readonly paths: readonly string[]
}

/**
 * `behaviour`: an expectation failed, or the product itself did. `missing`: only what the work brings was not there.
 * `none`: nothing fails.
 */
export type RedKind = 'behaviour' | 'missing' | 'none'

export interface RedProof {
  readonly kind: RedKind
  readonly message: string
  /** The tests that fail without the work, as far as they are named. */
  readonly tests: readonly string[]
  readonly evidence: readonly Evidence[]
}

/**
 * Whether and how the tests that came with work fail without it: they are laid over what the work was built on and run.
 * A named test counts that fails there and passes with the work, and is not known to fail by chance; one that passed
 * before the work touched it must fail again when it is run again. A failure for what is not there shows nothing.
 * Where nothing is named, an exit code that is not 0 counts.
 */
export async function proveRed(
  run: Run,
  name: string,
  { base, work, paths }: TestsOfWork,
  proof: Proof,
): Promise<RedProof> {
  const message = 'The tests of the work, without the work'
  const at = await overlayCommit(run, `${name}-overlay`, { onto: base, from: work, paths, message })
  const live = liveGates(proof, 'task').filter((gate) => mayRunTests(gate) || gate.kind === 'build')
  const commands = upTo(live, new Set(live.filter(mayRunTests).map((gate) => gate.name)))
  const order = { ...at, commands, kinds: [], isFinal: () => false }
  const seen = await runGates(run, name, order, proof)
  const evidence = seen.gates.map((gate) => gate.evidence)
  const tell = (kind: RedKind, tests: readonly string[], told: string): RedProof => ({
    kind,
    tests: tests.slice(0, 50),
    message: told,
    evidence,
  })
  if (seen.unprepared !== null)
    return tell('none', [], `The workspace could not be prepared: ${seen.unprepared.problem}`)
  if (seen.disturbed !== undefined) return tell('none', [], seen.disturbed)
  const results = seen.gates.filter((result) =>
    commands.some((gate) => gate.name === result.evidence.name && mayRunTests(gate)),
  )
  const unnamed = results.find(isRedWithoutNames)
  if (unnamed !== undefined) {
    const { command, exitCode } = unnamed.evidence
    const how = unnamed.timedOut ? 'does not end' : `ends with ${exitCode ?? unnamed.signal}`
    const [broken] = unnamed.broken ?? []
    if (broken !== undefined) return tell('missing', [], tellMissing(`\`${command}\``, broken.why))
    return tell(unnamed.timedOut ? 'none' : 'behaviour', [], `Without the work \`${command}\` ${how}.`)
  }
  const broken = new Map(
    results.flatMap((result) => (result.broken ?? []).map((each) => [each.name, each.why] as const)),
  )
  const { sure, unsure } = sortFailures(results, work, proof)
  const tried = sure.filter((test) => !broken.has(test))
  const doubtful = unsure.filter((test) => !broken.has(test))
  const tests = tried.length > 0 ? tried : await failingAgain(run, name, order, doubtful, proof)
  if (tests.length > 0) return tell('behaviour', tests, `Without the work ${tests[0]} fails, as it should.`)
  const test = [...sure, ...unsure, ...broken.keys()].find(
    (each) => broken.has(each) && !failedBefore(each, proof),
  )
  if (test !== undefined)
    return tell('missing', [], tellMissing(test, broken.get(test) ?? 'it cannot be run'))
  return tell(
    'none',
    [],
    'The tests that came with the work pass without it too, so they do not show that it was needed.',
  )
}

function tellMissing(what: string, why: string): string {
  return `Without the work ${what} fails only for what is not there (${why}), which shows nothing of what it does: test what can be called without the work too, and let an expectation fail.`
}

function isRedWithoutNames({ evidence, report, timedOut }: GateResult): boolean {
  if (timedOut) return true
  return evidence.exitCode !== 0 && (report === null || !report.complete || report.counts.failed === 0)
}

function failedBefore(test: string, { memory }: Proof): boolean {
  return [...memory.reference.values()].some(({ report }) => report?.tests.get(test) === 'failed')
}

/** `unsure`: tests that passed on the base as they were; the work changed them, or chance did. */
function sortFailures(
  results: readonly GateResult[],
  work: string,
  { memory }: Proof,
): { readonly sure: readonly string[]; readonly unsure: readonly string[] } {
  const sure: string[] = []
  const unsure: string[] = []
  const proven = [...memory.proven.values()].find(({ commits }) => commits.has(work))
  for (const result of results) {
    const gate = result.evidence.name
    const before = memory.reference.get(gate)?.report?.tests
    const after = proven?.run.gates.find(({ evidence }) => evidence.name === gate)
    for (const test of failedIn(result)) {
      if (memory.flaky.has(testKey(gate, test))) continue
      const status = before?.get(test)
      const isGreenNow = after === undefined ? status !== 'failed' : hasPassed(after, test)
      if (isGreenNow) (status === 'passed' ? unsure : sure).push(test)
    }
  }
  return { sure, unsure }
}

async function failingAgain(
  run: Run,
  name: string,
  { commit, tree, commands }: GateOrder,
  unsure: readonly string[],
  proof: Proof,
): Promise<readonly string[]> {
  if (unsure.length === 0) return []
  let failing = unsure
  await repeatGates(run, `${name}-again`, { commit, tree, commands, times: 2 }, proof, (again) => {
    failing = failing.filter((test) => !again.gates.some((result) => hasPassed(result, test)))
    return failing.length === 0 ? 'enough' : 'more'
  })
  return failing
}
