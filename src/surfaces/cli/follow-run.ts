import type { RunEvent } from '../../kernel/event.ts'
import type { Author } from '../../host/letter.ts'
import type { Answer } from '../../kernel/question.ts'
import type { Told } from '../../protocol/told.ts'
import { createTeller } from '../../protocol/tell-event.ts'
import { ViewFold } from '../../protocol/view-run.ts'
import type { QuestionView, RunView } from '../../protocol/run-view.ts'
import { askInTerminal } from './ask-in-terminal.ts'
import { howToAnswer } from './how-to-answer.ts'
import { jsonText } from './json-text.ts'
import { LiveBlock } from './live-block.ts'
import { paintTold } from './paint-told.ts'
import { renderProgress } from './render-progress.ts'
import { renderQuestion } from './render-question.ts'
import type { Terminal } from './terminal.ts'
import { wrapWords } from './wrap-words.ts'
import { writtenWords } from './written-words.ts'

export interface FollowOptions {
  readonly terminal: Terminal
  readonly json: boolean
  /** Whether it is said how to answer in another process, where nobody can be asked here. */
  readonly sayHowToAnswer: boolean
  /** Gives the answers of the person at this terminal; without it nobody is asked here. */
  readonly answer?: (question: string, answer: Answer) => Promise<void>
  readonly onInterrupt?: () => void
  readonly author: Author
}

const REDRAW_MS = 100

/** What the live picture, or the question itself, shows anyway. */
function isShownLive(event: RunEvent): boolean {
  if (event.type === 'step-started' || event.type === 'question-asked') return true
  if (event.type !== 'fact-recorded' || event.kind !== 'task') return false
  const { state } = event.value as { readonly state?: string }
  return state === 'working' || state === 'proving' || state === 'integrating'
}

/** The path of a file that the run has just written; one that a person left is told of by itself. */
function writtenBy(event: RunEvent): string | null {
  if (event.type !== 'fact-recorded' || event.kind !== 'file') return null
  const { path, by } = event.value as { readonly path: string; readonly by: string }
  return by === 'person' ? null : path
}

/** Shows a run as its events come: redrawn in a terminal, line by line in a pipe, as NDJSON for machines. */
export class RunFollower {
  readonly #options: FollowOptions
  readonly #fold = new ViewFold()
  readonly #tellEvent = createTeller()
  readonly #block: LiveBlock | null
  readonly #asking = new Map<string, AbortController>()
  /** Questions whose answer was typed here, so that it stands on the screen already. */
  readonly #typed = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #prompt: Promise<void> = Promise.resolve()
  #prompting = false
  #printAbove: ((line: string) => void) | null = null
  /** Files that were written and are not told of yet. */
  #written: string[] = []
  #writtenAt = 0

  constructor(options: FollowOptions) {
    this.#options = options
    this.#block = options.terminal.isInteractive && !options.json ? new LiveBlock(options.terminal) : null
    if (this.#block) this.#timer = setInterval(() => this.#redraw(), REDRAW_MS)
  }

  get view(): RunView {
    return this.#fold.view()
  }

  /** Takes the past in without telling it. */
  recall(events: readonly RunEvent[]): void {
    for (const event of events) {
      this.#fold.apply(event)
      this.#tellEvent(event)
    }
  }

  take(event: RunEvent): void {
    this.#fold.apply(event)
    const { terminal, json } = this.#options
    if (json) {
      terminal.out(jsonText(event))
    } else {
      const told = this.#tellEvent(event)
      const path = this.#block ? writtenBy(event) : null
      if (path !== null) {
        this.#written.push(path)
        this.#writtenAt = Date.now()
      } else if (told && !(this.#block && (isShownLive(event) || this.#isTyped(event)))) {
        this.#tellWritten()
        this.#tell(told)
      }
    }
    if (event.type === 'question-answered') this.#asking.get(event.question)?.abort()
  }

  /** Asks the person here, or says how the question can be answered. */
  waiting(questions: readonly string[]): void {
    for (const question of questions) {
      if (this.#asking.has(question)) continue
      const controller = new AbortController()
      this.#asking.set(question, controller)
      this.#prompt = this.#prompt.then(() => this.#askOrSay(question, controller.signal))
    }
  }

  /** Prints a line for the person, above what is redrawn or typed. */
  say(line: string): void {
    if (this.#printAbove) this.#printAbove(line)
    else if (this.#block) this.#block.print(line)
    else this.#options.terminal.err(line)
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    for (const controller of this.#asking.values()) controller.abort()
    await this.#prompt
    this.#tellWritten()
    this.#block?.clear()
  }

  #isTyped(event: RunEvent): boolean {
    return event.type === 'question-answered' && this.#typed.has(event.question)
  }

  #tell(told: Told): void {
    const { paint, stderr } = this.#options.terminal
    const text = this.#block ? wrapWords(told.text, (stderr.columns || 80) - 4) : told.text
    this.say(paintTold({ ...told, text }, paint))
  }

  /** What was written at one go is told of at once, in its place among the rest. */
  #tellWritten(): void {
    const words = writtenWords(this.#written)
    this.#written = []
    if (words !== null) this.#tell({ tone: 'quiet', text: words })
  }

  async #askOrSay(question: string, signal: AbortSignal): Promise<void> {
    const { terminal, answer, author, onInterrupt, json, sayHowToAnswer } = this.#options
    const asked = this.view.questions.find(({ id }) => id === question)
    if (!asked || signal.aborted) return
    if (answer && this.#block) {
      this.#tellWritten()
      this.#block.clear()
      this.#prompting = true
      const given = await askInTerminal(terminal, asked.ask, {
        author,
        signal,
        onInterrupt: onInterrupt ?? (() => {}),
        onTyping: (printAbove) => {
          this.#printAbove = printAbove
        },
      })
      this.#prompting = false
      if (given) this.#typed.add(question)
      if (given) await answer(question, given)
      else if (!signal.aborted) this.#sayHowToAnswer(asked)
      return
    }
    if (json || !sayHowToAnswer) return
    for (const line of renderQuestion(asked.ask, terminal.paint)) this.say(line)
    this.#sayHowToAnswer(asked)
  }

  #sayHowToAnswer(question: QuestionView): void {
    const { terminal } = this.#options
    const how = howToAnswer(this.view, question, terminal.self)
    this.say(`Waiting for a person. Answer in another terminal: ${how}`)
  }

  #redraw(): void {
    if (this.#written.length > 0 && Date.now() - this.#writtenAt >= REDRAW_MS) this.#tellWritten()
    if (this.#block === null || this.#prompting) return
    const { view } = this
    if (view.events > 0) this.#block.draw(renderProgress(view, Date.now(), this.#options.terminal.paint))
  }
}
