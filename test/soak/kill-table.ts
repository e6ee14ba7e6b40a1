import type { DeathClass } from './classify-death.ts'
import { deathClasses } from './classify-death.ts'
import type { Aim } from './take-aim.ts'

const aims = ['start-up', 'append', 'git', 'gate', 'agent turn', 'idle'] as const satisfies readonly Aim[]

/** Where kills have landed, by what the dead were doing. */
export class KillTable {
  readonly #alone = new Map<DeathClass, number>()
  readonly #wholeTree = new Map<DeathClass, number>()

  get total(): number {
    return deathClasses.reduce((sum, place) => sum + this.#landed(place), 0)
  }

  count(place: DeathClass, wholeTree: boolean): void {
    const counts = wholeTree ? this.#wholeTree : this.#alone
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }

  /** What to aim at next: the places with the fewest kills, and any of them now and then. */
  aims(isIdlePossible: boolean): readonly Aim[] {
    const possible = aims.filter((aim) => aim !== 'idle' || isIdlePossible)
    const fewest = Math.min(...possible.map((aim) => this.#landed(aim)))
    const behind = possible.filter((aim) => this.#landed(aim) === fewest)
    return [...behind, ...behind, ...possible]
  }

  isBehind(place: Aim): boolean {
    return aims.every((aim) => this.#landed(place) <= this.#landed(aim))
  }

  missing(least: number): readonly Aim[] {
    return aims.filter((aim) => this.#landed(aim) < least)
  }

  render(): string {
    const row = (name: string, alone: number, wholeTree: number): string =>
      [name.padEnd(12), ...[alone, wholeTree, alone + wholeTree].map((n) => String(n).padStart(12))].join('')
    const rows = deathClasses.map((place) =>
      row(place, this.#alone.get(place) ?? 0, this.#wholeTree.get(place) ?? 0),
    )
    const sum = (counts: ReadonlyMap<DeathClass, number>): number =>
      [...counts.values()].reduce((total, count) => total + count, 0)
    const head = ['killed in'.padEnd(12), 'alone', 'whole tree', 'both'].map((name, index) =>
      index === 0 ? name : name.padStart(12),
    )
    return [head.join(''), ...rows, row('all', sum(this.#alone), sum(this.#wholeTree))].join('\n')
  }

  #landed(place: DeathClass): number {
    return (this.#alone.get(place) ?? 0) + (this.#wholeTree.get(place) ?? 0)
  }
}
