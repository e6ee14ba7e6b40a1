import type { Task, TaskContract } from '../plan/plan.ts'
import type { DiagnosisPacket } from './diagnosis-packet.ts'

/** Work that could not be merged with what others have done meanwhile. */
export interface Conflict {
  /** The commit that holds it. */
  readonly commit: string
  readonly paths: readonly string[]
  /** Both sides of each file, with conflict markers. */
  readonly files: readonly { readonly path: string; readonly kind: string; readonly text: string | null }[]
  /** Ids of the tasks whose work it conflicts with, as far as known. */
  readonly with: readonly string[]
}

export interface ImplementRequest {
  readonly objective: string
  readonly task: Task
  /** What it must keep to because other tasks build on it, or it on them. */
  readonly contracts: readonly TaskContract[]
  readonly verification: readonly string[]
  /** What was found about the attempt before this one. */
  readonly diagnosis: DiagnosisPacket | null
  /** The commit that keeps what an earlier session had written when it was cut off. */
  readonly kept: string | null
  readonly conflict: Conflict | null
  /** What was asked about the task in attempts before this one, with a person's answers. */
  readonly answers?: readonly string[]
  /** What came up in this very attempt: a person's answer, or why the work was not taken. */
  readonly news: string | null
}
