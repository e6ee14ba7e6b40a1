import { createScriptedAgents } from '../../src/adapters/agents/scripted/scripted-agents.ts'
import type { Scene } from '../../src/adapters/agents/scripted/script.ts'
import { createMemoryJournal } from '../../src/adapters/journal/memory/memory-journal.ts'
import type { TeamRole } from '../../src/contracts/team-role.ts'
import { createProof } from '../../src/gates/proof.ts'
import { verify } from '../../src/gates/verify.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { Order } from '../../src/kernel/order.ts'
import type { Outcome } from '../../src/kernel/outcome.ts'
import { play } from '../../src/kernel/play.ts'
import type { Playbook } from '../../src/kernel/playbook.ts'
import type { Answer, Question } from '../../src/kernel/question.ts'
import { planSchema } from '../../src/plan/plan-schema.ts'
import type { RunPolicy } from '../../src/policy/run-policy.ts'
import { plainPolicy } from '../../src/policy/run-policy.ts'
import { agreeOnPlan } from '../../src/stages/plan/agree-on-plan.ts'
import type { Replan } from '../../src/stages/execute/carry-out-plan.ts'
import { carryOut } from '../../src/stages/execute/carry-out-plan.ts'
import { finalReview } from '../../src/stages/review/final-review.ts'
import { createMergeQueue } from '../../src/stages/integrate/merge-queue.ts'
import type { TaskResult } from '../../src/stages/execute/see-through.ts'
import { createTestWorld } from '../../src/testing/test-world.ts'
import { createVirtualClock } from '../../src/testing/virtual-clock.ts'
import type { PaperEvents } from './paper-world.ts'
import { paperWorld } from './paper-world.ts'
import { completed, on } from './play-standard.ts'

export interface FloorTask {
  readonly id: string
  readonly title?: string
  readonly dependencies?: readonly string[]
  readonly writeSet?: readonly string[]
  readonly estimates?: { readonly minutes: number }
  readonly role?: string
  readonly grave?: readonly ('destructive' | 'deployment')[]
  readonly acceptance?: readonly string[]
}

export interface FloorOptions extends Partial<PaperEvents> {
  readonly tasks: readonly FloorTask[]
  readonly policy?: Partial<RunPolicy>
  readonly teamRoles?: readonly TeamRole[]
  /** What makes a workspace ready. */
  readonly prepare?: string
  /** Before those that do every task in no time. */
  readonly scenes?: readonly Scene[]
  /** Tasks whose work is never proven. */
  readonly unproven?: readonly string[]
  /** Without it, whatever failed is given up, and every plan is approved. */
  readonly answer?: (question: string, ask: Question) => Partial<Answer> | null
  /** Is told everything as it happens, and may give orders. */
  readonly onEvent?: (event: RunEvent, order: (order: Order) => void) => void
  /** Go on with this journal instead of a new one. */
  readonly past?: readonly RunEvent[]
}

export interface FloorPlay {
  readonly outcome: Outcome
  readonly events: readonly RunEvent[]
  /** The prompts of this process's turns, by step. */
  readonly prompts: ReadonlyMap<string, string>
  /** The sessions that its turns were to go on with, by step. */
  readonly sessions: ReadonlyMap<string, string | null>
}

/** Plays the execute stage alone, in a world where files and commits are only names, in no time. */
export async function playExecute(options: FloorOptions): Promise<FloorPlay> {
  const past = options.past ?? []
  const clock = createVirtualClock({ start: (past.at(-1)?.at ?? Date.UTC(2026, 0, 1)) + 1 })
  const scenes = [...(options.scenes ?? []), ...usualScenes]
  const agents = createScriptedAgents({ script: { scenes }, clock })
  const prompts = new Map<string, string>()
  const sessions = new Map<string, string | null>()
  const { unproven = [] } = options
  const world = createTestWorld({
    clock,
    journal: createMemoryJournal(past),
    agents: {
      end: (session) => agents.end(session),
      canResume: (agent) => agents.canResume(agent),
      close: () => agents.close(),
      turn: (request, hooks) => {
        prompts.set(request.step, request.prompt)
        sessions.set(request.step, request.session)
        return agents.turn(request, hooks)
      },
    },
    ...paperWorld({
      fails: (step) => unproven.some((task) => step.startsWith(`execute/${task}@`)),
      touches: () => [],
      conflicts: () => false,
      isIdle: () => false,
      keeps: () => null,
      ...options,
    }),
  })
  const early: Order[] = []
  let give = (order: Order): void => void early.push(order)
  const live = await play({
    playbook: executeOnly(options),
    world,
    onEvent: (event) => options.onEvent?.(event, (order) => give(order)),
    start: past.length > 0 ? null : { run: 'r1', input: null, limits: {} },
    tutti: '0',
    stopWhenWaiting: true,
    answerFor: (question, ask) => {
      const usual = { option: ask.kind === 'approval' ? 'approve' : 'give-up', text: null, by: 'test' }
      const chosen = options.answer === undefined ? {} : options.answer(question, ask)
      return chosen === null ? null : { ...usual, ...chosen }
    },
  })
  give = (order) => void live.order(order)
  for (const order of early) give(order)
  const outcome = await live.outcome
  return { outcome, events: (await world.journal.read()).events, prompts, sessions }
}

function executeOnly({ tasks, policy, prepare, teamRoles = [] }: FloorOptions): Playbook<null, TaskResult[]> {
  const plan = planSchema.parse({
    objective: 'so',
    tasks: tasks.map((task) => ({ title: task.id, ...task })),
  })
  const preparation = { command: prepare ?? null, copy: [], timeoutMs: 1 }
  const commands = [{ name: 'proof', command: 'prove', timeoutMs: 1 }]
  return {
    name: 'execute-only',
    version: 1,
    parseInput: () => null,
    play: async (run) => {
      const base = { commit: 'base', tree: 'base-tree' }
      const proof = createProof({ commands, preparation, base, gates: 1, flakeRuns: 0 })
      const job = {
        objective: 'so',
        base: 'base',
        agents: { researcher: 'double', planner: 'double', implementer: 'double', debugger: 'double' },
        policy: { ...plainPolicy, attempts: 1, ...policy },
        tier: 'small' as const,
        sources: [],
        teamRoles,
        clarifications: [],
        criteria: [],
        proof,
        taskLimits: {},
        contracts: [],
      }
      const queue = createMergeQueue(
        run.scope('execute/integrate'),
        {
          batch: job.policy.batch,
          prove: (scope, name, commit, tree) => verify(scope, name, commit, tree, proof),
        },
        { head: 'base', tree: 'base-tree' },
      )
      const replan: Replan = (onLine, next) => agreeOnPlan(run, onLine, [], next)
      const { agreed, results } = await carryOut(run, job, queue, { plan, revision: 1 }, replan)
      return [...(await finalReview(run, job, queue, agreed, results)).results]
    },
  }
}

const usualScenes: readonly Scene[] = [
  on({ role: 'implementer' }, completed),
  on(
    { role: 'debugger' },
    {
      act: 'reply',
      value: {
        rootCause: 'no',
        location: { path: 'a' },
        kind: 'code',
        fix: 'none',
        changes: 'all',
        confidence: 1,
      },
    },
  ),
]
