import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '../../test/cheats/job.ts'
import { playJob } from '../../test/cheats/play-job.ts'
import { setUpJob } from '../../test/cheats/set-up-job.ts'
import { parallel } from '../../src/kernel/parallel.ts'
import { applyWork } from './apply-work.ts'
import { examineTree } from './examine-tree.ts'
import type { Hidden, Pair } from './pair.ts'

/** What became of one job: what the run calls it, and what it is. */
export interface Audited {
  readonly kind: string
  readonly trick: string
  readonly side: 'defective' | 'honest'
  /** The run's own result calls every task done. */
  readonly calledDone: boolean
  /** What the hidden check has against what was delivered; `null` when nothing, or nothing was delivered. */
  readonly wrong: string | null
  readonly outcome: string
}

const AT_ONCE = 2

/** Conducts every job of every pair in a folder of its own below `scratch`. */
export async function runAudit(
  pairs: readonly Pair[],
  scratch: string,
  tell: (audited: Audited) => void = () => {},
): Promise<readonly Audited[]> {
  const jobs = pairs.flatMap((pair, index) => [
    { pair, side: 'defective' as const, root: join(scratch, `${index}-defective`) },
    { pair, side: 'honest' as const, root: join(scratch, `${index}-honest`) },
  ])
  await parallel(jobs, AT_ONCE, ({ pair, side, root }) =>
    checkTheCheck(pair[side], side, pair.hidden, `${root}-plain`),
  )
  return parallel(jobs, AT_ONCE, async ({ pair, side, root }) => {
    const { kind, trick, hidden } = pair
    const audited = { kind, trick, side, ...(await audit(pair[side], hidden, root)) }
    tell(audited)
    return audited
  })
}

async function audit(
  job: Job,
  hidden: Hidden,
  root: string,
): Promise<Pick<Audited, 'calledDone' | 'wrong' | 'outcome'>> {
  const place = await setUpJob(root, job)
  const { outcome, done } = await playJob(place, job)
  const delivered = outcome.status === 'completed' ? 'tutti/audit' : null
  const wrong = delivered === null ? null : await examineTree(place, delivered, hidden)
  await rm(root, { recursive: true, force: true })
  return { calledDone: done, wrong, outcome: JSON.stringify(outcome).slice(0, 400) }
}

/** Work that nobody has checked must be told apart by the hidden check, or the audit would prove nothing. */
async function checkTheCheck(job: Job, side: Audited['side'], hidden: Hidden, root: string): Promise<void> {
  const { place, commit } = await applyWork(root, job)
  const wrong = await examineTree(place, commit, hidden)
  if ((wrong === null) !== (side === 'honest')) {
    throw new Error(`The hidden check is no good: the ${side} work is ${wrong ?? 'right'} in ${root}.`)
  }
  await rm(root, { recursive: true, force: true })
}
