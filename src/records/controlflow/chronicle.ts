import { completeVerdict } from '../../gates/verdict.ts'
import type { Verdict } from '../../gates/verdict.ts'
import type { RunPolicy } from '../../policy/run-policy.ts'
import type { Tier } from '../../policy/tier.ts'
import { deeper } from '../../policy/tier.ts'
import type { ChallengeFact, FailureFact, ReviewFact, StageFact } from '../../stages/facts.ts'
import type { Brief } from '../../stages/intake/brief.ts'
import { tierOfPlan } from '../../stages/plan/tier-of-plan.ts'
import type { Happening, Story } from '../story.ts'
import type { Immutable } from '../immutable.ts'
import { factsOf, ownFactsOf } from '../story.ts'
import type { GateEvent } from './gate-event-schema.ts'
import { gateEventSchema } from './gate-event-schema.ts'
import type { Gate } from './gates.ts'
import { challengeGate, completionGate, personGate, planGate, preflectGate, reviewGate } from './gates.ts'
import type { OwnFact, WorkBefore } from './own-facts.ts'
import type { MadePlan, Phases } from './phases.ts'
import { phasesOf } from './phases.ts'
import type { Told } from './machine.ts'
import { Machine } from './machine.ts'
import type { State, Transition } from './states.ts'
import { traceIdOf } from './trace-id.ts'

type History = {
  reviews: ReviewFact[]
  failures: FailureFact[]
  verdicts: Verdict[]
  attempts: number
  state: string | null
}

/** What happened to one task, oldest first. */
export type TaskHistory = Immutable<History>

/** Everything that the files of the process tell, folded out of the story. */
export interface Chronicle {
  readonly story: Story
  readonly traceId: string
  readonly slug: string
  readonly before: WorkBefore
  readonly brief: Brief | null
  readonly tier: Tier
  readonly plan: MadePlan | null
  readonly phases: Phases
  readonly rounds: readonly ChallengeFact[]
  readonly mostRounds: number
  readonly gates: readonly Told<GateEvent>[]
  readonly transitions: readonly Told<Transition>[]
  readonly state: State
  readonly todos: ReadonlySet<string>
  readonly historyOf: (task: string) => TaskHistory
}

type Heard = StageFact | OwnFact | { readonly kind: 'verdict'; readonly value: Partial<Verdict> }

/**
 * Folds a story. Contract: what is told of a happening depends on what came before it alone, so that the gates of a
 * longer story begin with those of a shorter one; a step that the machine does not have throws.
 */
