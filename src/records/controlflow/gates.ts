import { plannedWaves } from '../../plan/plan-graph.ts'
import type { ChallengeFact, ReviewFact } from '../../stages/facts.ts'
import type { GateEvent } from './gate-event-schema.ts'
import type { PreflectFact } from './own-facts.ts'
import type { MadePlan, Phase } from './phases.ts'

/** What is decided at a gate, before it is known when and where. */
export type Gate = Pick<
  GateEvent,
  'event_type' | 'decision' | 'confidence' | 'requires_human_approval' | 'reason' | 'next_action'
> &
  Partial<Pick<GateEvent, 'safety_checks' | 'dryrun_status' | 'skeptic_status'>>

/** A decision as people read it: labelled, never as data. */
export function gateReport(gate: Gate, heading: string): string {
  return [
    heading,
    `Decision: ${gate.decision}`,
    `Confidence: ${gate.confidence}`,
    `Requires Human Approval: ${gate.requires_human_approval ? 'yes' : 'no'}`,
    `Reason: ${gate.reason}`,
    `Next Action: ${gate.next_action}`,
  ].join('\n')
}

export function planGate({ tasks, revision, confidence }: MadePlan): Gate {
  const waves = plannedWaves(tasks).length
  return {
    event_type: 'PLAN_GATE',
    decision: 'GO',
    confidence: confidence ?? 0,
    requires_human_approval: true,
    reason: `Revision ${revision} of the plan has ${count(tasks.length, 'phase')} in ${count(waves, 'wave')}.`,
    next_action: 'Wait for the approval of the plan.',
  }
}

const CHALLENGED: Readonly<Record<ChallengeFact['verdict'], Pick<Gate, 'decision' | 'next_action'>>> = {
  approved: { decision: 'GO', next_action: 'Begin with the first wave.' },
  revise: { decision: 'REPLAN', next_action: 'The planner revises the plan, and it is reviewed again.' },
  rejected: { decision: 'BLOCKED', next_action: 'A person decides about the plan.' },
  stagnant: { decision: 'BLOCKED', next_action: 'A person decides about the best plan there was.' },
  exhausted: { decision: 'BLOCKED', next_action: 'A person decides about the best plan there was.' },
  unheard: { decision: 'ABSTAIN', next_action: 'The plan goes on as it was approved.' },
}

export function challengeGate({ verdict, round, by, objections }: ChallengeFact): Gate {
  const blocking = objections.filter(({ severity }) => severity === 'blocking')
  const [first] = blocking
  const walked = by.includes('executability-verifier')
  const stuck = blocking.some((each) => each.by === 'executability-verifier')
  return {
    event_type: 'PLAN_GATE',
    ...CHALLENGED[verdict],
    confidence: verdict === 'unheard' ? 0 : 1,
    requires_human_approval: CHALLENGED[verdict].decision === 'BLOCKED',
    reason:
      first === undefined
        ? `Round ${round} of the review: nothing blocks the plan.`
        : `Round ${round} of the review: ${verdict}, ${blocking.length} blocking. ${first.text}`,
    dryrun_status: walked && blocking.length === 0 ? 'PASS' : stuck ? 'FAIL' : 'NOT_RUN',
  }
}

export function preflectGate(fact: PreflectFact): Gate {
  const { wave, waves, decision } = fact
  const why = [...fact.contractDrift, ...fact.scopeDrift, ...fact.missingEvidence]
  const next = {
    GO: fact.destructive.length > 0 ? 'Ask about each phase of the wave.' : 'Ask whether the wave may start.',
    REPLAN: 'The planner makes anew what cannot start.',
    ABSTAIN: 'A person decides whether the wave may start.',
  }[decision]
  return {
    event_type: 'PREFLECT_GATE',
    decision,
    confidence: decision === 'ABSTAIN' ? 0.5 : 1,
    requires_human_approval: decision !== 'REPLAN',
    reason: `Wave ${wave} of ${waves}: ${why.length === 0 ? 'nothing stands in its way.' : why.join(' ')}`,
    next_action: next,
    safety_checks: ['destructive_action_checked', 'scope_checked', 'policy_checked', 'todo_verified'],
  }
}

/** What is reviewed where no phase is. */
export const WHOLE = 'The whole change'

export function reviewGate({ scope, verdict, objections }: ReviewFact, phase: Phase | undefined): Gate {
  const blocking = objections.filter(({ severity }) => severity === 'blocking')
  const isFinal = scope === 'final'
  const next = isFinal ? 'Go on to the summary.' : 'Merge the phase and mark its todo.'
  const issues = `${count(blocking.length, 'validated blocking issue')}: ${blocking.map(({ text }) => text).join(' ')}`
  const [decision, said] = (
    {
      approved: ['GO', 'approved'],
      advised: ['GO', 'nothing that was checked blocks it; the rest is told'],
      abstained: ['ABSTAIN', 'the reviewer gave no verdict, and nothing that was checked blocks it'],
      blocked: ['BLOCKED', issues],
    } as const
  )[verdict]
  return {
    event_type: isFinal ? 'COMPLETION_GATE' : 'PHASE_REVIEW_GATE',
    decision,
    confidence: verdict === 'abstained' ? 0.5 : 1,
    requires_human_approval: false,
    reason: `${phase?.name ?? WHOLE}: ${said.replace(/\.$/, '')}.`,
    next_action: verdict === 'blocked' ? 'Whoever made it puts it right, and it is reviewed again.' : next,
  }
}

/** Something that only a person may allow, or that has used up what it was given. */
export function personGate(kind: Gate['event_type'], text: string): Gate {
  return {
    event_type: kind,
    decision: 'BLOCKED',
    confidence: 1,
    requires_human_approval: true,
    reason: text,
    next_action: 'Wait for a person.',
    ...(kind === 'HIGH_RISK_APPROVAL_GATE'
      ? { safety_checks: ['destructive_action_checked', 'policy_checked'] }
      : {}),
  }
}

export function completionGate(missing: readonly string[], answer: string | null): Gate {
  const isWhole = missing.length === 0
  const first = isWhole ? 'Every todo is marked.' : `Not completed: ${missing.join(', ')}.`
  return {
    event_type: 'COMPLETION_GATE',
    decision: isWhole || answer !== null ? 'GO' : 'ABSTAIN',
    confidence: 1,
    requires_human_approval: answer === null,
    reason: answer === null ? first : `${first} The summary was seen by ${answer}.`,
    next_action: answer === null ? 'Wait until the summary was seen.' : 'Deliver the work.',
    safety_checks: ['todo_verified', 'policy_checked'],
  }
}

export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
