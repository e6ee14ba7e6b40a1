import { setTimeout as sleep } from 'node:timers/promises'
import { createSystemClock } from '../adapters/clock/system-clock.ts'
import { openJsonlJournal } from '../adapters/journal/jsonl/jsonl-journal.ts'
import { identifySelf } from '../adapters/processes/process-identity.ts'
import type { EventBody, RunEvent } from '../kernel/event.ts'
import { RunFailure } from '../kernel/failure.ts'
import { overtakenQuestions } from '../kernel/overtaken-questions.ts'
import { orderName } from '../kernel/order.ts'
import { plainEffect } from '../kernel/ports/effect.ts'
import type { Seal } from '../kernel/ports/seal.ts'
import { Recorder } from '../kernel/recorder.ts'
import { RunState } from '../kernel/run-state.ts'
import { hasEnded } from '../protocol/has-ended.ts'
import type { QuestionView } from '../protocol/run-view.ts'
import { viewRun } from '../protocol/view-run.ts'
import type { Author, AuthoredAnswer, Letter } from './letter.ts'
import { sendLetter } from './inbox.ts'
import { refuseLedElsewhere } from './keep-to-own-folders.ts'
import { checkLetter } from './letter.ts'
import type { Locations } from './locations.ts'
import { runFolder } from './locations.ts'
import { readLockHolder, takeRunLock } from './run-lock.ts'
import type { StoredRun } from './run-store.ts'
import { readEvents, readRun, refuseOthers } from './run-store.ts'
import { openSeals } from './seals.ts'

/** Whether what was said has reached a playing process, or waits in the journal for the next resume. */
export type Told = 'to-the-playing-process' | 'into-the-journal'

const CONFIRM_MS = 10_000
const LOOK_MS = 50
/** So often a lock without a holder that can be named may be in the way before it is called one. */
const REFUSALS = 3

/** Answers a question of a run, whether or not somebody plays it now; durable when this resolves. */
export async function answerRun(
  locations: Locations,
  run: string,
  question: string | undefined,
  choose: (question: QuestionView) => AuthoredAnswer,
): Promise<{ readonly told: Told; readonly question: QuestionView; readonly answer: AuthoredAnswer }> {
  const stored = await readRun(locations, run)
  refuseOthers(stored.isOwn, run)
  const open = findOpenQuestion(stored, question)
  const answer = choose(open)
  const told = await tellRun(
    locations,
    run,
    { type: 'answer', question: open.id, answer },
    (event) => event.type === 'question-answered' && event.question === open.id,
  )
  return { told, question: open, answer }
}

/** Asks for a run to be cancelled; one that nobody plays is cancelled by its next resume. */
export async function requestCancel(locations: Locations, run: string, author: Author): Promise<Told> {
  return tellRun(locations, run, { type: 'cancel', ...author }, ({ type }) => type === 'run-cancel-requested')
}

/** Brings a letter to whoever plays the run, or into its journal; it has been taken when this resolves. */
export async function tellRun(
  locations: Locations,
  run: string,
  letter: Exclude<Letter, { type: 'pause' }>,
  shows: (event: RunEvent) => boolean,
): Promise<Told> {
  const { root: folder, inbox } = runFolder(locations, run)
  refuseLedElsewhere(locations)
  checkLetter(letter)
  const seals = await openSeals(locations)
  const deadline = performance.now() + CONFIRM_MS
  let sent = false
  let refusals = 0
  while (performance.now() < deadline) {
    if ((await readEvents(locations, run)).some(shows)) {
      return sent ? 'to-the-playing-process' : 'into-the-journal'
    }
    if ((await readLockHolder(folder)) === null) {
      const refusal = await writeIntoJournal(folder, letter, seals.journal(run))
      if (refusal === null) return 'into-the-journal'
      refusals += 1
      if (refusals >= REFUSALS) throw refusal
    } else if (!sent) {
      await sendLetter(inbox, letter, seals.letters(run))
      sent = true
    }
    await sleep(LOOK_MS)
  }
  throw notTaken(run)
}

