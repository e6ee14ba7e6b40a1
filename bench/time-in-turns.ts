import { performance } from 'node:perf_hooks'

/** One side of a comparison; it is told which round it is. `prepare` is not timed. */
export interface Side {
  readonly prepare?: (round: number) => Promise<void> | void
  readonly act: (round: number) => Promise<void> | void
}

/**
 * Milliseconds of each side, round by round. The sides take turns, and each round begins with the next one, so
 * that whatever else the machine does falls on all of them alike. A first round, 0, warms up and is not counted.
 */
export async function timeInTurns<Name extends string>(
  rounds: number,
  sides: Readonly<Record<Name, Side>>,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names = Object.keys(sides) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] as Name
      const ms = await timeOnce(sides[name], round)
      if (round > 0) times[name].push(ms)
    }
  }
  return times
}

/** One side by another, round by round. */
export function ratios(ours: readonly number[], bare: readonly number[]): readonly number[] {
  return ours.map((ms, round) => ms / (bare[round] ?? NaN))
}

async function timeOnce({ prepare, act }: Side, round: number): Promise<number> {
  await prepare?.(round)
  const start = performance.now()
  await act(round)
  return performance.now() - start
}