export function chronicleOf(
  story: Story,
  { process: policy }: Pick<RunPolicy, 'process'>,
  before: WorkBefore,
): Chronicle {
  const traceId = traceIdOf(story.run)
  const machine = new Machine()
  const gates: Told<GateEvent>[] = []
  const histories = new Map<string, History>()
  const todos = new Set(before.phases.flatMap(({ task, isCompleted }) => (isCompleted ? [task] : [])))
  const ownHistory = (task: string): History => {
    const history = histories.get(task) ?? noHistory()
    histories.set(task, history)
    return history
  }
  let plan: MadePlan | null = null
  let tier: Tier = policy.tier === 'auto' ? 'small' : policy.tier
  let iteration = 0
  let missing: readonly string[] = []
  let phases = phasesOf(null, before.phases)
  let skeptic: NonNullable<GateEvent['skeptic_status']> = 'NOT_RUN'
  const emit = (at: number, gate: Gate, phase: number | null): void => {
    const value = gateEventSchema.parse({
      ...gate,
      ...(gate.dryrun_status === undefined ? {} : { skeptic_status: skeptic }),
      schema_version: '1.1.0',
      agent: 'Orchestrator',
      workflow_state: stateAt(gate, machine.state),
      phase_id: phase,
      trace_id: traceId,
      iteration_index: iteration,
      max_iterations: Math.min(5, policy.challenge.rounds[tier] + 1),
    })
    gates.push({ at, value })
  }
  const hear = (at: number, name: string, fact: Heard): void => {
    switch (fact.kind) {
      case 'brief':
        if (policy.tier === 'auto') tier = fact.value.tier
        break
      case 'stage':
        machine.enter(at, fact.value.stage)
        if (fact.value.stage === 'approve') iteration = 0
        break
      case 'plan': {
        const made = fact.value as MadePlan
        plan = made
        if (policy.tier === 'auto') tier = deeper(tier, tierOfPlan(made, policy))
        phases = phasesOf(made, before.phases)
        emit(at, planGate(made), null)
        break
      }
      case 'challenged':
        iteration = fact.value.round
        if (fact.value.by.includes('assumption-verifier') && skeptic !== 'ABSTAIN') skeptic = 'COMPLETE'
        emit(at, challengeGate(fact.value), null)
        skeptic = 'NOT_RUN'
        break
      case 'notice':
        if (name.endsWith('/assumption-verifier/abstained')) skeptic = 'ABSTAIN'
        break
      case 'task': {
        const history = ownHistory(fact.value.task)
        history.state = fact.value.state
        history.attempts = Math.max(history.attempts, fact.value.attempt)
        if (fact.value.state === 'working') machine.move(at, 'ACTING')
        if (fact.value.state === 'proving') machine.move(at, 'REVIEWING')
        break
      }
      case 'reviewed': {
        const { scope, of } = fact.value
        if (scope === 'task') ownHistory(of).reviews.push(fact.value)
        const phase = scope === 'task' ? phases.find(of) : undefined
        emit(at, reviewGate(fact.value, phase), phase?.number ?? null)
        break
      }
      case 'failure':
        ownHistory(fact.value.task).failures.push(fact.value)
        break
      case 'verdict': {
        const [, task] = /^execute\/(.+)@r\d+(?:\.\d+)?\//.exec(name) ?? []
        if (task !== undefined) ownHistory(task).verdicts.push(completeVerdict(fact.value))
        break
      }
      case 'cf-preflect':
        emit(at, preflectGate(fact.value), null)
        break
      case 'cf-todo':
        todos.add(fact.value.task)
        break
      case 'cf-outcome':
        ;({ missing } = fact.value)
        machine.settle(at, 'WAITING_APPROVAL')
        emit(at, completionGate(missing, null), null)
        break
      case 'cf-complete':
        machine.settle(at, 'COMPLETE')
        emit(at, completionGate(missing, fact.value.by), null)
        break
      default:
        break
    }
  }
  for (const happening of story.happenings) {
    const { at, name } = happening
    if (happening.kind === 'fact') {
      hear(at, name, happening.fact as unknown as Heard)
      continue
    }
    if (isClarification(name)) continue
    if (happening.kind === 'asked') {
      machine.wait(at, name)
      const gate = gateOfQuestion(happening)
      if (gate !== null) emit(at, gate, phases.find(taskIn(name))?.number ?? null)
    } else machine.answered(at, name)
  }
  const brief = factsOf(story, 'brief').at(-1)?.value ?? null
  return {
    story,
    traceId,
    slug: before.name ?? brief?.slug ?? 'work',
    before,
    brief,
    tier,
    plan,
    phases,
    rounds: factsOf(story, 'challenged').map(({ value }) => value),
    mostRounds: policy.challenge.rounds[tier] + 1,
    gates,
    transitions: machine.transitions,
    state: machine.state,
    todos,
    historyOf: (task) => histories.get(task) ?? noHistory(),
  }
}

type OwnValues = { readonly [Of in OwnFact as Of['kind']]: Of['value'] }

/** The last fact of a kind that the process told itself. */
export function lastOwn<Kind extends OwnFact['kind']>(story: Story, kind: Kind): OwnValues[Kind] | null {
  return ownFactsOf<OwnValues[Kind]>(story, kind).at(-1)?.value ?? null
}

/** Whatever other phases do meanwhile, a verdict on one is a review; the log knows no PLAN_REVIEW. */
function stateAt(gate: Gate, state: State): GateEvent['workflow_state'] {
  if (gate.event_type === 'PHASE_REVIEW_GATE' && !gate.requires_human_approval) return 'REVIEWING'
  return state === 'PLAN_REVIEW' ? 'PLANNING' : state
}

function noHistory(): History {
  return { reviews: [], failures: [], verdicts: [], attempts: 0, state: null }
}

/** What an agent wants to know is no gate. */
function isClarification(name: string): boolean {
  return /\/input-\d+$/.test(name)
}

function taskIn(name: string): string {
  return (/^execute\/([^/]+)@r/.exec(name) ?? /\/approve-([^/]+)$/.exec(name))?.[1] ?? ''
}

function gateOfQuestion({ name, ask }: Extract<Happening, { kind: 'asked' }>): Gate | null {
  if (/\/allow-[a-z-]+$|\/approve-(?!details)[^/]+$|\/approval-\d+$/.test(name)) {
    return personGate('HIGH_RISK_APPROVAL_GATE', ask.text)
  }
  if (/\/exhausted-\d+$/.test(name)) return personGate('PHASE_REVIEW_GATE', ask.text)
  if (/\/(?:blocked|unjudged)$/.test(name)) return personGate('COMPLETION_GATE', ask.text)
  return null
}
