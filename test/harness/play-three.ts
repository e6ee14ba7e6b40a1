import type { Scene } from '../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../src/kernel/json.ts'
import { allContent, content, finding } from '../fixtures/challenge-replies.ts'
import type { PlanOptions, PlanPlay } from './play-plan.ts'
import { playPlan } from './play-plan.ts'
import { on } from './play-standard.ts'

export const three = ['T1', 'T2', 'T3']

export function plans(
  ids: readonly string[],
  parts: Readonly<Record<string, Json>> = {},
  step?: string,
): Scene {
  const value = { objective: 'so', tasks: ids.map((id) => ({ id, title: `feat: ${id}` })), ...parts }
  return on({ role: 'planner', ...(step === undefined ? {} : { step }) }, { act: 'reply', value })
}

export function play(options: PlanOptions = {}): Promise<PlanPlay> {
  return playPlan({ ...options, scenes: [...(options.scenes ?? []), plans(three), ...allContent(...three)] })
}

export const objecting: Readonly<Record<string, Json>> = {
  ...content(...three)['plan-auditor'],
  verdict: 'needs_revision',
  findings: [finding()],
}

export function verdicts({ facts }: PlanPlay): readonly unknown[] {
  return facts('challenged').map((value) => (value as { readonly verdict: string }).verdict)
}
