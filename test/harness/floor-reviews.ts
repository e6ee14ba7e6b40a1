import { expect } from 'vitest'
import type { Scene } from '../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../src/kernel/json.ts'
import type { ProcessPolicy } from '../../src/policy/process-policy.ts'
import { plainProcess } from '../../src/policy/run-policy.ts'
import type { RunPolicy } from '../../src/policy/run-policy.ts'
import type { ReviewFact } from '../../src/stages/facts.ts'
import type { TaskResult } from '../../src/stages/execute/see-through.ts'
import type { FloorOptions, FloorPlay } from './play-execute.ts'
import { playExecute } from './play-execute.ts'
import { on } from './play-standard.ts'

/** A reviewer's word for work that may stand. */
export const approved = { verdict: 'approved', confidence: 0.9, summary: 'fine', issues: [] }

/** An issue that the program can check, in a world where everything is in one file. */
export const blocking = {
  severity: 'major',
  confirmed: true,
  text: 'the sum is wrong',
  evidence: 'add(1, 1) gave 3',
  file: 'shared',
  about: 'risk:correctness',
}

export function against(...issues: readonly Json[]): { readonly [key: string]: Json } {
  return { verdict: 'needs_revision', confidence: 0.9, summary: 'not yet', issues: [...issues] }
}

export function says(role: string, step: string, value: Json): Scene {
  return on({ role, step }, { act: 'reply', value })
}

/** The plain process with some of it changed. */
export function processWith(parts: Partial<ProcessPolicy>): Partial<RunPolicy> {
  return { attempts: 5, process: { ...plainProcess, ...parts } }
}

/** Every review of a play, in one line each. */
export function reviews({ events }: FloorPlay): readonly string[] {
  return events.flatMap((event) => {
    if (event.type !== 'fact-recorded' || event.kind !== 'reviewed') return []
    const { scope, of, by, verdict } = event.value as unknown as ReviewFact
    return [`${scope} ${of} ${by} ${verdict}`]
  })
}

export function asked({ events }: FloorPlay): readonly string[] {
  return events.flatMap((event) => (event.type === 'question-asked' ? [event.question] : []))
}

/** Every turn of an agent, without its tries. */
export function turns({ events }: FloorPlay): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'step-started' && event.kind === 'turn' ? [event.step.replace('/try-1/turn', '')] : [],
  )
}

/** Who of two comes onto the line first is nobody's promise before it is recorded. */
function ends({ outcome }: FloorPlay): Json {
  if (outcome.status !== 'completed') return outcome.status
  const results = outcome.result as unknown as readonly TaskResult[]
  return results.map(({ id, state, attempts, problem }) => ({ id, state, attempts, problem }))
}

/** Cut after any event, a run comes to the same end, asks the same agents, and does nothing finished again. */
export async function expectSameFromAnyEvent(options: FloorOptions, whole: FloorPlay): Promise<void> {
  for (let cut = 1; cut < whole.events.length; cut += 1) {
    const resumed = await playExecute({ ...options, past: whole.events.slice(0, cut) })
    expect([cut, ends(resumed)]).toEqual([cut, ends(whole)])
    expect([cut, new Set(turns(resumed))]).toEqual([cut, new Set(turns(whole))])
    const finished = new Set<string>()
    for (const event of resumed.events) {
      if (event.type === 'step-started') expect([cut, finished.has(event.step)]).toEqual([cut, false])
      if (event.type === 'step-completed') finished.add(event.step)
    }
  }
}

export const touches = (): readonly string[] => ['shared']

export function facts({ events }: FloorPlay, kind: string): readonly Json[] {
  return events.flatMap((event) =>
    event.type === 'fact-recorded' && event.kind === kind ? [event.value] : [],
  )
}
