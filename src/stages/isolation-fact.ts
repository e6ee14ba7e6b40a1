import type { IsolationLevel } from '../kernel/ports/isolation.ts'

/** How far an agent was kept apart from the machine in what it was asked, as its launch told. */
export type IsolationFact = {
  readonly role: string
  readonly agent: string
  readonly level: IsolationLevel
}
