import type { StepContext } from '../kernel/playbook.ts'
import { atLeast, soundUsage, type Usage } from '../kernel/usage.ts'

const SPEND_EVERY_MS = 10_000

/** Follows what a turn costs over all its prompts: always in mind, and durable now and then. */
export interface TurnSpend {
  /** Takes what the present prompt has cost so far, and says what all have. */
  readonly follow: (usage: Usage) => Usage
  /** Charges a further prompt, if every cap leaves room for it. */
  readonly another: () => Promise<boolean>
  /** Says what all prompts have cost together, with what the last one told in its answer, if it gave one. */
  readonly settle: (last: Usage | null) => Promise<Usage>
}

const untold: Usage = { turns: 1, tokens: null, usd: null }

export function followSpend(context: StepContext): TurnSpend {
  const { clock } = context.world
  let recordedAt = Number.NEGATIVE_INFINITY
  let before: Usage = { turns: 0, tokens: null, usd: null }
  let present: Usage = untold
  const untoldBefore = { tokens: false, usd: false }

  return {
    follow(usage) {
      present = atLeast(present, soundUsage(usage))
      const soFar = sum(before, present)
      context.spent(soFar)
      if (clock.awake() - recordedAt < SPEND_EVERY_MS) return soFar
      recordedAt = clock.awake()
      // What cannot be recorded any more is not worth the turn; the run stops by itself.
      context.recordSpent(soFar).catch(() => {})
      return soFar
    },
    async another() {
      const soFar = sum(before, present)
      if (!(await context.chargeTurn(soFar))) return false
      untoldBefore.tokens ||= present.tokens === null
      untoldBefore.usd ||= present.usd === null
      before = soFar
      present = untold
      return true
    },
    async settle(last) {
      const end = last === null ? present : atLeast(present, soundUsage(last))
      const known = sum(before, end)
      const total = {
        turns: known.turns,
        tokens: untoldBefore.tokens || end.tokens === null ? null : known.tokens,
        usd: untoldBefore.usd || end.usd === null ? null : known.usd,
        ...(known.isEstimated ? { isEstimated: known.isEstimated } : {}),
        ...(known.isSenseless ? { isSenseless: known.isSenseless } : {}),
      }
      // What is known stays charged although the whole is not known.
      if (total.tokens !== known.tokens || total.usd !== known.usd) await context.recordSpent(known)
      context.spent(total)
      return total
    },
  }
}

function sum(one: Usage, other: Usage): Usage {
  return {
    turns: one.turns + other.turns,
    tokens: add(one.tokens, other.tokens),
    usd: add(one.usd, other.usd),
    ...(one.isEstimated || other.isEstimated ? { isEstimated: true } : {}),
    ...(one.isSenseless || other.isSenseless ? { isSenseless: true } : {}),
  }
}

/** What is known of two amounts. */
function add(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return one + other
}
