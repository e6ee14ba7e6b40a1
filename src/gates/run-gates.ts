import type { Run, StepContext } from '../kernel/playbook.ts'
import type { CommandResult } from '../kernel/ports/commands.ts'
import type { FileWatch, Workspace } from '../kernel/ports/workspaces.ts'
import { disturbancesOf, tellDisturbance } from './disturbance.ts'
import { evidenceOf } from './evidence-of.ts'
import type { GateResult, GateRun } from './gate-run.ts'
import { isGreen } from './gate-run.ts'
import { guarded, tellShared } from './guarded.ts'
import type { RecordedRun } from './old-verdict.ts'
import { readRun } from './old-verdict.ts'
import type { Proof } from './proof.ts'
import type { ProvingCommand } from './proving-command.ts'
import { mayRunTests, resultInput } from './proving-command.ts'
import type { BrokenTest } from './reports/broken-tests.ts'
import { brokenTests, whyBroken } from './reports/broken-tests.ts'
import { readTests } from './reports/read-tests.ts'
import type { TestReport } from './reports/test-report.ts'
import { usePlace } from './use-place.ts'
import type { StoredKind } from './stored-runs.ts'
import { findStored, keepRun } from './stored-runs.ts'

export interface GateOrder {
  readonly commit: string
  readonly tree: string
  readonly commands: readonly ProvingCommand[]
  /** Which evidence from the store will do, where it has some. */
  readonly kinds: readonly StoredKind[]
  /** Whether the gates after this one need not be run any more. */
  readonly isFinal: (gate: ProvingCommand, result: GateResult) => boolean
}

/** So often gates are run again because somebody disturbed them. */
const MOST_REPEATS = 2

/**
 * Runs gates one after the other on a commit, in a workspace no agent has written to, as one recorded step. When
 * something was changed meanwhile, what they said is void, and they are run again: what comes again is their own doing
 * and is judged, what does not was somebody else's. Before the base is proven nobody else is at work.
 */
export async function runGates(run: Run, name: string, order: GateOrder, proof: Proof): Promise<GateRun> {
  const { memory } = proof
  const isFirst = memory.baselineAt === null
  let seen = await runOnce(run, name, order, proof)
  for (let repeat = 1; !isFirst; repeat += 1) {
    const changed = disturbancesOf(seen, memory)
    if (changed.length === 0) return seen
    if (repeat > MOST_REPEATS) {
      const disturbed = `Somebody else kept changing ${changed[0]} while gates ran, so nothing is proven: look at who works there, then try again.`
      return { ...seen, disturbed }
    }
    seen = await runOnce(run, `${name}-undisturbed-${repeat}`, order, proof)
    const again = new Set(disturbancesOf(seen, memory))
    const foreign = changed.filter((each) => !again.has(each))
    if (foreign.length > 0) {
      const value = { task: null, action: 'reported', message: tellDisturbance(foreign) }
      await run.record(`${name}-disturbed-${repeat}`, { kind: 'finding', version: 1, value })
    }
    if ([...again].every((each) => changed.includes(each))) return seen
  }
  return seen
}

async function runOnce(run: Run, name: string, order: GateOrder, proof: Proof): Promise<GateRun> {
  const { commit, tree, commands } = order
  const recorded = await run.step<RecordedRun>(name, {
    kind: 'gate',
    input: { commit, tree, commands: commands.map(resultInput) },
    execute: (context) => perform(context, order, proof),
  })
  const seen = readRun(recorded, commands)
  await tellShared(run, name, seen.shared)
  return seen
}

async function perform(context: StepContext, order: GateOrder, proof: Proof): Promise<GateRun> {
  const reuse = order.kinds.length > 0
  const stored = reuse ? await findStored(context, order, proof) : null
  if (stored !== null) return stored
  const exclusive = order.commands.some((gate) => gate.exclusive === true)
  const { result, shared } = await proof.room.with(
    (place) =>
      guarded(context, () =>
        usePlace(
          context,
          place,
          { commit: order.commit, base: proof.base.commit, preparation: proof.preparation },
          (workspace, watch) => runEach(context, order, workspace, watch),
        ),
      ),
    exclusive,
  )
  const { outcome, findings } = result
  const told = shared.length === 0 ? {} : { shared }
  const about = { findings, ...told, storedBy: null, flaky: null, at: context.startedAt }
  if ('ok' in outcome) {
    const { problem, evidence } = outcome
    return { ...about, gates: [], unprepared: { problem, evidence } }
  }
  const run = { ...about, gates: outcome, unprepared: null }
  const isWhole = run.gates.length === order.commands.length
  const isQuiet = proof.memory.baselineAt === null || disturbancesOf(run, proof.memory).length === 0
  if (reuse && isWhole && isQuiet && isGreen(run)) await keepRun(context, 'verdict', order, proof, run)
  return run
}

async function runEach(
  context: StepContext,
  { commands, isFinal }: GateOrder,
  workspace: Workspace,
  watch: FileWatch,
): Promise<readonly GateResult[]> {
  const results: GateResult[] = []
  const seen = new Set<string>()
  for (const [index, gate] of commands.entries()) {
    const ran = await runGate(context, gate, index, workspace)
    const rewritten = (await watch.written()).filter(({ path }) => !seen.has(path))
    for (const { path } of rewritten) seen.add(path)
    const result = rewritten.length === 0 ? ran : { ...ran, rewritten }
    results.push(result)
    if (isFinal(gate, result)) break
  }
  return results
}

async function runGate(
  { world, step, attempt, signal }: StepContext,
  gate: ProvingCommand,
  index: number,
  { path }: Workspace,
): Promise<GateResult> {
  const { command, timeoutMs } = gate
  const result = await world.commands.run(
    {
      step: `${step}/${index + 1}`,
      attempt,
      command,
      path,
      timeoutMs,
      reports: gate.report === undefined ? [] : [gate.report],
      ...(gate.network === undefined ? {} : { network: gate.network }),
    },
    { signal, onActivity: world.activity },
  )
  const read = mayRunTests(gate) ? readTests(result.text, result.reports, [path, `${path}.tmp`]) : null
  const report: TestReport | null = read === null || result.whole ? read : { ...read, complete: false }
  const broken = mayRunTests(gate) && result.exitCode !== 0 ? findBroken(report, result) : []
  return {
    ...(broken.length === 0 ? {} : { broken }),
    evidence: evidenceOf(gate, result, report?.counts ?? null),
    timedOut: result.timedOut,
    signal: result.signal,
    report,
  }
}

/** A report that names nobody is judged by all that was printed. */
function findBroken(
  report: TestReport | null,
  { text, reports }: Pick<CommandResult, 'text' | 'reports'>,
): readonly BrokenTest[] {
  const printed = [text, ...reports.map((file) => file.text)].join('\n')
  if (report !== null && report.tests.some(({ status }) => status === 'failed'))
    return brokenTests(report, printed)
  const why = whyBroken(printed)
  return why === null ? [] : [{ name: '', why }]
}
