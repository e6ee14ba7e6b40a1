import { BudgetBook } from './budget.ts'
import type { PlaybookIdentity, RunEvent, Stored } from './event.ts'
import type { Failure } from './failure.ts'
import type { Json } from './json.ts'
import type { Order } from './order.ts'
import type { Answer, Question } from './question.ts'

export interface StepRecord {
  readonly kind: string
  readonly version: number
  readonly digest: string
  /** When its first attempt started: the time that repeated effects carry. */
  readonly startedAt: number
  attempt: number
  status: 'open' | 'completed' | 'failed'
  result: Stored | null
  failure: Failure | null
  notes: Json[]
}

export interface QuestionRecord {
  readonly ask: Question
  answer: Answer | null
}

export type RunEnding =
  | { readonly type: 'run-completed'; readonly result: Stored }
  | { readonly type: 'run-failed'; readonly failure: Failure }
  | { readonly type: 'run-cancelled' }

/** What the kernel must know of the past to play on: a fold over the journal's events. */
export class RunState {
  run = ''
  playbook: PlaybookIdentity | null = null
  input: Stored | null = null
  lastSeq = 0
  lastAt = 0
  cancelRequested = false
  ending: RunEnding | null = null
  readonly steps = new Map<string, StepRecord>()
  readonly questions = new Map<string, QuestionRecord>()
  /** What open questions were answered with when somebody answered another that is the same to a person. */
  readonly answeredAlike = new Map<string, Answer>()
  readonly facts = new Map<string, Json>()
  readonly outdated = new Set<string>()
  readonly orders: Order[] = []
  /** Ids of the orders that raised a budget. */
  readonly raised = new Set<string>()
  readonly budgets = new BudgetBook()

  apply(event: RunEvent): void {
    this.lastSeq = event.seq
    this.lastAt = event.at
    this.budgets.apply(event)
    switch (event.type) {
      case 'run-started':
        this.run = event.run
        this.playbook = event.playbook
        this.input = event.input
        break
      case 'run-cancel-requested':
        this.cancelRequested = true
        break
      case 'run-completed':
      case 'run-failed':
      case 'run-cancelled':
        this.ending = event
        break
      case 'step-started':
        this.#startStep(event)
        break
      case 'step-noted':
        this.steps.get(event.step)?.notes.push(event.note)
        break
      case 'step-completed':
        this.#endStep(event.step, 'completed', event.result, null)
        break
      case 'step-failed':
        this.#endStep(event.step, 'failed', null, event.failure)
        break
      case 'step-outdated':
        this.outdated.add(event.step)
        break
      case 'question-asked':
        this.questions.set(event.question, { ask: event.ask, answer: null })
        break
      case 'question-answered':
        this.#answer(event.question, event.answer)
        break
      case 'fact-recorded':
        this.facts.set(event.name, event.value)
        if (event.kind === 'ordered') this.#order(event)
        break
      case 'budget-raised':
        if (event.order !== undefined) this.raised.add(event.order)
        break
      case 'run-resumed':
      case 'run-paused':
      case 'run-stopped':
      case 'step-spent':
      case 'step-in-doubt':
      case 'budget-opened':
        break
    }
  }

  #answer(name: string, answer: Answer): void {
    const question = this.questions.get(name)
    if (!question) return
    question.answer = answer
    this.answeredAlike.delete(name)
    const { alike } = question.ask
    if (alike === undefined || alike.option !== answer.option) return
    for (const [other, { ask, answer: said }] of this.questions) {
      if (said !== null || ask.alike?.about !== alike.about) continue
      this.answeredAlike.set(other, { ...answer, option: ask.alike.option, text: null })
    }
  }

  #order({ name, value }: Extract<RunEvent, { type: 'fact-recorded' }>): void {
    const { order, by } = value as unknown as Pick<Order, 'order' | 'by'>
    this.orders.push({ id: name.slice(name.indexOf('/') + 1), order, by })
  }

  #startStep(event: Extract<RunEvent, { type: 'step-started' }>): void {
    const before = this.steps.get(event.step)
    this.steps.set(event.step, {
      kind: event.kind,
      version: event.version,
      digest: event.digest,
      startedAt: before?.startedAt ?? event.at,
      attempt: event.attempt,
      status: 'open',
      result: null,
      failure: null,
      notes: before?.notes ?? [],
    })
  }

  #endStep(
    step: string,
    status: 'completed' | 'failed',
    result: Stored | null,
    failure: Failure | null,
  ): void {
    const record = this.steps.get(step)
    if (!record) return
    record.status = status
    record.result = result
    record.failure = failure
  }
}
