import { expect, test } from 'vitest'
import type { CutPlace } from './choose-cuts.ts'
import { choosePlaces, inBatches, ownPoints, placesOf } from './choose-cuts.ts'
import type { Point } from './cutting-effect.ts'
import { seededRandom } from './seeded-random.ts'

/** The points of effects that come one after the other, each in a step of its own kind. */
function pointsOf(...effects: readonly (readonly [step: string, label: string])[]): readonly Point[] {
  return effects.flatMap(([step, label], effect) =>
    (['before', 'after'] as const).map((moment) => ({ effect, moment, label, step, kind: step })),
  )
}

function placeAt(label: string, isUrgent = false): CutPlace {
  return { point: { effect: 0, moment: 'before', label, step: 's', kind: 'k' }, isUrgent }
}

test('the end of one effect and the begin of the next are one place', () => {
  const places = placesOf(pointsOf(['a', 'one'], ['a', 'two']), () => 0.9)
  expect(places.map(({ point }) => `${point.moment} ${point.label}`)).toEqual([
    'before one',
    'after one',
    'after two',
  ])
  const others = placesOf(pointsOf(['a', 'one'], ['a', 'two']), () => 0.1)
  expect(others.map(({ point }) => `${point.moment} ${point.label}`)).toEqual([
    'before one',
    'before two',
    'after two',
  ])
})

test('where something is left at work both are places, and urgent', () => {
  const places = placesOf(pointsOf(['a', 'release'], ['a', 'two']), () => 0.1)
  expect(places.map(({ point, isUrgent }) => [point.moment, point.label, isUrgent])).toEqual([
    ['before', 'release', false],
    ['after', 'release', true],
    ['before', 'two', true],
    ['after', 'two', false],
  ])
})

test('a job has its own points from the step in which it was last the same as another', () => {
  const other = pointsOf(['a', 'one'], ['b', 'two'], ['b', 'three'], ['c', 'four'])
  const job = pointsOf(['a', 'one'], ['b', 'two'], ['b', 'three'], ['d', 'four'])
  expect(ownPoints(job, other)).toEqual(job.slice(2))
  expect(ownPoints(other, other)).toEqual([])
  expect(ownPoints(job, [])).toEqual(job)
})

test('few places are all chosen; of many at least one of every sort, and no more than asked for', () => {
  const places = Array.from({ length: 100 }, (_, index) =>
    placeAt(index === 57 ? 'rare' : `label ${index % 5}`),
  )
  expect(choosePlaces(places, 100, seededRandom(1))).toBe(places)
  for (let seed = 1; seed <= 20; seed += 1) {
    const chosen = choosePlaces(places, 10, seededRandom(seed))
    expect(chosen).toHaveLength(10)
    expect(new Set(chosen.map(({ point }) => point.label)).size).toBe(6)
  }
})

test('every place is in one batch, and an urgent one is the last of its own', () => {
  const places = Array.from({ length: 23 }, (_, index) => placeAt(`${index}`, index % 7 === 3))
  const batches = inBatches(places, 4)
  expect(new Set(batches.flat())).toEqual(new Set(places))
  expect(batches.flat()).toHaveLength(places.length)
  for (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(4)
    for (const { isUrgent } of batch.slice(0, -1)) expect(isUrgent).toBe(false)
  }
})
