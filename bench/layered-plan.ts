import type { ScheduledTask } from '../src/plan/schedule-task.ts'
import type { Chance } from '../src/plan/simulate-chance.ts'

/**
 * A plan drawn in layers: each task waits for one to three tasks of the layer before its own, and writes a
 * file of its own, so that nothing but dependencies and workers stands between it and its start.
 */
export function layeredPlan(chance: Chance, size: number): readonly ScheduledTask[] {
  const layers = between(chance, 2, Math.round(2 * Math.sqrt(size)))
  const starts = new Map<number, number>()
  const layerOf = Array.from({ length: size }, (_, index) =>
    index < layers ? index : between(chance, 0, layers - 1),
  ).toSorted((a, b) => a - b)
  for (const [index, layer] of layerOf.entries()) if (!starts.has(layer)) starts.set(layer, index)
  return layerOf.map((layer, index) => ({
    id: `T${index}`,
    dependencies:
      layer === 0 ? [] : drawSome(chance, starts.get(layer - 1) ?? 0, (starts.get(layer) ?? 0) - 1),
    writeSet: [`src/part-${index}.ts`],
    conflicts: [],
    role: 'implementer',
    agent: 'agent',
    wave: null,
    minutes: 1,
  }))
}

/** A whole number, both ends included. */
export function between(chance: Chance, least: number, most: number): number {
  return least + Math.floor(chance() * (most - least + 1))
}

function drawSome(chance: Chance, least: number, most: number): readonly string[] {
  const drawn = Array.from({ length: between(chance, 1, 3) }, () => `T${between(chance, least, most)}`)
  return [...new Set(drawn)]
}
