import { challengeEntries } from './challenge-entries.ts'
import { intakeEntries } from './intake-entries.ts'
import { planEntries } from './plan-entries.ts'
import type { RosterEntry } from './roster-entry.ts'
import { teamEntries } from './team-entries.ts'
import { workEntries } from './work-entries.ts'

/** Every contract there is. */
export const roster: readonly RosterEntry[] = [
  ...intakeEntries,
  ...planEntries,
  ...challengeEntries,
  ...workEntries,
  ...teamEntries,
]
