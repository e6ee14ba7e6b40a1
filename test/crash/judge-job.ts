import { findRemains } from './find-remains.ts'
import type { Breach, Death } from './find-replay-breaches.ts'
import { breach, findReplayBreaches } from './find-replay-breaches.ts'
import type { Place } from './place.ts'
import type { Delivery } from './read-delivery.ts'
import { readDelivery } from './read-delivery.ts'
import { readEvidence } from './read-evidence.ts'
import { readUserState } from './read-user-state.ts'

/** What a job that nobody interrupted has shown. */
export interface Expectation {
  readonly delivery: Delivery
  readonly userState: Readonly<Record<string, string>>
}

/** Everything that is wrong with a job that was interrupted and has ended; empty when all is well. */
export async function judgeJob(
  place: Place,
  run: string,
  deaths: readonly Death[],
  expected: Expectation,
): Promise<readonly Breach[]> {
  const replay = findReplayBreaches(deaths, await readEvidence(place, run))
  if (replay.some(({ kind }) => kind === 'not-completed')) return replay
  const delivery = await readDelivery(place, `tutti/${run}`)
  return [
    ...replay,
    ...compareDeliveries(delivery, expected.delivery),
    ...compareUserStates(await readUserState(place), expected.userState),
    ...(await findRemains(place)),
  ]
}

function compareDeliveries(found: Delivery, expected: Delivery): readonly Breach[] {
  const twice = found.steps.filter((step, index) => found.steps.indexOf(step) !== index)
  const same = found.tree === expected.tree && found.subjects.join() === expected.subjects.join()
  return [
    ...twice.map((step) => breach('commit-twice', step)),
    ...(same ? [] : [breach('result-differs', `${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)]),
  ]
}

function compareUserStates(
  found: Expectation['userState'],
  expected: Expectation['userState'],
): readonly Breach[] {
  const paths = new Set([...Object.keys(found), ...Object.keys(expected)])
  return [...paths]
    .filter((path) => found[path] !== expected[path])
    .map((path) => breach('user-touched', path))
}
