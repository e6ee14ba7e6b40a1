import type { ConductedRun } from '../../host/conduct.ts'
import type { ReadyRun } from '../../host/prepare-run.ts'
import type { Outcome } from '../../kernel/outcome.ts'
import { authorAt } from './author.ts'
import { complaint } from './complaint.ts'
import { statusOfOutcome } from './exit-status.ts'
import { RunFollower } from './follow-run.ts'
import { howToAnswer } from './how-to-answer.ts'
import { jsonText } from './json-text.ts'
import { renderQuestion } from './render-question.ts'
import { renderSummary } from './render-summary.ts'
import type { Terminal } from './terminal.ts'
import { wrapWords } from './wrap-words.ts'

export interface ConductOptions {
  readonly json: boolean
  readonly yes: boolean
  readonly wait: boolean
  readonly takeOver: boolean
}

/** Plays a run for the person at this terminal and gives the exit status. */
export async function conductInTerminal(
  terminal: Terminal,
  ready: ReadyRun,
  options: ConductOptions,
): Promise<number> {
  const { run } = ready
  let live: ConductedRun | null = null
  const follower = new RunFollower({
    terminal,
    json: options.json,
    author: authorAt(terminal),
    sayHowToAnswer: options.wait,
    answer: async (question, answer) => live?.answer(question, answer),
    onInterrupt: () => interrupts.press(),
  })
  const interrupts = new Interrupts((line) => follower.say(line))
  follower.recall(ready.past)
  try {
    live = await ready.play({
      takeOver: options.takeOver,
      stopWhenWaiting: !options.wait,
      approvedBy: options.yes ? '--yes' : null,
      onEvent: (event) => follower.take(event),
      onWaiting: (questions) => follower.waiting(questions),
    })
    for (const { pid, label } of live.reaped)
      follower.say(`Ended what an interrupted run had left: ${label} (pid ${pid}).`)
    interrupts.attach(live)
    const outcome = await live.outcome
    await follower.stop()
    sayOutcome(terminal, run, outcome, follower, options)
    return statusOfOutcome(outcome)
  } finally {
    await follower.stop()
    interrupts.detach()
  }
}

/** First Ctrl-C: pause cleanly. Second: stop at once. The journal makes both resumable. */
class Interrupts {
  readonly #say: (line: string) => void
  #live: ConductedRun | null = null
  #presses = 0
  readonly #onSignal = (): void => this.press()

  constructor(say: (line: string) => void) {
    this.#say = say
    process.on('SIGINT', this.#onSignal)
    process.on('SIGTERM', this.#onSignal)
    process.on('SIGHUP', this.#onSignal)
  }

  attach(live: ConductedRun): void {
    this.#live = live
    if (this.#presses > 0) void live.pause()
  }

  detach(): void {
    process.off('SIGINT', this.#onSignal)
    process.off('SIGTERM', this.#onSignal)
    process.off('SIGHUP', this.#onSignal)
  }

  press(): void {
    this.#presses += 1
    if (this.#presses === 1) {
      this.#say('Pausing; press Ctrl-C again to stop at once.')
      void this.#live?.pause()
      return
    }
    const leave = (): never => process.exit(130)
    setTimeout(leave, 1500)
    void this.#live?.endProcesses().then(leave, leave)
  }
}

/** Where the words of a summary begin. */
const UNDER_SUMMARY = ' '.repeat(11)

function sayOutcome(
  terminal: Terminal,
  run: string,
  outcome: Outcome,
  follower: RunFollower,
  { json }: ConductOptions,
): void {
  if (json) {
    terminal.out(jsonText({ type: 'outcome', run, ...outcome }))
    return
  }
  const { view } = follower
  if ((outcome.status === 'stopped' || outcome.status === 'failed') && view.events === 0) {
    terminal.err(complaint(outcome.failure.message, terminal.paint))
    return
  }
  const columns = terminal.stderr.columns || Infinity
  for (const line of renderSummary({ ...view, failure: null }, terminal.paint))
    terminal.err(wrapWords(line, columns, UNDER_SUMMARY))
  const { self, paint } = terminal
  switch (outcome.status) {
    case 'waiting':
      for (const question of view.questions.filter(({ answer }) => answer === null)) {
        for (const line of renderQuestion(question.ask, paint)) terminal.err(wrapWords(line, columns, '    '))
        terminal.err(`  Answer with: ${howToAnswer(view, question, self)}`)
      }
      terminal.err(`  Then go on with: ${self} resume ${run}`)
      break
    case 'paused':
      terminal.err(`  Paused. Go on with: ${self} resume ${run}`)
      break
    case 'stopped':
      for (const line of complaint(outcome.failure.message, paint).split('\n'))
        terminal.err(wrapWords(line, columns))
      terminal.err(`  Nothing is lost. When the cause is gone, go on with: ${self} resume ${run}`)
      break
    case 'failed':
      for (const line of complaint(outcome.failure.message, paint).split('\n'))
        terminal.err(wrapWords(line, columns))
      terminal.err(`  Details  ${self} show ${run}`)
      break
    case 'completed':
    case 'cancelled':
      if (view.delivery?.branch) {
        terminal.err(`  Look     git diff HEAD...${view.delivery.branch}`)
        terminal.err(`  Take it  git merge ${view.delivery.branch}`)
      }
      terminal.err(`  Details  ${self} show ${run}`)
      break
  }
}
