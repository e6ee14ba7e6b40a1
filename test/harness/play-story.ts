import type { RunEvent } from '../../src/kernel/event.ts'
import type { Json } from '../../src/kernel/json.ts'
import type { Outcome } from '../../src/kernel/outcome.ts'
import type { LiveRun } from '../../src/kernel/play.ts'
import { play } from '../../src/kernel/play.ts'
import type { Playbook, Run } from '../../src/kernel/playbook.ts'
import type { World } from '../../src/kernel/ports/world.ts'
import type { Limits } from '../../src/kernel/usage.ts'
import { createTestWorld } from '../../src/testing/test-world.ts'

export const yesNo = {
  kind: 'choice',
  text: 'Go on?',
  options: [
    { id: 'yes', label: 'Yes' },
    { id: 'no', label: 'No' },
  ],
  free: false,
} as const

export function playbook(story: (run: Run) => Promise<Json>, version = 1): Playbook<Json, Json> {
  return { name: 'test', version, parseInput: (input) => input, play: story }
}

export async function begin(
  story: Playbook<Json, Json>,
  world: World,
  options: { readonly limits?: Limits; readonly stopWhenWaiting?: boolean } = {},
): Promise<LiveRun> {
  const { events } = await world.journal.read()
  const start = events.length === 0 ? { run: 'r1', input: null, limits: options.limits ?? {} } : null
  return play({
    playbook: story,
    world,
    start,
    tutti: '0',
    stopWhenWaiting: options.stopWhenWaiting ?? false,
  })
}

export async function playThrough(...args: Parameters<typeof begin>): Promise<Outcome> {
  return (await begin(...args)).outcome
}

export async function eventsOf(world: World): Promise<readonly RunEvent[]> {
  return (await world.journal.read()).events
}

export function effect(run: Run, name: string, log: string[], result: Json = name): Promise<Json> {
  return run.step(name, {
    kind: 'effect',
    input: name,
    execute: async () => {
      log.push(name)
      return result
    },
  })
}

/** The first events of a run of one step, as a crash would leave them. */
export async function pastOf(
  step: (run: Run) => Promise<Json>,
  events: number,
): Promise<readonly RunEvent[]> {
  const world = createTestWorld()
  await playThrough(playbook(step), world)
  return (await eventsOf(world)).slice(0, events)
}

export function stillClock(onSleep: () => void): World['clock'] {
  const { clock } = createTestWorld()
  const sleep: World['clock']['sleep'] = (_ms, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      onSleep()
    })
  return {
    now: () => clock.now(),
    awake: () => clock.awake(),
    settled: () => clock.settled(),
    sleep,
    sleepUntil: sleep,
  }
}
