import type { Verdict } from '../gates/verdict.ts'
import { completeVerdict } from '../gates/verdict.ts'
import { BudgetBook } from '../kernel/budget.ts'
import type { RunEvent, Stored } from '../kernel/event.ts'
import type { Failure } from '../kernel/failure.ts'
import type { Json } from '../kernel/json.ts'
import type { TeamFactValue } from '../records/team-coordinate/team-facts.ts'
import type { FailedOver, ModelFact, StageFact, StageName } from '../stages/facts.ts'
import { IsolationCount } from './isolation-seen.ts'
import { estimateRemaining, shareOf } from './estimate.ts'
import type { QuestionView, RunStatus, RunView, StepView, TaskView } from './run-view.ts'
import { stageShares } from './stage-shares.ts'

/** The pure fold from a journal to the picture that every surface shows. */
export function viewRun(events: readonly RunEvent[]): RunView {
  const fold = new ViewFold()
  for (const event of events) fold.apply(event)
  return fold.view()
}

/** The same fold, one event at a time, for surfaces that follow a live run. */
export class ViewFold {
  readonly #budgets = new BudgetBook()
  readonly #tasks = new Map<string, TaskView>()
  /** Whether a task that a team was just given counts as done, whatever it was before. */
  readonly #dispatched = new Map<string, boolean>()
  readonly #doneBefore = new Map<string, TaskView>()
  readonly #openSteps = new Map<string, StepView>()
  readonly #questions = new Map<string, QuestionView>()
  readonly #stages: { stage: StageName; enteredAt: number }[] = []
  readonly #verdicts: (Verdict & { name: string; at: number })[] = []
  readonly #notices: string[] = []
  readonly #isolation = new IsolationCount()
  readonly #models = new Map<string, ModelFact>()
  readonly #findings: { task: string | null; action: string; message: string }[] = []
  #head = { run: '', playbook: '', objective: '', startedAt: 0, width: 1 }
  #status: RunStatus = 'open'
  #last = { seq: 0, at: 0 }
  #finishedSteps = 0
  #cancelRequested = false
  #resumes = 0
  #inDoubt = 0
  #delivery: RunView['delivery'] = null
  #failure: Failure | null = null
  #result: Json = null
  /** The sum over all tasks, kept so that a long journal of a large plan is not counted anew for each event. */
  #share = 0
  #best = 0

  apply(event: RunEvent): void {
    this.#budgets.apply(event)
    this.#last = event
    switch (event.type) {
      case 'run-started':
        this.#start(event)
        break
      case 'run-resumed':
        this.#resumes += 1
        this.#openSteps.clear()
        this.#status = 'open'
        this.#failure = null
        break
      case 'run-cancel-requested':
        this.#cancelRequested = true
        break
      case 'run-paused':
        this.#status = 'paused'
        break
      case 'run-stopped':
        this.#status = 'stopped'
        this.#failure = event.failure
        break
      case 'run-completed':
        this.#status = 'completed'
        this.#result = inline(event.result)
        break
      case 'run-failed':
        this.#status = 'failed'
        this.#failure = event.failure
        break
      case 'run-cancelled':
        this.#status = 'cancelled'
        break
      case 'step-started': {
        const { step: name, kind, attempt, at: startedAt } = event
        this.#openSteps.set(name, { name, kind, attempt, startedAt })
        break
      }
      case 'step-completed':
      case 'step-failed':
        this.#openSteps.delete(event.step)
        this.#finishedSteps += 1
        break
      case 'step-in-doubt':
        this.#inDoubt += 1
        break
      case 'question-asked': {
        const { question: id, ask, at: askedAt } = event
        this.#questions.set(id, { id, ask, askedAt, answer: null })
        break
      }
      case 'question-answered': {
        const question = this.#questions.get(event.question)
        if (question) this.#questions.set(question.id, { ...question, answer: event.answer })
        break
      }
      case 'fact-recorded':
        this.#fact(event)
        break
      default:
        break
    }
    if (event.type === 'fact-recorded' || event.type === 'run-completed') {
      this.#best = Math.max(this.#best, this.#percent())
    }
  }

