import type { Deferred } from '../../kernel/deferred.ts'
import { deferred } from '../../kernel/deferred.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Task } from '../../plan/plan.ts'
import type { Integration, IntegrationLine, LandedLink, Submission } from './integration.ts'
import type { RoundJob } from './merge-round.ts'
import { playRound } from './merge-round.ts'

export interface MergeQueue {
  /** The proven head, as it is now. */
  readonly line: Readonly<IntegrationLine>
  /** What the line is made of, in the order in which it came. */
  readonly landed: readonly LandedLink[]
  /**
   * The tree of a commit at which the line has stood. A resumed run waits until its line has got there again, so
   * that what is known of it then is known now.
   */
  treeAt(head: string): Promise<string>
  /**
   * Asks for a task's proven work to be merged and proven on the line. The key names the submission among all of
   * the run and comes from what it is about, so that a resumed run submits under the same one.
   */
  submit(task: Task, commit: string, key: string): Promise<Integration>
  /** Takes note that nothing more will be submitted with a key that begins with this, up to its first `/`. */
  left(keyBegin: string, thrown?: unknown): void
}

export interface IntegrationJob extends RoundJob {
  /** How many tasks are in one round at most. */
  readonly batch: number
}

interface Waiting extends Submission {
  readonly answer: Deferred<Integration>
}

/** By task and key. */
type Members = readonly { readonly task: string; readonly key: string }[]

/**
 * Whatever waits when the queue is free is one round. Who was in a round is recorded before it begins, and a
 * resumed run waits until they have all submitted again: so it plays the same rounds, whoever comes first.
 */
export function createMergeQueue(run: Run, job: IntegrationJob, line: IntegrationLine): MergeQueue {
  return new RoundQueue(run, job, line)
}

class RoundQueue implements MergeQueue {
  readonly line: IntegrationLine
  readonly #run: Run
  readonly #job: IntegrationJob
  readonly #waiting = new Map<string, Waiting>()
  readonly #landed: LandedLink[] = []
  readonly #trees = new Map<string, string>()
  readonly #gone = new Map<string, unknown>()
  #arrived = deferred<void>()
  #isBusy = false
  #rounds = 0
  #broken: { readonly reason: unknown } | null = null

  constructor(run: Run, job: IntegrationJob, line: IntegrationLine) {
    this.#run = run
    this.#job = job
    this.line = line
    this.#trees.set(line.head, line.tree)
  }

  get landed(): readonly LandedLink[] {
    return this.#landed
  }

  async treeAt(head: string): Promise<string> {
    for (;;) {
      const tree = this.#trees.get(head)
      if (tree !== undefined) return tree
      if (this.#broken) throw this.#broken.reason
      await this.#arrived.promise
    }
  }

  submit(task: Task, commit: string, key: string): Promise<Integration> {
    if (this.#broken) return Promise.reject(this.#broken.reason)
    const answer = deferred<Integration>()
    this.#waiting.set(key, { task, commit, key, answer })
    this.#wake()
    if (!this.#isBusy) void this.#work()
    return answer.promise
  }

  left(keyBegin: string, thrown?: unknown): void {
    this.#gone.set(keyBegin, thrown)
    this.#wake()
  }

  /** A round that throws ends the run, so nobody is left waiting for another one. */
  async #work(): Promise<void> {
    this.#isBusy = true
    try {
      while (this.#waiting.size > 0) await this.#playNext()
    } catch (thrown) {
      this.#broken = { reason: thrown }
      for (const { answer } of this.#waiting.values()) answer.reject(thrown)
      this.#waiting.clear()
      this.#wake()
    }
    this.#isBusy = false
  }

  async #playNext(): Promise<void> {
    this.#rounds += 1
    const scope = this.#run.scope(`round-${this.#rounds}`)
    const members = await scope.decide('members', () => this.#whoWaits())
    const batch: Waiting[] = []
    for (const member of members) batch.push(await this.#arrivalOf(member))
    const answer = (key: string, integration: Integration): void => {
      if (integration.kind === 'integrated') this.#trees.set(integration.commit, this.line.tree)
      this.#wake()
      this.#waiting.get(key)?.answer.resolve(integration)
      this.#waiting.delete(key)
    }
    await playRound(scope, this.#job, this.line, this.#landed, batch, answer)
  }

  #whoWaits(): { task: string; key: string }[] {
    const first = [...this.#waiting.values()].slice(0, Math.max(1, this.#job.batch))
    return first.map(({ task, key }) => ({ task: task.id, key }))
  }

  async #arrivalOf({ key }: Members[number]): Promise<Waiting> {
    for (;;) {
      const waiting = this.#waiting.get(key)
      if (waiting !== undefined) return waiting
      const begin = beginOf(key)
      if (this.#gone.has(begin)) throw this.#gone.get(begin) ?? diverged(key)
      if ([...this.#waiting.keys()].some((other) => beginOf(other) === begin)) throw diverged(key)
      await this.#arrived.promise
    }
  }

  #wake(): void {
    this.#arrived.resolve()
    this.#arrived = deferred()
  }
}

/** The part of a key that all submissions of one task have in common. */
function beginOf(key: string): string {
  return key.split('/')[0] ?? ''
}

function diverged(key: string): RunFailure {
  const message = `The journal has ${key} in a round of the integration, but it no longer gets there. Resume with the version of Tutti that started the run.`
  return new RunFailure({ code: 'replay-diverged', message, step: key })
}
