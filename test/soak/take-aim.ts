import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import type { RunEvidence } from '../crash/read-evidence.ts'
import type { TraceReader } from '../crash/trace-reader.ts'
import type { DeathClass } from './classify-death.ts'
import { openQuestions, openStepKinds, openTurns } from './classify-death.ts'

export type Aim = Exclude<DeathClass, 'between'>

export interface Target {
  readonly pid: number
  readonly trace: TraceReader
  /** How long a process takes until it plays. */
  readonly startUpMs: number
  /** How long a turn lasts. */
  readonly turnMs: number
  readonly read: () => Promise<RunEvidence>
  readonly hasEnded: () => boolean
  readonly random: () => number
}

const SPIN_MS = 25
const MOST_SKIPPED = 25

/** Resolves at a moment that looks like the wanted one; `false` when the process has ended before it came. */
export async function takeAim(aim: Aim, target: Target): Promise<boolean> {
  const { random, startUpMs, turnMs } = target
  switch (aim) {
    case 'start-up':
      await delay(random() * startUpMs)
      break
    case 'append':
      return spinFor(target, (label) => label === 'append')
    case 'git':
      return spinFor(target, (label) => label.startsWith('git '))
    case 'agent turn':
      await until(target, ({ turns }) => openTurns(turns) > 0)
      await delay(random() * turnMs)
      break
    case 'gate':
      await until(target, ({ events }) => openStepKinds(events).includes('gate'))
      await delay(random() * 60)
      break
    case 'idle':
      await until(target, ({ events }) => openQuestions(events) > 0)
      await delay(30 + random() * 100)
      break
  }
  return !target.hasEnded()
}

/** Effects last a millisecond or two, so they are watched for without a pause, in bursts. */
async function spinFor(target: Target, isWanted: (label: string) => boolean): Promise<boolean> {
  const { trace, pid, hasEnded } = target
  let skip = Math.floor(target.random() * MOST_SKIPPED)
  let isInside = false
  while (!hasEnded()) {
    const pauseAt = performance.now() + SPIN_MS
    while (performance.now() < pauseAt) {
      trace.look()
      const wasInside = isInside
      isInside = trace.openEffects(pid).some(isWanted)
      if (!isInside || wasInside) continue
      if (skip === 0) return true
      skip -= 1
    }
    await setImmediate()
  }
  return false
}

async function until({ read, hasEnded }: Target, isThere: (evidence: RunEvidence) => boolean): Promise<void> {
  while (!hasEnded() && !isThere(await read())) await delay(3)
}
