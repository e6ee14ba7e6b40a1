import type { Source } from '../contracts/source.ts'
import type { Run } from '../kernel/playbook.ts'
import type { Plan, Task } from '../plan/plan.ts'
import type { AskedAbout } from './asked-about.ts'

/** A wave of a plan that is about to start. */
export interface WaveAhead {
  /** From 1. */
  readonly number: number
  readonly of: number
  readonly revision: number
  readonly plan: Plan
  /** What is to start now: nothing that is over, nothing that waits for what was not done. */
  readonly tasks: readonly Task[]
  readonly done: readonly string[]
  /** The commit before the run, and the newest one of the line. */
  readonly base: string
  readonly head: string
}

/** What came of looking at a wave before it starts. */
export type WaveCheck =
  | { readonly kind: 'go' }
  /** Only a person can tell whether it may start, for this reason. */
  | { readonly kind: 'unsure'; readonly why: string }
  /** The plan has to change first. */
  | { readonly kind: 'replan'; readonly why: string }

/** How a process lets waves start, in its own words. */
export interface WaveGate {
  check(run: Run, wave: WaveAhead): Promise<WaveCheck>
  /** What a person is asked about the wave, and what they are told when they want to know more. */
  words(wave: WaveAhead): { readonly ask: string; readonly details: string }
  /** What about a task only a person may allow, beside what the plan's own signs tell. */
  risksOf(task: Task): readonly string[]
}

/** What a process says around its waves. */
export interface WaveVoice {
  /** In the place of the usual announcement; `isPlanned`: whether the policy wants what is to come laid out. */
  before(wave: Omit<WaveAhead, 'head'>, isPlanned: boolean): string
  /** Once the wave is done, judged and repaired; says what it has to through the hands it is given. */
  after(run: Run, wave: Pick<WaveAhead, 'number' | 'of' | 'tasks'>): Promise<void>
}

/** What a process does in its own way where the stages leave it open. */
export interface Manner {
  /** Whether the commit of its files names them; without it, yes. */
  readonly namesFiles?: boolean
  readonly wave?: WaveGate
  readonly voice?: WaveVoice
  /** What whoever is asked is told about the request itself, given their role and the full name of the step. */
  readonly envelope?: (role: string, step: string, about: AskedAbout) => Source | null
}
