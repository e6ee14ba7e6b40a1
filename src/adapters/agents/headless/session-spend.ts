import type { UsageReport } from '../../../profiles/usage-report.ts'

/** Turns what a program reports into what each turn has used. Contract: what was not told is `null`, never 0. */
export class SessionSpend {
  readonly #report: UsageReport
  #before: number | null
  #told: number | null = null

  /** `isNew` is false for a session that somebody else has used before. */
  constructor(report: UsageReport, isNew: boolean) {
    this.#report = report
    this.#before = isNew ? 0 : null
  }

  take(figure: number | null): void {
    if (figure === null) return
    this.#told = this.#report === 'per-call' ? (this.#told ?? 0) + figure : figure
  }

  /** What the present turn has used so far. */
  soFar(): number | null {
    if (this.#told === null || this.#report === 'never' || this.#report === 'last-call') return null
    if (this.#report !== 'cumulative') return this.#told
    if (this.#before === null) return null
    return this.#told >= this.#before ? this.#told - this.#before : this.#told
  }

  /** Ends the turn. */
  settle(): number | null {
    const used = this.soFar()
    if (this.#told !== null) this.#before = this.#told
    this.#told = null
    return used
  }
}
