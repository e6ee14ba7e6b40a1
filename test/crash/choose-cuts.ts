import type { Point } from './cutting-effect.ts'

/** After this something is at work that no effect surrounds. */
const LEFT_AT_WORK = 'release'

/** A place of a job where it is cut. */
export interface CutPlace {
  readonly point: Point
  /** Something is at work that would go on if the job stood still here. */
  readonly isUrgent: boolean
}

/**
 * A place for every point. Between the end of one effect and the begin of the next nothing changes outside, so
 * that these two points are one place, which is cut at either of them; unless something is left at work there.
 */
export function placesOf(points: readonly Point[], random: () => number): readonly CutPlace[] {
  const places: CutPlace[] = []
  for (const [index, point] of points.entries()) {
    const before = points[index - 1]
    const isLeftAtWork = before?.moment === 'after' && before.label === LEFT_AT_WORK
    const isSamePlace = point.moment === 'before' && before?.moment === 'after' && !isLeftAtWork
    const isUrgent = isLeftAtWork || (point.moment === 'after' && point.label === LEFT_AT_WORK)
    if (!isSamePlace) places.push({ point, isUrgent })
    else if (random() < 0.5) places[places.length - 1] = { point, isUrgent }
  }
  return places
}

/**
 * What a job does that another one has not done: its points from the start of the step in which the two were
 * last the same.
 */
export function ownPoints(points: readonly Point[], others: readonly Point[]): readonly Point[] {
  const parting = points.findIndex((point, index) => nameOf(point) !== nameOf(others[index]))
  if (parting === -1) return []
  const step = points[parting - 1]?.step
  if (step === undefined) return points
  return points.slice(points.findIndex((point) => point.step === step))
}

/** All places when they are few enough, otherwise some by chance, of as many sorts as there can be. */
export function choosePlaces<P extends CutPlace>(
  places: readonly P[],
  most: number,
  random: () => number,
): readonly P[] {
  if (places.length <= most) return places
  const shuffled = places
    .map((place) => ({ place, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ place }) => place)
  const sorts = new Map(shuffled.map((place) => [sortOf(place), place]))
  const chosen = new Set([...sorts.values()].slice(0, most))
  for (const place of shuffled) if (chosen.size < most) chosen.add(place)
  return places.filter((place) => chosen.has(place))
}

/** Batches of which each ends with the only urgent place that it may have. */
export function inBatches<P extends CutPlace>(places: readonly P[], size: number): readonly (readonly P[])[] {
  const calm = places.filter(({ isUrgent }) => !isUrgent)
  const batches = places
    .filter(({ isUrgent }) => isUrgent)
    .map((urgent) => [...calm.splice(0, size - 1), urgent])
  while (calm.length > 0) batches.push(calm.splice(0, size))
  return batches
}

/** Places of one sort are met by the same code. */
function sortOf({ point: { kind, label, moment } }: CutPlace): string {
  return [kind, label, moment].join('\t')
}

function nameOf(point: Point | undefined): string {
  return point === undefined ? '' : [point.step, point.label, point.moment].join('\t')
}
