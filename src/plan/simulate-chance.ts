/** Numbers from 0 up to but not 1, evenly; the same seed always gives the same ones. */
export type Chance = () => number

/** A small generator (Mulberry32) of our own, so that a seed means the same on every machine. */
export function createChance(seed: number): Chance {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A factor whose logarithm is normal around 0: as often above 1 as below. */
export function logNormal(chance: Chance, sigma: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - chance()))
  return Math.exp(sigma * radius * Math.cos(2 * Math.PI * chance()))
}

/** From 1 up with a heavy tail: the smaller the exponent, the larger the largest. */
export function pareto(chance: Chance, exponent: number): number {
  return (1 - chance()) ** (-1 / exponent)
}
