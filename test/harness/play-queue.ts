import { createMemoryJournal } from '../../src/adapters/journal/memory/memory-journal.ts'
import { completeVerdict } from '../../src/gates/verdict.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import { RunFailure } from '../../src/kernel/failure.ts'
import type { Outcome } from '../../src/kernel/outcome.ts'
import { parallel } from '../../src/kernel/parallel.ts'
import type { LiveRun } from '../../src/kernel/play.ts'
import { play } from '../../src/kernel/play.ts'
import type { Playbook, Run } from '../../src/kernel/playbook.ts'
import type { Repository } from '../../src/kernel/ports/repository.ts'
import type { Task } from '../../src/plan/plan.ts'
import { planSchema } from '../../src/plan/plan-schema.ts'
import type { Integration, IntegrationLine, Prove } from '../../src/stages/integrate/integration.ts'
import type { MergeQueue } from '../../src/stages/integrate/merge-queue.ts'
import { createMergeQueue } from '../../src/stages/integrate/merge-queue.ts'
import { createTestWorld } from '../../src/testing/test-world.ts'
import { createVirtualClock } from '../../src/testing/virtual-clock.ts'
import { PaperLine, treeOf } from './paper-line.ts'

export type Pairs = readonly (readonly [string, string])[]

/** A task that is done after so many beats, and what is wrong with its work until it has been told. */
export interface QueuedTask {
  readonly id: string
  readonly beats: number
  /** `gives-up`: when it is sent back; `gone`: before it submits anything. */
  readonly flaw?: 'bad' | 'gives-up' | 'gone' | 'throws'
}

export interface QueueOptions {
  readonly tasks: readonly QueuedTask[]
  /** Tasks that pass alone and fail together. */
  readonly pairs?: Pairs
  /** Tasks whose work git cannot merge. */
  readonly conflicts?: Pairs
  readonly batch?: number
  readonly gateBeats?: number
  readonly past?: readonly RunEvent[]
  readonly line?: PaperLine
  readonly onLive?: (live: LiveRun, event: RunEvent) => void
}

/** What the queue told one task, in order. */
export type Told = readonly {
  readonly task: string
  readonly kind: Integration['kind'] | 'gave-up'
  readonly with: readonly string[]
  readonly commit: string | null
}[]

export interface QueuePlay {
  readonly outcome: Outcome
  readonly events: readonly RunEvent[]
  readonly told: Told
  readonly head: string
  readonly line: PaperLine
  readonly rounds: readonly (readonly string[])[]
}

const BEAT = 1000

export function paperLineFor({ tasks, pairs = [], conflicts = [] }: QueueOptions): PaperLine {
  const bad = tasks.flatMap(({ id, flaw }) => (flaw === undefined ? [] : [id]))
  return new PaperLine({
    conflicts: (one, other) => isPair(conflicts, taskOf(one), taskOf(other)),
    fails: (pieces) => bad.some((id) => isFlawed(pieces, id)) || pairFails(pairs, pieces),
  })
}

/** Plays tasks that do nothing but wait and submit, in a world on paper and in no time. */
export async function playQueue(options: QueueOptions): Promise<QueuePlay> {
  const past = options.past ?? []
  const clock = createVirtualClock({ start: (past.at(-1)?.at ?? Date.UTC(2026, 0, 1)) + 1 })
  const line = options.line ?? paperLineFor(options)
  const head: IntegrationLine = { head: 'base', tree: 'tree of ' }
  const told: Told[number][] = []
  const world = createTestWorld({
    clock,
    journal: createMemoryJournal(past),
    repository: line.repository as Repository,
  })
  let live: LiveRun | null = null
  live = await play({
    playbook: queueOnly(options, line, head, told),
    world,
    start: past.length > 0 ? null : { run: 'r1', input: null, limits: {} },
    tutti: '0',
    onEvent: (event) => {
      if (live !== null) options.onLive?.(live, event)
    },
  })
  const outcome = await live.outcome
  const { events } = await world.journal.read()
  return { outcome, events, told, head: head.head, line, rounds: roundsOf(events) }
}

