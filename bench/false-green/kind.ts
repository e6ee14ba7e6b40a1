import type { Pair } from './pair.ts'
import type { Project } from './project.ts'

/** One kind of defect, with several tricks to hide it. */
export interface Kind {
  readonly name: string
  readonly tricks: Readonly<Record<string, (project: Project, random: () => number) => MadePair>>
}

export type MadePair = Omit<Pair, 'kind' | 'trick'>
