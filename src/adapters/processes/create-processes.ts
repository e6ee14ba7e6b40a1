import { RunFailure, toRunFailure } from '../../kernel/failure.ts'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { ProcessLimits } from '../../kernel/ports/isolation.ts'
import type { LaunchedProcess, LaunchRequest, Processes } from '../../kernel/ports/processes.ts'
import { createConfiner } from './confiner.ts'
import { endFamily } from './end-family.ts'
import type { Lair } from './hidden-process.ts'
import { launchProcess } from './launch-process.ts'
import { createLedger } from './ledger.ts'
import type { LedgerEntry } from './ledger.ts'
import { followFamily } from './process-family.ts'
import { identifySelf, standing } from './process-identity.ts'
import { readVariable } from './process-table.ts'
import type { ProcessRow } from './process-table.ts'
import type { Surroundings } from './surroundings.ts'
import { NO_SURROUNDINGS } from './surroundings.ts'

export interface ProcessesOptions {
  readonly ledgerFile: string
  /** Unique to the run on this machine: every process that carries it is the run's, and may be ended. */
  readonly marker: string
  readonly effect: Effect
  /** Gives up processes that another host or container has left in the ledger, instead of refusing. */
  readonly takeOver: boolean
  /** Absent: no repository and no home of the user's. */
  readonly surroundings?: Surroundings
  /** Absent: the ways of this system. */
  readonly confine?: typeof createConfiner
}

function withLimits(request: LaunchRequest, limits: ProcessLimits): LaunchRequest {
  const { confined } = request
  if (confined === undefined) return request
  return { ...request, confined: { ...confined, limits: { ...limits, ...confined.limits } } }
}

const END_ALL_GRACE_MS = 2_000

/** Contract: `reap` comes before the first launch, and the caller holds the run's lock. */
export function createProcesses(options: ProcessesOptions): Processes {
  const { effect, marker } = options
  const ledger = createLedger(options.ledgerFile, effect)
  const around = options.surroundings ?? NO_SURROUNDINGS
  const confiner = (options.confine ?? createConfiner)(around)
  const live = new Set<Promise<LaunchedProcess>>()

  return {
    launch(asked) {
      const request = withLimits(asked, around.limits)
      const onEnded = (): boolean => live.delete(launching)
      const launching = launchProcess(request, { ledger, marker, effect, confiner, onEnded })
      live.add(launching)
      launching.catch(onEnded)
      return launching
    },

    async reap() {
      if (live.size > 0) throw toRunFailure(new Error('reap was called after the first launch'))
      const { entries, ended } = await ledger.read()
      const open = entries.filter((entry) => !ended.has(entry.launch))
      const foreign = open.find((entry) => standing(entry.identity) === 'foreign')
      if (foreign !== undefined && !options.takeOver) throw heldElsewhere(foreign)

      const family = followFamily({
        leaders: open.map((entry) => entry.identity).filter((identity) => standing(identity) === 'alive'),
        variable: { name: 'TUTTI_MARKER', value: marker },
        lairs: lairsOf(open),
      })
      const labels = new Map<number, string>()
      const labelled = (): readonly ProcessRow[] => {
        const members = family.look()
        for (const member of members) {
          if (!labels.has(member.pid)) labels.set(member.pid, labelOf(member, entries))
        }
        return members
      }
      const reaped = await endFamily({ ...family, look: labelled }, effect)
      for (const entry of open) await ledger.ended(entry.launch)
      return reaped.map(({ pid }) => ({ pid, label: labels.get(pid) ?? UNLISTED }))
    },

    async endAll() {
      await Promise.all(
        [...live].map(async (launching) => {
          const launched = await launching.catch(() => null)
          await launched?.end(END_ALL_GRACE_MS)
        }),
      )
    },
  }
}

/** Only of this boot: start times of another one mean nothing. */
function lairsOf(entries: readonly LedgerEntry[]): readonly Lair[] {
  const { bootId } = identifySelf()
  return entries.flatMap(({ folder, identity }) =>
    folder === undefined || identity.bootId !== bootId ? [] : [{ folder, since: identity.startTime }],
  )
}

const UNLISTED = 'not in the ledger'

function labelOf(member: ProcessRow, entries: readonly LedgerEntry[]): string {
  const launch = readVariable(member.pid, 'TUTTI_LAUNCH')
  const entry =
    entries.find((each) => each.launch === launch) ?? entries.findLast((each) => each.group === member.group)
  return entry?.label ?? UNLISTED
}

function heldElsewhere(entry: LedgerEntry): RunFailure {
  const { host, pid, pidNamespace } = entry.identity
  return new RunFailure({
    code: 'run-held',
    message: `${entry.label} of this run (pid ${pid}) may still be at work on host ${host}, pid namespace ${pidNamespace || 'unknown'}; end it there, or pass --take-over if that machine or container is gone.`,
  })
}