function queueOnly(
  options: QueueOptions,
  line: PaperLine,
  head: IntegrationLine,
  told: Told[number][],
): Playbook<null, null> {
  const { tasks } = planSchema.parse({
    objective: 'so',
    tasks: options.tasks.map(({ id }) => ({ id, title: id })),
  })
  return {
    name: 'queue-only',
    version: 1,
    parseInput: () => null,
    play: async (run) => {
      const prove = paperGate(line, (options.gateBeats ?? 3) * BEAT)
      const queue = createMergeQueue(run.scope('integrate'), { batch: options.batch ?? 8, prove }, head)
      await parallel(tasks, tasks.length, async (task, index) => {
        const queued = options.tasks[index]
        if (queued === undefined) return
        const work = carryOut(run.scope(task.id), queue, line, options.pairs ?? [], task, queued, told)
        await work.then(
          () => queue.left(task.id),
          (thrown: unknown) => {
            queue.left(task.id, thrown)
            throw thrown
          },
        )
      })
      return null
    },
  }
}

async function carryOut(
  run: Run,
  queue: MergeQueue,
  line: PaperLine,
  pairs: Pairs,
  task: Task,
  { beats, flaw }: QueuedTask,
  told: Told[number][],
): Promise<void> {
  let parent: string | null = null
  let piece = `${task.id}.1`
  for (let attempt = 1; ; attempt += 1) {
    const scope = run.scope(`attempt-${attempt}`)
    const base: string = parent ?? (await scope.decide('base', () => queue.line.head))
    if (parent === null && (await queue.treeAt(base)) !== treeOf(line.pieces(base))) {
      throw new Error(`The queue has another tree for ${base}.`)
    }
    await scope.sleep('work', { ms: beats * BEAT })
    if (flaw === 'gone') return
    if (flaw === 'throws') throw new RunFailure({ code: 'rejected', message: `${task.id} ended the run` })
    const made = line.work(base, piece)
    // The task's own gates show what fails with a partner that it was built on.
    const commit = pairFails(pairs, line.pieces(made)) ? line.work(made, `${task.id}.mended`) : made
    const result = await queue.submit(task, commit, `${task.id}/attempt-${attempt}`)
    told.push({
      task: task.id,
      kind: result.kind,
      with: 'with' in result ? result.with : [],
      commit: result.kind === 'integrated' ? result.commit : null,
    })
    if (result.kind === 'integrated') return
    if (flaw === 'gives-up') {
      told.push({ task: task.id, kind: 'gave-up', with: [], commit: null })
      return
    }
    parent = result.kind === 'not-proven' ? result.verdict.commit : null
    piece = result.kind === 'not-proven' ? `${task.id}.mended` : `${task.id}.${attempt + 1}`
  }
}

function paperGate(line: PaperLine, ms: number): Prove {
  return async (run, name, commit, tree) => {
    const status = await run.step<'passed' | 'failed'>(name, {
      kind: 'gate',
      input: { commit, tree },
      execute: async ({ world, signal }) => {
        await world.clock.sleep(ms, signal)
        return line.fails(commit) ? 'failed' : 'passed'
      },
    })
    return completeVerdict({ status, commit, tree, message: status })
  }
}

function roundsOf(events: readonly RunEvent[]): readonly (readonly string[])[] {
  return events.flatMap((event) =>
    event.type === 'fact-recorded' && event.name.endsWith('/members')
      ? [(event.value as readonly { readonly key: string }[]).map(({ key }) => key)]
      : [],
  )
}

function isFlawed(pieces: readonly string[], id: string): boolean {
  return pieces.some((piece) => taskOf(piece) === id) && !pieces.includes(`${id}.mended`)
}

function pairFails(pairs: Pairs, pieces: readonly string[]): boolean {
  return pairs.some(([a, b]) => isFlawed(pieces, a) && isFlawed(pieces, b))
}

function taskOf(piece: string): string {
  return piece.split('.')[0] ?? ''
}

export function isPair(pairs: Pairs, one: string, other: string): boolean {
  return pairs.some(([a, b]) => (a === one && b === other) || (a === other && b === one))
}
