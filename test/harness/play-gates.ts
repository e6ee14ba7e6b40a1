import { createMemoryJournal } from '../../src/adapters/journal/memory/memory-journal.ts'
import { createMemoryStore } from '../../src/adapters/store/memory/memory-store.ts'
import type { Proof, ProofOptions } from '../../src/gates/proof.ts'
import { createProof } from '../../src/gates/proof.ts'
import { takeBaseline } from '../../src/gates/take-baseline.ts'
import type { TestStatus } from '../../src/gates/reports/test-report.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { Json } from '../../src/kernel/json.ts'
import type { Outcome } from '../../src/kernel/outcome.ts'
import { play } from '../../src/kernel/play.ts'
import type { Run } from '../../src/kernel/playbook.ts'
import type { CommandResult } from '../../src/kernel/ports/commands.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import type { World } from '../../src/kernel/ports/world.ts'
import { createTestWorld } from '../../src/testing/test-world.ts'
import { createVirtualClock } from '../../src/testing/virtual-clock.ts'
import { playbook } from './play-story.ts'

/** What a gate's command does: tests by name, told as TAP, or any result. */
export type Behaviour =
  | { readonly tests: Readonly<Record<string, TestStatus>>; readonly ends?: Partial<CommandResult> }
  | { readonly tests?: undefined; readonly ends: Partial<CommandResult> }

export interface Seen {
  /** The commit that the gate is run on. */
  readonly commit: string
  readonly command: string
  /** How often this command was run on this commit, this time included. */
  readonly time: number
}

export interface GateTrial extends Partial<ProofOptions> {
  readonly behave: (seen: Seen) => Behaviour
  readonly store?: Store
  readonly identity?: string
  readonly past?: readonly RunEvent[]
  readonly world?: Partial<World>
  /** Later than anything a store that is given already holds. */
  readonly start?: number
  readonly run?: string
  /** The option that every question is answered with; without it nobody answers. */
  readonly answer?: string
}

export interface GatePlay {
  readonly outcome: Outcome
  readonly events: readonly RunEvent[]
  /** What was really run: `command @ commit`. */
  readonly runs: readonly string[]
  readonly store: Store
}

export const START = Date.UTC(2026, 0, 1)

/** Plays a story about gates in a world where commits are names, trees are `tree of <commit>`, and nothing takes time. */
export async function playGates(
  trial: GateTrial,
  story: (run: Run, proof: Proof) => Promise<unknown>,
): Promise<GatePlay> {
  const clock = createVirtualClock({ start: trial.start ?? START })
  const store = trial.store ?? createMemoryStore(clock)
  const runs: string[] = []
  const times = new Map<string, number>()
  const at = new Map<string, string>()
  const world = createTestWorld({
    clock,
    store,
    journal: createMemoryJournal(trial.past ?? []),
    commands: {
      run: async ({ command, path }) => {
        const seen = `${command} @ ${at.get(path)}`
        runs.push(seen)
        const time = (times.get(seen) ?? 0) + 1
        times.set(seen, time)
        clock.advance(1)
        return resultOf(trial.behave({ commit: at.get(path) ?? '', command, time }))
      },
      identity: async () => trial.identity ?? 'this machine',
    },
    workspaces: paperPlaces(at),
    repository: trees as World['repository'],
    ...trial.world,
  })
  const proof = createProof({
    commands: [{ name: 'test', command: 'test', timeoutMs: 1000, kind: 'test' }],
    preparation: { command: null, copy: [], timeoutMs: 1000 },
    base: { commit: 'base', tree: 'tree of base' },
    gates: 1,
    flakeRuns: 5,
    ...trial,
  })
  const live = await play({
    playbook: playbook(async (run) => JSON.parse(JSON.stringify((await story(run, proof)) ?? null)) as Json),
    world,
    start: (trial.past ?? []).length > 0 ? null : { run: trial.run ?? 'r1', input: null, limits: {} },
    tutti: '0',
    stopWhenWaiting: true,
    answerFor: () => (trial.answer === undefined ? null : { option: trial.answer, text: null, by: 'test' }),
  })
  const outcome = await live.outcome
  return { outcome, events: (await world.journal.read()).events, runs, store }
}

/** The same after the base has been proven. */
export function playAfterBaseline(
  trial: GateTrial,
  story: (run: Run, proof: Proof) => Promise<unknown>,
): Promise<GatePlay> {
  return playGates(trial, async (run, proof) => {
    await takeBaseline(run, 'baseline', proof)
    return story(run, proof)
  })
}

export function resultOf(behaviour: Behaviour): CommandResult {
  if (behaviour.tests === undefined) return { ...plain, ...behaviour.ends }
  const tests = Object.entries(behaviour.tests)
  const lines = tests.map(
    ([name, status], index) =>
      `${status === 'failed' ? 'not ok' : 'ok'} ${index + 1} - ${name}${status === 'skipped' ? ' # SKIP' : ''}`,
  )
  const text = ['TAP version 13', ...lines, `1..${tests.length}`, ''].join('\n')
  const failed = tests.some(([, status]) => status === 'failed')
  const told = { text, output: text, outputBytes: text.length }
  return { ...plain, exitCode: failed ? 1 : 0, ...told, ...behaviour.ends }
}

const plain: CommandResult = {
  exitCode: 0,
  signal: null,
  timedOut: false,
  durationMs: 1,
  output: '',
  outputBytes: 0,
  text: '',
  reports: [],
  whole: true,
  outputFile: '/outputs/1',
  leftovers: 0,
  withheld: [],
}

/** Only what gates ask of the ports is there. */
export function paperPlaces(at: Map<string, string>): World['workspaces'] {
  const places: Pick<
    World['workspaces'],
    'open' | 'keepImage' | 'restoreImage' | 'watch' | 'fingerprint' | 'copyIgnored' | 'guard' | 'inspect'
  > = {
    open: async ({ id, base }) => {
      at.set(`/${id}`, base)
      return { id, path: `/${id}`, ref: `refs/${id}`, baseCommit: base }
    },
    keepImage: async () => ({ id: 'image' }),
    restoreImage: async () => 'restored',
    watch: async () => ({ putBack: async () => {}, written: async () => [], close: () => {} }),
    fingerprint: async () => 'untouched',
    copyIgnored: async () => {},
    guard: async () => {},
    inspect: async () => [],
  }
  return places as World['workspaces']
}

const trees: Pick<World['repository'], 'readFile' | 'changes' | 'overlay'> = {
  readFile: async () => null,
  changes: async () => [],
  overlay: async ({ onto, from }) => {
    const commit = `${onto} with tests of ${from}`
    return { commit, tree: `tree of ${commit}` }
  },
}
