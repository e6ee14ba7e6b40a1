import { createScriptedAgents } from '../../src/adapters/agents/scripted/scripted-agents.ts'
import type { Scene } from '../../src/adapters/agents/scripted/script.ts'
import { createMemoryJournal } from '../../src/adapters/journal/memory/memory-journal.ts'
import { createProof } from '../../src/gates/proof.ts'
import { verify } from '../../src/gates/verify.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { Outcome } from '../../src/kernel/outcome.ts'
import { play } from '../../src/kernel/play.ts'
import type { Playbook } from '../../src/kernel/playbook.ts'
import type { Commands } from '../../src/kernel/ports/commands.ts'
import type { World } from '../../src/kernel/ports/world.ts'
import { planSchema } from '../../src/plan/plan-schema.ts'
import type { RunPolicy } from '../../src/policy/run-policy.ts'
import { standardPolicy } from '../../src/policy/run-policy.ts'
import { execute } from '../../src/stages/execute.ts'
import { createMergeQueue } from '../../src/stages/merge-queue.ts'
import type { TaskResult } from '../../src/stages/see-through.ts'
import { createTestWorld } from '../../src/testing/test-world.ts'
import { createVirtualClock } from '../../src/testing/virtual-clock.ts'
import { completed, on } from './play-standard.ts'

export interface FloorTask {
  readonly id: string
  readonly dependencies?: readonly string[]
  readonly writeSet?: readonly string[]
  readonly estimates?: { readonly minutes: number }
}

export interface FloorOptions {
  readonly tasks: readonly FloorTask[]
  readonly policy?: Partial<RunPolicy>
  /** Before those that do every task in no time. */
  readonly scenes?: readonly Scene[]
  /** Tasks whose work is never proven; somebody is asked about them after one attempt. */
  readonly unproven?: readonly string[]
  readonly answer?: 'give-up' | 'stop'
  /** Go on with this journal instead of a new one. */
  readonly past?: readonly RunEvent[]
}

export interface FloorPlay {
  readonly outcome: Outcome
  readonly events: readonly RunEvent[]
}

/** Plays the execute stage alone, in a world where files and commits are only names, in no time. */
export async function playExecute(options: FloorOptions): Promise<FloorPlay> {
  const past = options.past ?? []
  const clock = createVirtualClock({ start: (past.at(-1)?.at ?? Date.UTC(2026, 0, 1)) + 1 })
  const scenes = [...(options.scenes ?? []), ...usualScenes]
  const world = createTestWorld({
    clock,
    journal: createMemoryJournal(past),
    agents: createScriptedAgents({ script: { scenes }, clock }),
    commands: commandsThatFail(options.unproven ?? []),
    workspaces: paperWorkspaces,
    repository: paperRepository,
  })
  const live = await play({
    playbook: executeOnly(options),
    world,
    start: past.length > 0 ? null : { run: 'r1', input: null, limits: {} },
    tutti: '0',
    answerFor: () => ({ option: options.answer ?? 'give-up', text: null, by: 'test' }),
  })
  const outcome = await live.outcome
  return { outcome, events: (await world.journal.read()).events }
}

function executeOnly({ tasks, policy }: FloorOptions): Playbook<null, TaskResult[]> {
  const plan = planSchema.parse({
    objective: 'so',
    tasks: tasks.map((task) => ({ title: task.id, ...task })),
  })
  const preparation = { command: null, copy: [], timeoutMs: 1 }
  const commands = [{ name: 'proof', command: 'prove', timeoutMs: 1 }]
  return {
    name: 'execute-only',
    version: 1,
    parseInput: () => null,
    play: (run) => {
      const base = { commit: 'base', tree: 'base-tree' }
      const proof = createProof({ commands, preparation, base, gates: 1, flakeRuns: 0 })
      const job = {
        objective: 'so',
        base: 'base',
        agents: { researcher: 'double', planner: 'double', implementer: 'double', debugger: 'double' },
        policy: { ...standardPolicy, attempts: 1, ...policy },
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
      return execute(run.scope('execute'), job, queue, { plan, revision: 1, done: [], replans: 0 })
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

function commandsThatFail(tasks: readonly string[]): Commands {
  return {
    run: async ({ step }) => ({
      exitCode: tasks.some((task) => step.startsWith(`execute/${task}@`)) ? 1 : 0,
      signal: null,
      timedOut: false,
      durationMs: 1,
      output: '',
      outputBytes: 0,
      text: '',
      reports: [],
      whole: true,
      outputFile: '',
      leftovers: 0,
      withheld: [],
    }),
    identity: async () => 'paper',
  }
}

const nothing = async (): Promise<void> => {}

const paperWorkspaces: World['workspaces'] = {
  open: async ({ id, base }) => ({ id, path: `/paper/${id}`, ref: `refs/paper/${id}`, baseCommit: base }),
  listIgnored: async () => [],
  fingerprint: async () => '',
  copyIgnored: nothing,
  commit: async ({ step }) => ({ commit: `work of ${step}`, tree: `tree of ${step}`, changes: [] }),
  strays: async () => [],
  reset: nothing,
  saveUnfinished: async () => null,
  remove: nothing,
  removeAll: nothing,
  guard: nothing,
  inspect: async () => [],
  recover: nothing,
}

/** Every merge remembers what it was made on, so that the head tells whose work it holds. */
const paperRepository: World['repository'] = {
  checkout: async () => ({ root: '/paper', head: 'base', branch: 'main', dirty: [] }),
  resolve: async () => null,
  treeOf: async (commit) => `tree of ${commit}`,
  listFiles: async () => [],
  readFile: async () => null,
  changes: async () => [],
  readChanges: async () => [],
  readMerge: async () => ({ base: new Map(), ours: new Map(), theirs: new Map(), result: new Map() }),
  mergeBase: async () => 'base',
  isAncestor: async () => true,
  merge: async ({ ours, theirs }) => {
    const tasks = [...new Set(`${ours} ${theirs}`.match(/[\w.-]+@r\d+/g) ?? [])]
    const commit = `base ${tasks.toSorted().join(' ')}`
    return { kind: 'merged', commit, tree: `tree of ${commit}` }
  },
  overlay: async ({ onto, from }) => ({
    commit: `${from} over ${onto}`,
    tree: `tree of ${from} over ${onto}`,
  }),
  deliver: async ({ branch, commit }) => ({ kind: 'delivered', branch, commit }),
}
