import type { Judgement } from './judgement.ts'

/** A row of the table for a person, and the other figures below it. */
export function renderJudgement(judgement: Judgement): readonly string[] {
  const { name, against, unit, measured, bound, spread, attempts, passed, beside } = judgement
  const figure = `${measured.toFixed(2)} ${unit}`.padStart(9)
  const range = `${spread.least.toFixed(2)}–${spread.most.toFixed(2)} in ${spread.samples}`
  const again = attempts === 1 ? '' : `, attempt ${attempts}`
  const others = Object.entries(beside).map(([what, value]) => `${what} ${value}`)
  return [
    `${passed ? 'pass' : 'FAIL'}  ${name.padEnd(40)} ${figure}  ≤ ${bound} ${unit}  (${range}${again})`,
    `      against ${against}`,
    `      ${others.join(', ')}`,
  ]
}
