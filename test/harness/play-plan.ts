import { createScriptedAgents } from '../../src/adapters/agents/scripted/scripted-agents.ts'
import type { Scene } from '../../src/adapters/agents/scripted/script.ts'
import { createMemoryJournal } from '../../src/adapters/journal/memory/memory-journal.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { Json } from '../../src/kernel/json.ts'
import type { Outcome } from '../../src/kernel/outcome.ts'
import { play } from '../../src/kernel/play.ts'
import type { Run } from '../../src/kernel/playbook.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import type { Answer, Question } from '../../src/kernel/question.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { ProcessPolicy } from '../../src/policy/process-policy.ts'
import { standardPolicy } from '../../src/policy/run-policy.ts'
import { agreeOnPlan } from '../../src/stages/plan/agree-on-plan.ts'
import type { Brief } from '../../src/stages/intake/brief.ts'
import type { Job } from '../../src/stages/job.ts'
import { createTestWorld } from '../../src/testing/test-world.ts'
import { createVirtualClock } from '../../src/testing/virtual-clock.ts'
import { paperWorld } from './paper-world.ts'
import { jobOf } from './play-stage.ts'

export interface PlanOptions {
  readonly scenes?: readonly Scene[]
  readonly job?: Partial<Job>
  readonly process?: Partial<ProcessPolicy>
  readonly brief?: Partial<Brief>
  readonly given?: Plan
  /** Without it, whatever `--yes` may answer is approved. */
  readonly answer?: (question: string, ask: Question) => Partial<Answer> | null
  /** Go on with this journal instead of a new one. */
  readonly past?: readonly RunEvent[]
  readonly store?: Store
  readonly run?: string
  /** The repository's files. */
  readonly files?: Readonly<Record<string, string>>
  /** Without it, a plan is agreed on. */
  readonly stage?: (run: Run, job: Job, brief: Brief) => Promise<Json>
}

export interface PlanPlay {
  readonly outcome: Outcome
  readonly events: readonly RunEvent[]
  readonly prompts: ReadonlyMap<string, string>
  readonly questions: ReadonlyMap<string, Question>
  readonly facts: (kind: string) => readonly Json[]
}

/** Plays research or planning in a world where files and commits are only names, in no time. */
export async function playPlan(options: PlanOptions): Promise<PlanPlay> {
  const past = options.past ?? []
  const clock = createVirtualClock({ start: (past.at(-1)?.at ?? Date.UTC(2026, 0, 1)) + 1 })
  const agents = createScriptedAgents({ script: { scenes: options.scenes ?? [] }, clock })
  const prompts = new Map<string, string>()
  const files = options.files ?? {}
  const paper = paperWorld({
    fails: () => false,
    touches: () => [],
    conflicts: () => false,
    isIdle: () => true,
    keeps: () => null,
  })
  const world = createTestWorld({
    ...paper,
    clock,
    journal: createMemoryJournal(past),
    ...(options.store === undefined ? {} : { store: options.store }),
    repository: {
      ...paper.repository,
      listFiles: async () => Object.keys(files),
      readFile: async (_commit, path) => files[path] ?? null,
    },
    agents: {
      end: (session) => agents.end(session),
      canResume: (agent) => agents.canResume(agent),
      close: () => agents.close(),
      turn: (request, hooks) => {
        prompts.set(request.step, request.prompt)
        return agents.turn(request, hooks)
      },
    },
  })
  const policy = { ...standardPolicy, process: { ...standardPolicy.process, ...options.process } }
  const job = jobOf({ base: 'base', policy, ...options.job })
  const brief = { ...usualBrief, ...options.brief }
  const stage = options.stage ?? agreeing(options.given ?? null)
  const live = await play({
    playbook: {
      name: 'plan-only',
      version: 1,
      parseInput: () => null,
      play: (run) => stage(run, job, brief),
    },
    world,
    start: past.length > 0 ? null : { run: options.run ?? 'r1', input: null, limits: {} },
    tutti: '0',
    stopWhenWaiting: true,
    answerFor: (question, ask) => {
      const usual = ask.kind === 'approval' ? { option: 'approve' } : null
      const chosen = options.answer === undefined ? usual : options.answer(question, ask)
      return chosen === null ? null : { option: null, text: null, by: 'test', ...chosen }
    },
  })
  const outcome = await live.outcome
  const { events } = await world.journal.read()
  return {
    outcome,
    events,
    prompts,
    questions: new Map(
      events.flatMap((event) => (event.type === 'question-asked' ? [[event.question, event.ask]] : [])),
    ),
    facts: (kind) =>
      events.flatMap((event) => (event.type === 'fact-recorded' && event.kind === kind ? [event.value] : [])),
  }
}

function agreeing(given: Plan | null): NonNullable<PlanOptions['stage']> {
  return async (run, job, brief) => {
    const first = { revision: 1, revise: null }
    const { plan, revision, tier, open } = await agreeOnPlan(run, job, [], first, {
      brief,
      files: null,
      given,
    })
    const { tasks, lineage } = plan
    return {
      tasks: tasks.map(({ id }) => id),
      revision,
      tier: tier ?? null,
      open: (open ?? []).map(({ text }) => text),
      lineage: lineage.map((each) => each.reason),
    }
  }
}

/** A journal cut off after each of its events, and each part played on. */
export async function playCuts(
  options: PlanOptions,
): Promise<{ readonly whole: PlanPlay; readonly resumed: readonly PlanPlay[] }> {
  const whole = await playPlan(options)
  const resumed: PlanPlay[] = []
  for (let length = 1; length < whole.events.length; length += 1) {
    resumed.push(await playPlan({ ...options, past: whole.events.slice(0, length) }))
  }
  return { whole, resumed }
}

/** Nothing special. */
export const usualBrief: Brief = {
  phase: 'new-objective',
  objective: 'make it so',
  slug: 'make-it-so',
  workType: 'feature',
  ids: [],
  mandates: [],
  unclear: [],
  criteria: [],
  grayKinds: [],
  skipDiscussion: false,
  affectedAreas: [],
  likelyFiles: [],
  tier: 'medium',
  tierReasons: [],
}
