import { amountOf, isSenselessAmount } from '../../../kernel/usage.ts'
import type { UsageReport } from '../../../profiles/usage-report.ts'

/**
 * Turns one figure that a program reports, its tokens or its money, into what each turn has used. Contract: what was
 * not told is `null`, never 0; nothing that is told makes less of what was told before.
 */
export class SessionFigure {
  readonly #report: UsageReport
  /** Where the present turn begins in a running total; `null` when that is not known. */
  #before: number | null
  #told: number | null = null
  /** What the present turn used in running totals that have begun anew since. */
  #ended = 0
  #isSenseless = false

  /** `isNew` is false for a session that somebody else has used before. */
  constructor(report: UsageReport, isNew: boolean) {
    this.#report = report
    this.#before = isNew ? 0 : null
  }

  /** Whether the present turn was told a figure that can be none; it was not counted. */
  get isSenseless(): boolean {
    return this.#isSenseless
  }

  /** Takes the parts of one figure. */
  take(...parts: readonly unknown[]): void {
    this.#isSenseless ||= parts.some(isSenselessAmount)
    const known = parts.map(amountOf).filter((part) => part !== null)
    if (known.length === 0) return
    const figure = known.reduce((sum, part) => sum + part, 0)
    if (this.#report === 'per-call') this.#told = (this.#told ?? 0) + figure
    else if (this.#report === 'cumulative') this.#takeTotal(figure)
    else this.#told = Math.max(this.#told ?? 0, figure)
  }

  /** What the present turn has used so far. */
  soFar(): number | null {
    if (this.#told === null || this.#report === 'never' || this.#report === 'last-call') return null
    if (this.#report !== 'cumulative') return this.#told
    return this.#before === null ? null : this.#ended + this.#told - this.#before
  }

  /** Ends the turn. */
  settle(): number | null {
    const used = this.soFar()
    this.#before = this.#told ?? this.#before
    this.#told = null
    this.#ended = 0
    this.#isSenseless = false
    return used
  }

  /** A total that has become smaller is a new beginning. */
  #takeTotal(total: number): void {
    const last = this.#told ?? this.#before
    if (last !== null && this.#before !== null && total < last) {
      this.#ended += last - this.#before
      this.#before = 0
    }
    this.#told = total
  }
}