/** Asks the process that plays a run to set it aside; that process has let go of the run when this resolves. */
export async function pauseRun(locations: Locations, run: string, author: Author): Promise<void> {
  const { root: folder, inbox } = runFolder(locations, run)
  refuseLedElsewhere(locations)
  const before = await readEvents(locations, run)
  const holder = await readLockHolder(folder)
  if (holder === null || hasEnded(viewRun(before))) {
    throw refuse(
      `Nobody is playing ${run}, so there is nothing to pause. Go on with it: tutti resume ${run}.`,
    )
  }
  const letters = (await openSeals(locations)).letters(run)
  await sendLetter(inbox, { type: 'pause', to: holder.since, ...author }, letters)
  const deadline = performance.now() + CONFIRM_MS
  while (performance.now() < deadline) {
    if ((await readLockHolder(folder))?.since !== holder.since) {
      const after = viewRun(await readEvents(locations, run))
      if (hasEnded(after)) throw refuse(`${run} ended (${after.status}) before it could be paused.`)
      return
    }
    await sleep(LOOK_MS)
  }
  throw notTaken(run)
}

function notTaken(run: string): RunFailure {
  const message = `${run} is being played but did not take this in ${CONFIRM_MS / 1000} seconds; it stays in its inbox.`
  return new RunFailure({ code: 'run-held', message })
}

function bodyOf(letter: Exclude<Letter, { type: 'pause' }>): EventBody {
  switch (letter.type) {
    case 'answer':
      return { type: 'question-answered', question: letter.question, answer: letter.answer }
    case 'cancel':
      return { type: 'run-cancel-requested', by: letter.by, door: letter.door }
    case 'order': {
      const { id, ...value } = letter.order
      return { type: 'fact-recorded', name: orderName(id), kind: 'ordered', version: 1, value }
    }
    case 'raise': {
      const { id, ...raise } = letter.raise
      return { type: 'budget-raised', scope: '', order: id, ...raise }
    }
  }
}

/** Takes the run's lock and appends; gives the refusal when somebody else was faster. */
async function writeIntoJournal(
  folder: string,
  letter: Exclude<Letter, { type: 'pause' }>,
  seal: Seal,
): Promise<RunFailure | null> {
  const lock = await takeRunLock({
    folder,
    self: identifySelf(),
    command: `tutti ${letter.type}`,
    takeOver: false,
    effect: plainEffect,
  }).catch((thrown: unknown) => {
    if (thrown instanceof RunFailure && thrown.code === 'run-held') return thrown
    throw thrown
  })
  if (lock instanceof RunFailure) return lock
  const journal = openJsonlJournal({ folder, effect: plainEffect, seal })
  try {
    const state = new RunState()
    for (const event of (await journal.read()).events) state.apply(event)
    const recorder = new Recorder(journal, createSystemClock(), state, () => {})
    await recorder.append(bodyOf(letter))
    for (const { question, answer } of overtakenQuestions(state)) {
      await recorder.append({ type: 'question-answered', question, answer })
    }
    return null
  } finally {
    await journal.close()
    await lock.release()
  }
}

function findOpenQuestion({ view }: StoredRun, wanted: string | undefined): QuestionView {
  if (hasEnded(view)) throw refuse(`${view.run} has ended (${view.status}) and takes no answers.`)
  const open = view.questions.filter(({ answer }) => answer === null)
  const names = open.map(({ id }) => id).join(', ')
  if (wanted === undefined) {
    const [only] = open
    if (only && open.length === 1) return only
    throw refuse(
      open.length === 0
        ? `${view.run} waits for no answer. See where it stands: tutti status ${view.run}.`
        : `${view.run} asks several things; name one: ${names}.`,
    )
  }
  const found = view.questions.find(({ id }) => id === wanted)
  if (!found)
    throw refuse(`${view.run} has no question "${wanted}".${names === '' ? '' : ` Open: ${names}.`}`)
  if (found.answer)
    throw refuse(`"${wanted}" was answered already, by ${found.answer.by}; an answer is final.`)
  return found
}

function refuse(message: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message })
}
