import { createSystemClock } from '../adapters/clock/system-clock.ts'
import { openJsonlJournal } from '../adapters/journal/jsonl/jsonl-journal.ts'
import { identifySelf } from '../adapters/processes/process-identity.ts'
import type { EventBody } from '../kernel/event.ts'
import { RunFailure } from '../kernel/failure.ts'
import { plainEffect } from '../kernel/ports/effect.ts'
import type { Answer } from '../kernel/question.ts'
import { Recorder } from '../kernel/recorder.ts'
import { RunState } from '../kernel/run-state.ts'
import { hasEnded } from '../protocol/has-ended.ts'
import type { QuestionView } from '../protocol/run-view.ts'
import type { Letter } from './inbox.ts'
import { sendLetter } from './inbox.ts'
import type { Locations } from './locations.ts'
import { runFolder } from './locations.ts'
import { takeRunLock } from './run-lock.ts'
import type { StoredRun } from './run-store.ts'
import { readRun } from './run-store.ts'

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
  choose: (question: QuestionView) => Answer,
): Promise<{ readonly told: Told; readonly question: QuestionView; readonly answer: Answer }> {
  const open = findOpenQuestion(await readRun(locations, run), question)
  const answer = choose(open)
  const told = await tellRun(locations, run, { type: 'answer', question: open.id, answer }, ({ view }) =>
    view.questions.some(({ id, answer: given }) => id === open.id && given !== null),
  )
  return { told, question: open, answer }
}

/** Asks for a run to be cancelled; one that nobody plays is cancelled by its next resume. */
export async function requestCancel(locations: Locations, run: string, by: string): Promise<Told> {
  return tellRun(locations, run, { type: 'cancel', by }, ({ view }) => view.cancelRequested)
}

async function tellRun(
  locations: Locations,
  run: string,
  letter: Letter,
  isDone: (run: StoredRun) => boolean,
): Promise<Told> {
  const deadline = Date.now() + CONFIRM_MS
  let sent = false
  let refusals = 0
  while (Date.now() < deadline) {
    const stored = await readRun(locations, run)
    if (isDone(stored)) return sent ? 'to-the-playing-process' : 'into-the-journal'
    if (stored.holder === null) {
      const refusal = await writeIntoJournal(locations, run, bodyOf(letter))
      if (refusal === null) return 'into-the-journal'
      refusals += 1
      if (refusals >= REFUSALS) throw refusal
    } else if (!sent) {
      await sendLetter(runFolder(locations, run).inbox, letter)
      sent = true
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  const message = `${run} is being played but did not take this in ${CONFIRM_MS / 1000} seconds; it stays in its inbox.`
  throw new RunFailure({ code: 'run-held', message })
}

function bodyOf(letter: Letter): EventBody {
  return letter.type === 'answer'
    ? { type: 'question-answered', question: letter.question, answer: letter.answer }
    : { type: 'run-cancel-requested', by: letter.by }
}

/** Takes the run's lock and appends; gives the refusal when somebody else was faster. */
async function writeIntoJournal(
  locations: Locations,
  run: string,
  body: EventBody,
): Promise<RunFailure | null> {
  const { root: folder } = runFolder(locations, run)
  const lock = await takeRunLock({
    folder,
    self: identifySelf(),
    command: `tutti ${body.type}`,
    takeOver: false,
    effect: plainEffect,
  }).catch((thrown: unknown) => {
    if (thrown instanceof RunFailure && thrown.code === 'run-held') return thrown
    throw thrown
  })
  if (lock instanceof RunFailure) return lock
  const journal = openJsonlJournal({ folder, effect: plainEffect })
  try {
    const state = new RunState()
    for (const event of (await journal.read()).events) state.apply(event)
    await new Recorder(journal, createSystemClock(), state, () => {}).append(body)
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
