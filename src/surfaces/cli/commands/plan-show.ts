import { findPlan } from '../../../host/find-plan.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { viewPlan } from '../../../protocol/view-plan.ts'
import { plural } from '../../../protocol/words.ts'
import { jsonText } from '../json-text.ts'
import { renderPlan } from '../render-plan.ts'
import type { Terminal } from '../terminal.ts'

export interface PlanShowFlags {
  readonly workers?: string
  readonly json: boolean
}

/** Draws a plan: its waves, what waits for what, the critical path, and its figures. */
export async function planShowCommand(
  terminal: Terminal,
  named: string | undefined,
  flags: PlanShowFlags,
): Promise<number> {
  const workers = flags.workers === undefined ? undefined : wholeNumber(flags.workers)
  const { plan, errors } = await findPlan(named, terminal)
  const view = viewPlan(plan, workers)
  if (flags.json) {
    terminal.out(jsonText(view, 2))
    return 0
  }
  for (const line of renderPlan(view, terminal.stdout.columns ?? 100, terminal.paint)) terminal.out(line)
  if (errors > 0) {
    terminal.err(
      `It cannot be played: ${plural(errors, 'error')}. See: ${terminal.self} plan lint ${named ?? ''}`,
    )
  }
  return 0
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1) return value
  throw new RunFailure({
    code: 'bad-input',
    message: `--workers needs a whole number from 1, not "${text}".`,
  })
}
