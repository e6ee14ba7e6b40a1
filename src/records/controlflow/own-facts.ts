import type { Fact } from '../../kernel/playbook.ts'
import type { Drift } from '../../stages/execute/look-ahead.ts'
import type { Memory } from '../../stages/learn/memory.ts'
import type { WrittenPhase } from './plan-schema.ts'

/** What stood in files that the process appends to, before the run. */
export type FoundFact = Readonly<Record<'log' | 'notes' | 'outcomes' | 'outcomeLines', string | null>>

/** A phase of files that were given, and what became of it when its mark was held against what is there. */
export type ReconciledPhase = {
  readonly phase: number
  readonly task: string
  readonly title: string
  readonly isMarked: boolean
  readonly isCompleted: boolean
  readonly why: string
}

/** What files that were given say of work before the run. */
export interface WorkBefore {
  /** What the job is called there; `null`: it begins here. */
  readonly name: string | null
  readonly phases: readonly ReconciledPhase[]
  readonly written: readonly WrittenPhase[]
}

export const nothingBefore: WorkBefore = { name: null, phases: [], written: [] }

/** What was found before a wave: the four things that can be wrong with starting it. */
export type PreflectFact = Readonly<Drift> & {
  readonly wave: number
  readonly waves: number
  readonly revision: number
  readonly phases: readonly string[]
  readonly decision: 'GO' | 'REPLAN' | 'ABSTAIN'
  readonly destructive: readonly string[]
}

export type TodoFact = { readonly task: string; readonly phase: number; readonly title: string }

/** What the process tells beside the stages, by kind. */
export type OwnFact =
  | { readonly kind: 'cf-found'; readonly value: FoundFact }
  | { readonly kind: 'cf-reconciled'; readonly value: { readonly phases: readonly ReconciledPhase[] } }
  | { readonly kind: 'cf-preflect'; readonly value: PreflectFact }
  /** What is known of the files of a plan that was just made. */
  | {
      readonly kind: 'cf-plan-files'
      readonly value: { readonly revision: number; readonly existing: readonly string[] }
    }
  | { readonly kind: 'cf-todo'; readonly value: TodoFact }
  | { readonly kind: 'cf-memory'; readonly value: Memory }
  /** The outcome of the session is written, before its summary. */
  | { readonly kind: 'cf-outcome'; readonly value: { readonly missing: readonly string[] } }
  /** A person has seen the summary. */
  | { readonly kind: 'cf-complete'; readonly value: { readonly by: string } }

export function ownFact(of: OwnFact): Fact {
  return { kind: of.kind, version: 1, value: of.value }
}
