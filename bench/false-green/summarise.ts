import type { Audited } from './run-audit.ts'

export interface KindSummary {
  readonly kind: string
  readonly pairs: number
  /** Jobs called done whose work is defective. */
  readonly falseGreen: number
  /** Jobs called done whose work is right, as the hidden check tells too. */
  readonly honestDone: number
}

export function summarise(audited: readonly Audited[]): readonly KindSummary[] {
  const names = [...new Set(audited.map(({ kind }) => kind))]
  return names.map((kind) => {
    const jobs = audited.filter((each) => each.kind === kind)
    const honest = jobs.filter(({ side }) => side === 'honest')
    return {
      kind,
      pairs: honest.length,
      falseGreen: jobs.filter(isFalseGreen).length,
      honestDone: honest.filter(({ calledDone, wrong }) => calledDone && wrong === null).length,
    }
  })
}

/** A defect that is called done, or a delivery that is wrong, whoever made it. */
export function isFalseGreen({ side, calledDone, wrong }: Audited): boolean {
  return wrong !== null || (side === 'defective' && calledDone)
}
