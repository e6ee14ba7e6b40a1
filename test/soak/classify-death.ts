import type { TurnLogEntry } from '../../src/adapters/agents/scripted/turn-log.ts'
import type { RunEvent } from '../../src/kernel/event.ts'

/** What a conductor was doing when it died. */
export const deathClasses = ['start-up', 'append', 'git', 'gate', 'agent turn', 'idle', 'between'] as const

export type DeathClass = (typeof deathClasses)[number]

export interface DeathScene {
  /** Effects that its trace shows as begun and not ended. */
  readonly openEffects: readonly string[]
  /** The journal at its death, and how much of it was there when the process started. */
  readonly events: readonly RunEvent[]
  readonly eventsBefore: number
  readonly turns: readonly TurnLogEntry[]
}

const JOURNAL = new Set(['append', 'open journal', 'cut', 'blob'])
const WORKSPACE = /^git |workspace|guard|shared file|unfinished|index|lock$/

/** Judges by what the dead have written, never by what was aimed at. */
export function classifyDeath(scene: DeathScene): DeathClass {
  const own = scene.events.slice(scene.eventsBefore)
  if (!own.some(({ type }) => type === 'run-started' || type === 'run-resumed')) return 'start-up'
  if (scene.openEffects.some((label) => JOURNAL.has(label))) return 'append'
  if (scene.openEffects.some((label) => WORKSPACE.test(label))) return 'git'
  const kinds = openStepKinds(scene.events)
  if (kinds.includes('gate')) return 'gate'
  if (kinds.includes('turn') && openTurns(scene.turns) > 0) return 'agent turn'
  if (kinds.length === 0 && openQuestions(scene.events) > 0) return 'idle'
  return 'between'
}

/** Kinds of the steps that have started and not ended. */
export function openStepKinds(events: readonly RunEvent[]): readonly string[] {
  const open = new Map<string, string>()
  for (const event of events) {
    if (event.type === 'step-started') open.set(event.step, event.kind)
    if (event.type === 'step-completed' || event.type === 'step-failed') open.delete(event.step)
  }
  return [...open.values()]
}

/** Turns that the agents have begun and not ended. */
export function openTurns(turns: readonly TurnLogEntry[]): number {
  const open = new Set<string>()
  for (const { step, attempt, phase } of turns) {
    if (phase === 'start') open.add(`${step} ${attempt}`)
    else open.delete(`${step} ${attempt}`)
  }
  return open.size
}

export function openQuestions(events: readonly RunEvent[]): number {
  const open = new Set<string>()
  for (const event of events) {
    if (event.type === 'question-asked') open.add(event.question)
    if (event.type === 'question-answered') open.delete(event.question)
  }
  return open.size
}
