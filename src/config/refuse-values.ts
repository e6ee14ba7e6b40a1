import { RunFailure } from '../kernel/failure.ts'
import { oneLine } from './one-line.ts'
import type { ValueProblem } from './read-values.ts'

/** Throws `bad-input` that names every flag, variable or place with what is wrong there; nothing when all is well. */
export function refuseAny(problems: readonly ValueProblem[]): void {
  const first = problems[0]
  if (first === undefined) return
  const message = problems.map(({ name, text }) => `${name}: ${oneLine(text)}`).join('\n')
  throw new RunFailure({ code: 'bad-input', message, where: first.name })
}
