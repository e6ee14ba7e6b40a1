import { setTimeout as delay } from 'node:timers/promises'
import { RunFailure } from '../../kernel/failure.ts'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { ProcessFamily } from './process-family.ts'
import { readProcess } from './process-table.ts'
import { Waiting } from './waiting.ts'
import type { ProcessRow } from './process-table.ts'

const LOOK_EVERY_MS = 10
const LOOK_AT_LEAST_EVERY_MS = 100
const GIVE_UP_AFTER_MS = 5_000

/**
 * Kills a family, again and again until two looks in a row find nobody: one look can miss a process that
 * is just forking or replacing its program. Returns everybody it found, and throws when somebody cannot be ended.
 */
export async function endFamily(
  family: ProcessFamily,
  effect: Effect,
  giveUpAfterMs = GIVE_UP_AFTER_MS,
): Promise<readonly ProcessRow[]> {
  const found = new Map<string, ProcessRow>()
  const waited = new Waiting()
  for (let quietLooks = 0; quietLooks < 2;) {
    const members = family.look()
    quietLooks = members.length === 0 ? quietLooks + 1 : 0
    for (const member of members) found.set(`${member.pid} ${member.startTime}`, member)
    if (members.length > 0) await signalMembers(members, 'SIGKILL', effect)
    if (members.length > 0 && waited.look() > giveUpAfterMs) throw cannotEnd(members)
    if (quietLooks < 2) await delay(LOOK_EVERY_MS)
  }
  return [...found.values()]
}

/** Resolves with whoever is left when the time is up, at once when nobody is. */
export async function awaitFamilyEnd(family: ProcessFamily, ms: number): Promise<readonly ProcessRow[]> {
  const waited = new Waiting()
  for (let pause = LOOK_EVERY_MS; ; pause = Math.min(2 * pause, LOOK_AT_LEAST_EVERY_MS)) {
    const members = family.look()
    const left = ms - waited.look()
    if (members.length === 0 || left <= 0) return members
    await delay(Math.min(pause, left))
  }
}

/** Signals each process only after its start time was checked once more. */
export async function signalMembers(
  members: readonly ProcessRow[],
  signal: 'SIGTERM' | 'SIGKILL',
  effect: Effect,
): Promise<void> {
  await effect('kill', async () => {
    for (const { pid, group, startTime } of members) {
      if (readProcess(pid)?.startTime !== startTime) continue
      // A whole group at one stroke leaves its members no time to fork.
      if (signal === 'SIGKILL' && pid === group) signalOne(-pid, signal)
      signalOne(pid, signal)
    }
  })
}

/** A process that is gone, or not ours to signal, is seen by the next look. */
function signalOne(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    return
  }
}

function cannotEnd(members: readonly ProcessRow[]): RunFailure {
  const pids = members.map((member) => member.pid).join(', ')
  return new RunFailure({
    code: 'workspace-failed',
    message: `Some processes that this run started cannot be ended (pid ${pids}); end them yourself, then resume.`,
  })
}