  view(): RunView {
    const { run, playbook, objective, startedAt, width } = this.#head
    const tasks = [...this.#tasks.values()]
    const budget = this.#budgets.budgets.get('')
    const { seq, at } = this.#last
    return {
      run,
      playbook,
      objective,
      status: this.#status,
      startedAt,
      updatedAt: at,
      events: seq,
      stage: this.#stages.at(-1)?.stage ?? null,
      stages: [...this.#stages],
      tasks,
      doneBefore: [...this.#doneBefore.values()],
      openSteps: [...this.#openSteps.values()],
      finishedSteps: this.#finishedSteps,
      questions: [...this.#questions.values()],
      verdicts: [...this.#verdicts],
      notices: [...this.#notices],
      findings: [...this.#findings],
      isolation: this.#isolation.view(),
      models: [...this.#models.values()],
      cancelRequested: this.#cancelRequested,
      resumes: this.#resumes,
      inDoubt: this.#inDoubt,
      spend: { ...(budget?.spend ?? { turns: 0, tokens: 0, usd: 0, unmeteredTokens: 0, unmeteredUsd: 0 }) },
      limits: budget?.limits ?? {},
      activeMs: this.#budgets.activeMs(at),
      progress: {
        percent: Math.round(this.#best),
        tasksDone: tasks.filter(({ state }) => state === 'done').length,
        tasksTotal: tasks.length,
        etaMs: this.#status === 'open' ? estimateRemaining(tasks, width, at) : null,
      },
      delivery: this.#delivery,
      failure: this.#failure,
      result: this.#result,
    }
  }

  #start(event: Extract<RunEvent, { type: 'run-started' }>): void {
    const input = inline(event.input) as {
      readonly objective?: string
      readonly policy?: { readonly parallel?: number }
    } | null
    this.#head = {
      run: event.run,
      playbook: event.playbook.name,
      objective: input?.objective ?? '',
      startedAt: event.at,
      width: input?.policy?.parallel ?? 1,
    }
  }

  #fact({ kind, value, name, at }: Extract<RunEvent, { type: 'fact-recorded' }>): void {
    this.#isolation.take(kind, value)
    if (kind === 'verdict') {
      this.#verdicts.push({ ...completeVerdict(value as Partial<Verdict>), name, at })
      return
    }
    if (kind === 'team-dispatched') {
      const { tasks } = value as TeamFactValue<'team-dispatched'>
      for (const { id, status } of tasks) this.#dispatched.set(id, status === 'completed')
      return
    }
    const fact = { kind, value } as unknown as StageFact
    switch (fact.kind) {
      case 'stage':
        this.#stages.push({ stage: fact.value.stage, enteredAt: at })
        break
      case 'notice':
      case 'trusted':
        this.#notices.push(fact.value.text)
        break
      case 'failed-over':
        this.#failOver(fact.value)
        break
      case 'model':
        this.#models.set(JSON.stringify(fact.value), fact.value)
        break
      case 'plan':
        this.#plan(fact.value.tasks)
        break
      case 'task':
        this.#task(fact.value, at)
        break
      case 'finding':
        this.#findings.push(fact.value)
        break
      case 'obeyed':
        for (const { task } of fact.value.reopened) this.#reopen(task)
        break
      case 'outcome':
        for (const id of fact.value.tasks.done) this.#endedElsewhere(id)
        break
      case 'delivered':
        this.#delivery = { ...fact.value, files: fact.value.files ?? [] }
        break
      default:
        break
    }
  }

  /** Whoever does a task may be another one than it began with. */
  #failOver({ task: id, from, to, text }: FailedOver): void {
    this.#notices.push(text)
    const task = this.#tasks.get(id ?? '')
    if (task?.agent === from) this.#tasks.set(task.id, { ...task, agent: to })
  }

  #plan(tasks: Extract<StageFact, { kind: 'plan' }>['value']['tasks']): void {
    const done = new Map([...this.#tasks].filter(([, { state }]) => state === 'done'))
    for (const [id, task] of done) this.#doneBefore.set(id, task)
    for (const { id } of tasks) this.#doneBefore.delete(id)
    this.#tasks.clear()
    this.#share = 0
    for (const { id, title, dependencies } of tasks) {
      const isDone = this.#dispatched.get(id)
      const kept = isDone === false ? undefined : done.get(id)
      if (kept !== undefined) {
        this.#tasks.set(id, kept)
        this.#share += shareOf.done
        continue
      }
      const fresh = { attempt: 0, agent: null, note: null, startedAt: null, endedAt: null }
      const state = isDone === true ? 'done' : 'waiting'
      this.#tasks.set(id, { id, title, dependencies, state, ...fresh })
      this.#share += shareOf[state]
    }
    this.#dispatched.clear()
  }

  #task(value: Extract<StageFact, { kind: 'task' }>['value'], at: number): void {
    const before = this.#tasks.get(value.task)
    if (!before) return
    const { state, attempt, agent, note } = value
    this.#share += shareOf[state] - shareOf[before.state]
    const over = state === 'done' || state === 'given-up' || state === 'blocked'
    this.#tasks.set(value.task, {
      ...before,
      state,
      attempt,
      agent,
      note,
      startedAt: before.startedAt ?? at,
      endedAt: over ? at : null,
    })
  }

  /** What was done before the run began is known to be so when it is over. */
  #endedElsewhere(id: string): void {
    const task = this.#tasks.get(id)
    if (task?.state !== 'waiting') return
    this.#share += shareOf.done
    this.#tasks.set(id, { ...task, state: 'done' })
  }

  /** A task that begins again waits, whatever it had come to. */
  #reopen(id: string): void {
    const before = this.#tasks.get(id)
    if (!before) return
    this.#share += shareOf.waiting - shareOf[before.state]
    this.#tasks.set(id, { ...before, state: 'waiting', agent: null, note: null, endedAt: null })
  }

  #percent(): number {
    if (this.#status === 'completed') return 100
    let sum = 0
    for (const [stage, share] of stageShares) {
      if (stage === this.#stages.at(-1)?.stage)
        return sum + (stage === 'execute' ? (share * this.#share) / (this.#tasks.size || 1) : 0)
      sum += share
    }
    return 0
  }
}

function inline(stored: Stored): Json {
  return 'value' in stored ? stored.value : null
}
