import { type Lair, hidesIn } from './hidden-process.ts'
import { readVariable, readProcessTable } from './process-table.ts'
import type { ProcessRow } from './process-table.ts'

export interface FamilySeed {
  /** Processes that lead a group and a session of their own, with the start time they must still have. */
  readonly leaders: readonly Pick<ProcessRow, 'pid' | 'startTime'>[]
  /** An environment variable that every member inherited, unless it dropped its environment. */
  readonly variable: { readonly name: string; readonly value: string }
  /** Folders in which nobody but members has any business, each since that start time. */
  readonly lairs?: readonly Lair[]
}

export interface ProcessFamily {
  /** The living members, each one remembered for the next look even when its parent has died meanwhile. */
  look(): readonly ProcessRow[]
  /**
   * Remembers who is left in the group of a leader that has just ended. Contract: called at once, while the
   * leader's number cannot have been given to a stranger.
   */
  noteLeaderEnded(pid: number): void
}

/**
 * Follows processes by group, session, inherited variable and descent, and finds those in its folders that gave
 * all that up. This process and its ancestors are never members. A process is missed only if it left its session,
 * lost its parent before the first look, dropped its marks, and either works elsewhere or took on the looks of a
 * user's own program, which is never ended on suspicion.
 */
export function followFamily(seed: FamilySeed): ProcessFamily {
  const known = new Map(seed.leaders.map((leader) => [leader.pid, leader.startTime]))
  const isKnown = (row: ProcessRow): boolean => known.get(row.pid) === row.startTime
  const { lairs = [] } = seed
  const { name, value } = seed.variable

  return {
    look() {
      const rows = readProcessTable()
      const spared = ancestry(rows)
      const groups = seed.leaders
        .map((leader) => leader.pid)
        .filter((group) => rows.some((row) => isKnown(row) && isIn(row, group)))
      const seeds = rows.filter(
        (row) =>
          !spared.has(row.pid) &&
          (isKnown(row) ||
            groups.some((group) => isIn(row, group)) ||
            readVariable(row.pid, name) === value ||
            lairs.some((lair) => hidesIn(row, lair, spared))),
      )
      const members = withDescendants(seeds, rows).filter((row) => !spared.has(row.pid))
      for (const member of members) known.set(member.pid, member.startTime)
      return members
    },

    noteLeaderEnded(pid) {
      const rows = readProcessTable()
      if (rows.some((row) => row.pid === pid)) return
      for (const row of rows) if (isIn(row, pid)) known.set(row.pid, row.startTime)
    },
  }
}

/** A group's number is not given out again while any process is left in the group or in its session. */
function isIn(row: ProcessRow, group: number): boolean {
  return row.group === group || row.session === group
}

function ancestry(rows: readonly ProcessRow[]): ReadonlySet<number> {
  const parents = new Map(rows.map((row) => [row.pid, row.parent]))
  const found = new Set([0, 1])
  for (let pid: number | undefined = process.pid; pid !== undefined && !found.has(pid);) {
    found.add(pid)
    pid = parents.get(pid)
  }
  return found
}

function withDescendants(seeds: readonly ProcessRow[], rows: readonly ProcessRow[]): readonly ProcessRow[] {
  const children = new Map<number, ProcessRow[]>()
  for (const row of rows) children.set(row.parent, [...(children.get(row.parent) ?? []), row])
  const found = new Set(seeds)
  for (const member of found) for (const child of children.get(member.pid) ?? []) found.add(child)
  return [...found]
}
