import { digestOf } from './digest.ts'
import { RunFailure, isOutcome, toRunFailure } from './failure.ts'
import type { Json } from './json.ts'
import type { Performance } from './performance.ts'
import { cancelled, never } from './performance.ts'
import type { StepContext, StepSpec } from './playbook.ts'
import { reserveSpend } from './reserve-spend.ts'
import type { StepRecord } from './run-state.ts'
import { soundUsage, type Usage } from './usage.ts'

const oneTurn: Usage = { turns: 1, tokens: null, usd: null }

/** Whether a performance can itself be played again: its inner steps are recorded, so it is never in doubt. */
export type StepNature = 'effect' | 'composite'

/** Finds a finished step's result, settles one that a crash left open, or performs a new one. */
export async function performStep<T extends Json>(
  performance: Performance,
  step: string,
  spec: StepSpec<T>,
  signal: AbortSignal,
  nature: StepNature = 'effect',
): Promise<T> {
  if (performance.isHalted) return never()
  performance.claim(step)
  const digest = digestOf(spec.input)
  const past = performance.state.steps.get(step)
  if (past) await checkSame(performance, step, spec, digest, past)
  if (past?.status === 'completed' && past.result) {
    const loaded = performance.world.journal.load(past.result)
    return (loaded instanceof Promise ? await performance.busy(loaded) : loaded) as T
  }
  if (past?.failure) throw new RunFailure(past.failure)
  if (signal.aborted) throw cancelled()
  if (past) {
    if (nature === 'composite')
      return perform(performance, step, spec, signal, nature, past.attempt, past.startedAt)
    const found = await settle(performance, step, spec, signal, past)
    if (found !== null) return found.result
  }
  await reserveSpend(performance, step, spec.reserve ?? { turns: 0, tokens: 0, usd: 0 }, signal)
  const attempt = (past?.attempt ?? 0) + 1
  await performance.append({
    type: 'step-started',
    step,
    kind: spec.kind,
    version: spec.version ?? 1,
    digest,
    attempt,
    ...(spec.reserve ? { reserve: spec.reserve } : {}),
  })
  const startedAt = performance.state.steps.get(step)?.startedAt ?? 0
  return perform(performance, step, spec, signal, nature, attempt, startedAt)
}

async function perform<T extends Json>(
  performance: Performance,
  step: string,
  spec: StepSpec<T>,
  signal: AbortSignal,
  nature: StepNature,
  attempt: number,
  startedAt: number,
): Promise<T> {
  const context = contextFor(performance, step, signal, attempt, startedAt)
  let result: T
  try {
    signal.throwIfAborted()
    const work = spec.execute(context)
    result = await (nature === 'effect' ? performance.busy(work) : work)
  } catch (thrown) {
    return endInFailure(performance, step, attempt, signal, thrown, context.usage())
  }
  await complete(performance, step, attempt, result, context.usage())
  return result
}

async function settle<T extends Json>(
  performance: Performance,
  step: string,
  spec: StepSpec<T>,
  signal: AbortSignal,
  past: StepRecord,
): Promise<{ readonly result: T } | null> {
  await performance.append({ type: 'step-in-doubt', step, attempt: past.attempt })
  if (!spec.settle) return null
  const context = contextFor(performance, step, signal, past.attempt, past.startedAt)
  try {
    const settlement = await performance.busy(spec.settle(context))
    if (settlement.kind === 'again') return null
    await complete(performance, step, past.attempt, settlement.result, context.usage())
    return { result: settlement.result }
  } catch (thrown) {
    return endInFailure(performance, step, past.attempt, signal, thrown, context.usage())
  }
}

async function complete(
  performance: Performance,
  step: string,
  attempt: number,
  result: Json,
  usage: Usage | null,
): Promise<void> {
  if (performance.isHalted) return never()
  const kept = performance.world.journal.keep(result)
  const stored = kept instanceof Promise ? await performance.busy(kept) : kept
  await performance.append({
    type: 'step-completed',
    step,
    attempt,
    result: stored,
    ...(usage ? { usage } : {}),
  })
}

/** An outcome of the step is recorded for good and thrown; any other trouble stops the run, resumable. */
async function endInFailure(
  performance: Performance,
  step: string,
  attempt: number,
  signal: AbortSignal,
  thrown: unknown,
  usage: Usage | null,
): Promise<never> {
  if (performance.isHalted) return never()
  const failure = signal.aborted ? cancelled() : toRunFailure(thrown)
  if (!isOutcome(failure.failure)) return performance.stop(failure.failure)
  await performance.append({
    type: 'step-failed',
    step,
    attempt,
    failure: failure.failure,
    ...(usage ? { usage } : {}),
  })
  throw failure
}

/** Within one version of a playbook the same name must ask the same thing; a newer one keeps old results. */
async function checkSame<T extends Json>(
  performance: Performance,
  step: string,
  spec: StepSpec<T>,
  digest: string,
  past: StepRecord,
): Promise<void> {
  const version = spec.version ?? 1
  const kindChanged = past.kind !== spec.kind || past.version !== version
  if (!kindChanged && past.digest === digest) return
  const { playbook, state } = performance
  if (kindChanged || state.playbook?.version === playbook.version) {
    const what = kindChanged
      ? `was ${past.kind} v${past.version} and is now ${spec.kind} v${version}`
      : 'was asked with another input before'
    const older = playbook.source === undefined ? 'version of Tutti' : playbook.source.file
    const message = `The step "${step}" ${what}, so its recorded result does not answer it. Resume with the ${older} that started the run.`
    await performance.stop({ code: 'replay-diverged', message, step })
  }
  if (!state.outdated.has(step)) await performance.append({ type: 'step-outdated', step, digest })
}

function contextFor(
  performance: Performance,
  step: string,
  signal: AbortSignal,
  attempt: number,
  startedAt: number,
): StepContext & { usage(): Usage | null } {
  let usage: Usage | null = null
  return {
    world: performance.world,
    run: performance.state.run,
    step,
    attempt,
    startedAt,
    notes: performance.state.steps.get(step)?.notes ?? [],
    everyNote: () => new Map([...performance.state.steps].map(([name, { notes }]) => [name, notes])),
    signal,
    note: (note) => performance.appendAtWork({ type: 'step-noted', step, attempt, note }),
    spent: (spent) => {
      usage = soundUsage(spent)
    },
    recordSpent: (spent) => {
      usage = soundUsage(spent)
      return performance.appendAtWork({ type: 'step-spent', step, attempt, usage })
    },
    isOverLimit: (spent) => performance.state.budgets.isPassed(step, spent),
    chargeTurn: async (spent) => {
      const { budgets } = performance.state
      if (budgets.broken(step, oneTurn, performance.workedUntil())) return false
      budgets.hold(step, oneTurn)
      const before = soundUsage(spent)
      usage = { ...before, turns: before.turns + 1 }
      await performance.appendAtWork({ type: 'step-spent', step, attempt, usage })
      return true
    },
    usage: () => usage,
  }
}
