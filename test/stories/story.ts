import type { Script } from '../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../src/kernel/json.ts'
import type { RunView } from '../../src/protocol/run-view.ts'

/** How a person answers the question whose name or text contains these words; each may be asked several times. */
export interface StoryAnswer {
  readonly to: string
  /** The n-th time it is asked gets the n-th answer; the last one stays. */
  readonly with: readonly string[]
}

/** One way through the process, as a whole job for the built command line. */
export interface Story {
  readonly name: string
  readonly objective: string
  /** Files of the repository beside its README. */
  readonly files?: Readonly<Record<string, string>>
  /** tutti.yaml, beside the agent. */
  readonly settings?: Readonly<Record<string, Json>>
  readonly flags?: readonly string[]
  /** Whether whatever only needs a yes gets it at once. */
  readonly isApproved?: boolean
  /** A process of its own, with its own policy; without it, the standard one. */
  readonly playbook?: string
  /** It has no fewer events than this; a kill comes before the last of them. */
  readonly leastEvents?: number
  /** What `scripted` does, who takes every role unless the settings say otherwise. */
  readonly script: Script
  /** More agents by name. */
  readonly others?: Readonly<Record<string, Script>>
  readonly answers?: readonly StoryAnswer[]
  /** How it ends: the exit status of the last command. */
  readonly status: number
  /** Says what is wrong with the end; an empty list when it is as it should be. */
  readonly judge: (end: StoryEnd) => Promise<readonly string[]> | readonly string[]
}

export interface StoryEnd {
  readonly view: RunView
  /** Facts of the journal by kind. */
  readonly facts: (kind: string) => readonly Json[]
  /** Names of questions that were asked, in order. */
  readonly asked: readonly string[]
  /** Steps in the order in which their turns first began, as the agents logged them. */
  readonly turns: readonly string[]
  readonly git: (...args: readonly string[]) => Promise<string>
}
