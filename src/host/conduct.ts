import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { identifySelf } from '../adapters/processes/process-identity.ts'
import type { RunEvent } from '../kernel/event.ts'
import { toRunFailure } from '../kernel/failure.ts'
import type { Outcome } from '../kernel/outcome.ts'
import type { LiveRun, NewRun } from '../kernel/play.ts'
import { play } from '../kernel/play.ts'
import type { ReapedProcess } from '../kernel/ports/processes.ts'
import type { Answer, Question } from '../kernel/question.ts'
import type { World } from '../kernel/ports/world.ts'
import { oneLine } from '../kernel/plain-text.ts'
import { awaitRunLock } from './await-run-lock.ts'
import type { WorldRequest } from './build-world.ts'
import { buildWorld } from './build-world.ts'
import type { ChosenPlaybook } from './choose-playbook.ts'
import { builtIn } from './choose-playbook.ts'
import type { Letter } from './letter.ts'
import type { InboxReader } from './inbox.ts'
import { readLetters } from './inbox.ts'
import { keepToOwnFolders, refuseLedElsewhere } from './keep-to-own-folders.ts'
import { runFolder } from './locations.ts'
import type { LockHolder } from './run-lock.ts'
import { refuseLowIsolation } from './refuse-low-isolation.ts'
import { readLockHolder } from './run-lock.ts'
import { openSeals } from './seals.ts'
import { TUTTI_VERSION } from './version.ts'

export interface ConductRequest extends WorldRequest {
  /** `null` goes on with what the journal holds. */
  readonly start: Omit<NewRun, 'run'> | null
  /** Without it, what is built in. */
  readonly playbook?: ChosenPlaybook
  /** What a person who finds the lock is told. */
  readonly command: string
  readonly stopWhenWaiting: boolean
  /** Who has approved plans in advance; `null` when nobody has. */
  readonly approvedBy: string | null
  readonly onEvent: (event: RunEvent) => void
  readonly onWaiting: (questions: readonly string[]) => void
}

/** A run that this process plays, with its lock held. */
export interface ConductedRun extends Omit<LiveRun, 'outcome'> {
  readonly reaped: readonly ReapedProcess[]
  /** Resolves when the run has ended here, everything it started is gone and its lock is free. */
  readonly outcome: Promise<Outcome>
  /** Ends every process at once, for a person who will not wait. */
  endProcesses(): Promise<void>
}

/** Takes the run's lock, opens its world and plays it. */
export async function conduct(asked: ConductRequest): Promise<ConductedRun> {
  // Every step under way listens to the run's one signal; how many that are is the policy's to say.
  setMaxListeners(0)
  await refuseLowIsolation(asked.settings)
  refuseLedElsewhere(asked.locations)
  const { locations, run, command, takeOver } = asked
  const folder = runFolder(locations, run)
  const seals = await openSeals(locations)
  const taking = { folder: folder.root, self: identifySelf(), command, takeOver, effect: asked.effect }
  const lock = await awaitRunLock(taking)
  try {
    const effect = keepToOwnFolders(locations, run, asked.effect)
    const request = { ...asked, effect }
    const opened = await buildWorld(request, seals)
    try {
      const live = await begin(request, opened.world)
      const holder = await readLockHolder(folder.root)
      const inbox = readLetters({
        inbox: folder.inbox,
        seal: seals.letters(request.run),
        take: (letter) => obey(live, letter, holder),
        onStrange: findingsOf(live),
        effect,
      })
      const outcome = endIn(live.outcome, async () => {
        await inbox.stop()
        await opened.close()
        await lock.release()
      })
      const endProcesses = (): Promise<void> => opened.processes.endAll()
      return { ...live, outcome, reaped: opened.reaped, endProcesses }
    } catch (thrown) {
      await opened.close()
      throw thrown
    }
  } catch (thrown) {
    await lock.release()
    throw thrown
  }
}

/** Tidies up when the run has ended here, and only then lets anybody know. */
async function endIn(outcome: Promise<Outcome>, tidyUp: () => Promise<void>): Promise<Outcome> {
  try {
    return await outcome
  } finally {
    await tidyUp()
  }
}

function begin(request: ConductRequest, world: World): Promise<LiveRun> {
  const { start, run, approvedBy, stopWhenWaiting, onEvent, onWaiting } = request
  const { playbook, source } = request.playbook ?? builtIn
  return play({
    playbook,
    ...(source === null ? {} : { source }),
    world,
    start: start === null ? null : { ...start, run },
    tutti: TUTTI_VERSION,
    stopWhenWaiting,
    answerFor: (_question, ask) => (approvedBy === null ? null : answerInAdvance(ask, approvedBy)),
    onEvent,
    onWaiting,
  })
}

/** An approval given in advance covers plans and open points with a recommendation, and nothing else. */
function answerInAdvance(ask: Question, by: string): Answer | null {
  if (ask.kind === 'approval') return { option: 'approve', text: null, by, door: 'flag' }
  const recommended = ask.assumable ? ask.options.find((option) => option.recommended) : undefined
  return recommended === undefined
    ? null
    : { option: recommended.id, text: null, by, door: 'flag', isAssumed: true }
}

/** Of so many strange things in an inbox each is told; the rest are only set aside. */
const MOST_FINDINGS = 20

/** Writes down what was found in the inbox and is no letter to this run. */
function findingsOf(live: LiveRun): InboxReader['onStrange'] {
  let found = 0
  return async (name, problem) => {
    found += 1
    if (found > MOST_FINDINGS) return
    const more = found === MOST_FINDINGS ? ' What else is found there is set aside without a word.' : ''
    const message = `${oneLine(name, 80)} in the run's inbox was set aside, because ${problem}.${more}`
    const value = { task: null, action: 'set-aside', message }
    await live.record(`inbox/${randomBytes(6).toString('hex')}`, { kind: 'finding', version: 1, value })
  }
}

/** A letter that comes too late, such as a second answer, or asks for what cannot be, stops no run. */
async function obey(live: LiveRun, letter: Letter, holder: LockHolder | null): Promise<void> {
  try {
    switch (letter.type) {
      case 'answer':
        return await live.answer(letter.question, letter.answer)
      case 'cancel':
        return await live.cancel(letter.by, letter.door)
      case 'pause':
        return letter.to === holder?.since ? await live.pause(letter.by) : undefined
      case 'order':
        return await live.order(letter.order)
      case 'raise':
        return await live.raise(letter.raise)
    }
  } catch (thrown) {
    if (toRunFailure(thrown).code !== 'bad-input') throw thrown
  }
}
