import { createScriptedAgents } from '../../src/adapters/agents/scripted/scripted-agents.ts'
import type { Scene } from '../../src/adapters/agents/scripted/script.ts'
import { createWorkspaceFiles } from '../../src/adapters/files/workspace-files.ts'
import { createMemoryJournal } from '../../src/adapters/journal/memory/memory-journal.ts'
import { createProof } from '../../src/gates/proof.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import { RunFailure } from '../../src/kernel/failure.ts'
import type { Json } from '../../src/kernel/json.ts'
import type { Outcome } from '../../src/kernel/outcome.ts'
import { play } from '../../src/kernel/play.ts'
import type { Run } from '../../src/kernel/playbook.ts'
import type { Agents } from '../../src/kernel/ports/agents.ts'
import type { Clock } from '../../src/kernel/ports/clock.ts'
import { plainEffect } from '../../src/kernel/ports/effect.ts'
import type { Journal } from '../../src/kernel/ports/journal.ts'
import type { World } from '../../src/kernel/ports/world.ts'
import type { Answer, Question } from '../../src/kernel/question.ts'
import type { Limits } from '../../src/kernel/usage.ts'
import { standardPolicy } from '../../src/policy/run-policy.ts'
import type { Job } from '../../src/stages/job.ts'
import { createTestWorld } from '../../src/testing/test-world.ts'
import { createVirtualClock } from '../../src/testing/virtual-clock.ts'
import type { TestRepository } from '../fixtures/git-repository.ts'

/** Where a stage is played: on a real repository, or with ports of the test's own. */
export type StagePlace = { readonly repository: TestRepository } | { readonly ports: Partial<World> }

export type StageOptions = StagePlace & StageScript

interface StageScript {
  readonly stage: (run: Run) => Promise<Json>
  readonly scenes?: readonly Scene[]
  /** Other agents than those of the scenes. */
  readonly agents?: (clock: Clock) => Agents
  readonly limits?: Limits
  readonly answer?: (question: string, ask: Question) => Partial<Answer> | null
  /** Go on with this journal instead of a new one. */
  readonly past?: readonly RunEvent[]
  /** How many events there is room for. */
  readonly most?: number
}

export interface StagePlay {
  readonly outcome: Outcome
  readonly result: Json
  readonly events: readonly RunEvent[]
  /** The prompts of this process's turns, by step. */
  readonly prompts: ReadonlyMap<string, string>
  /** What was asked of people, by name. */
  readonly questions: ReadonlyMap<string, Question>
  /** The values of the facts of a kind, in their order. */
  readonly facts: (kind: string) => readonly Json[]
}

/** Plays one stage: real git and real files, scripted agents, virtual time. */
export async function playStage(options: StageOptions): Promise<StagePlay> {
  const { scenes = [], past = [], most = Number.POSITIVE_INFINITY } = options
  const clock = createVirtualClock({ start: (past.at(-1)?.at ?? Date.UTC(2026, 0, 1)) + 1 })
  const agents = options.agents?.(clock) ?? createScriptedAgents({ script: { scenes }, clock })
  const prompts = new Map<string, string>()
  const world = createTestWorld({
    clock,
    journal: cutAfter(createMemoryJournal(past), most),
    ...(await portsOf(options)),
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
  const live = await play({
    playbook: {
      name: 'stage',
      version: 1,
      parseInput: () => null,
      play: (run) => options.stage(run),
    },
    world,
    start: past.length > 0 ? null : { run: 'r1', input: null, limits: options.limits ?? {} },
    tutti: '0',
    stopWhenWaiting: true,
    answerFor: (question, ask) => {
      const chosen = options.answer?.(question, ask) ?? null
      return chosen === null ? null : { option: null, text: null, by: 'test', ...chosen }
    },
  })
  const outcome = await live.outcome
  const { events } = await world.journal.read()
  return {
    outcome,
    result: outcome.status === 'completed' ? outcome.result : null,
    events,
    prompts,
    questions: new Map(
      events.flatMap((event) => (event.type === 'question-asked' ? [[event.question, event.ask]] : [])),
    ),
    facts: (kind) =>
      events.flatMap((event) => (event.type === 'fact-recorded' && event.kind === kind ? [event.value] : [])),
  }
}

/** The commit that the user's checkout stands on. */
export function baseOf(run: Run): Promise<string> {
  return run.step<string>('base', {
    kind: 'base',
    input: null,
    execute: async ({ world }) => (await world.repository.checkout()).head,
  })
}

/** A job of the whole process for stages that are played alone. */
export function jobOf(parts: Partial<Job> & Pick<Job, 'base'>): Job {
  const base = { commit: parts.base, tree: parts.base }
  const preparation = { command: null, copy: [], timeoutMs: 1 }
  return {
    objective: 'make it so',
    agents: { implementer: 'double' },
    policy: standardPolicy,
    proof: createProof({ commands: [], preparation, base, gates: 1, flakeRuns: 0 }),
    taskLimits: {},
    contracts: [],
    tier: 'medium',
    sources: [],
    teamRoles: [],
    clarifications: [],
    criteria: [],
    ...parts,
  }
}

async function portsOf(place: StagePlace): Promise<Partial<World>> {
  if ('ports' in place) return place.ports
  const { workspaces, repository } = await place.repository.open()
  const files = createWorkspaceFiles({ effect: plainEffect, folder: place.repository.folder })
  return { workspaces, repository, files }
}

/** Plays a stage to its end and, each time anew, cut off after each of its events and then resumed. */
export async function playWithCuts(
  script: StageScript,
  makePlace: () => Promise<StagePlace>,
): Promise<{ readonly whole: StagePlay; readonly resumed: readonly StagePlay[] }> {
  const anew = async (play: (place: StagePlace) => Promise<StagePlay>): Promise<StagePlay> => {
    const place = await makePlace()
    try {
      return await play(place)
    } finally {
      if ('repository' in place) await place.repository.remove()
    }
  }
  const whole = await anew((place) => playStage({ ...script, ...place }))
  const resumed: StagePlay[] = []
  for (let most = 1; most < whole.events.length; most += 1) {
    resumed.push(
      await anew(async (place) => {
        const { events: past } = await playStage({ ...script, ...place, most })
        return playStage({ ...script, ...place, past })
      }),
    )
  }
  return { whole, resumed }
}

/** A disk that is full after so many events: what came after them is as if the process had died. */
export function cutAfter(journal: Journal, most: number): Journal {
  let room = most
  return {
    read: () => journal.read(),
    keep: (value) => journal.keep(value),
    load: (stored) => journal.load(stored),
    close: () => journal.close(),
    append: async (events) => {
      await journal.append(events.slice(0, Math.max(0, room)))
      room -= events.length
      if (room < 0) throw new RunFailure({ code: 'journal-unwritable', message: 'The disk is full.' })
    },
  }
}
