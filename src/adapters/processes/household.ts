import { readFileSync } from 'node:fs'
import type { ProcessFamily } from './process-family.ts'
import type { ProcessRow } from './process-table.ts'

/** The members of one launch, told apart. */
export interface Household {
  /** Whoever is neither the program nor one of the processes that hold its namespace. */
  readonly others: readonly ProcessRow[]
  /** Those of them that have lost their parent. */
  readonly orphans: readonly ProcessRow[]
  /** All but the processes that hold the namespace. */
  readonly inhabitants: readonly ProcessRow[]
}

export type TellApart = (members: readonly ProcessRow[]) => Household

/**
 * Tells the members of a launch apart, and remembers who its program was when that is gone; `inside` is the
 * program's number in its namespace, `null` without one, and `beside` that of what we put there with it.
 */
export function createTellApart(launcher: number, inside: number | null, beside = 0): TellApart {
  let first: number | null = null
  let program = inside === null ? launcher : null
  let ours: number | null = null
  return (members) => {
    if (inside !== null) {
      first ??= members.find(({ parent }) => parent === launcher)?.pid ?? null
      program ??=
        members.find(({ pid, parent }) => parent === first && numberInside(pid) === inside)?.pid ?? null
    }
    if (beside !== 0) ours ??= members.find(({ pid }) => numberInside(pid) === beside)?.pid ?? null
    const inhabitants = members.filter(
      ({ pid }) => inside === null || (pid !== launcher && pid !== first && pid !== ours),
    )
    const others = inhabitants.filter(({ pid }) => pid !== program)
    const pids = new Set(members.map(({ pid }) => pid))
    const orphans = others.filter(({ parent }) => !pids.has(parent) || parent === first)
    return { others, orphans, inhabitants }
  }
}

/** A family without the processes that hold its namespace. */
export function inhabitantsOf(family: ProcessFamily, apart: TellApart): ProcessFamily {
  return { ...family, look: () => apart(family.look()).inhabitants }
}

/** The number a process has in the innermost namespace that it is in. */
function numberInside(pid: number): number | null {
  try {
    const numbers = /^NSpid:\s*(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(numbers?.split(/\s+/).at(-1))
  } catch {
    return null
  }
}
