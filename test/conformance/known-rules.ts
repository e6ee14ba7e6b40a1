import type { ProcessName } from '../../src/records/given-files.ts'

/** The rules of one of the processes that people know, counted from 1. */
export interface RuleSet {
  readonly letter: string
  readonly process: ProcessName
  readonly count: number
  /** How many of them may be decided against. */
  readonly mostAgainst: number
}

export const ruleSets: readonly RuleSet[] = [
  { letter: 'A', process: 'gem-team', count: 93, mostAgainst: 2 },
  { letter: 'B', process: 'jira-loop', count: 54, mostAgainst: 1 },
  { letter: 'C', process: 'controlflow', count: 51, mostAgainst: 1 },
  { letter: 'D', process: 'team-coordinate', count: 45, mostAgainst: 1 },
]

export function rulesOf({ letter, count }: RuleSet): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)
}
