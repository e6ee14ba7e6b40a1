import { expect, it } from 'vitest'
import type { EventBody, RunEvent } from '../kernel/event.ts'
import type { StageFact } from '../stages/facts.ts'
import { viewRun } from './view-run.ts'

const started: EventBody = {
  type: 'run-started',
  run: 'r1',
  playbook: { name: 'standard', version: 1 },
  input: { value: { objective: 'make it so', policy: { parallel: 2 } } },
  limits: { turns: 9 },
  tutti: '0',
}

function told(...bodies: readonly EventBody[]): readonly RunEvent[] {
  return bodies.map((body, index) => ({ v: 1, seq: index + 1, at: index * 1000, ...body }))
}

function fact(name: string, { kind, value }: StageFact): EventBody {
  return { type: 'fact-recorded', name, kind, version: 1, value }
}

function taskFact(task: string, state: 'working' | 'done', attempt = 1): EventBody {
  return fact(`${task}-${state}`, { kind: 'task', value: { task, state, attempt, agent: 'a', note: null } })
}

const plan = fact('plan', {
  kind: 'plan',
  value: {
    revision: 1,
    tasks: [
      { id: 'T1', title: 't', dependencies: [] },
      { id: 'T2', title: 't', dependencies: ['T1'] },
    ],
  },
})

it('P8: shows stages, tasks, questions, spend and progress from events alone', () => {
  const view = viewRun(
    told(
      started,
      fact('s', { kind: 'stage', value: { stage: 'execute' } }),
      plan,
      taskFact('T1', 'working'),
      {
        type: 'step-started',
        step: 'a',
        kind: 'turn',
        version: 1,
        digest: '',
        attempt: 1,
        reserve: { turns: 1, tokens: null, usd: null },
      },
      {
        type: 'step-completed',
        step: 'a',
        attempt: 1,
        result: { value: null },
        usage: { turns: 1, tokens: 70, usd: null },
      },
      taskFact('T1', 'done', 2),
      { type: 'question-asked', question: 'q', ask: { kind: 'choice', text: '?', options: [], free: true } },
    ),
  )
  expect(view).toMatchObject({
    run: 'r1',
    objective: 'make it so',
    status: 'open',
    stage: 'execute',
    finishedSteps: 1,
  })
  expect(view.tasks.map(({ state, attempt }) => [state, attempt])).toEqual([
    ['done', 2],
    ['waiting', 0],
  ])
  expect(view.questions).toMatchObject([{ id: 'q', answer: null, askedAt: 7000 }])
  expect(view.spend).toEqual({ turns: 1, tokens: 70, usd: 0, unmeteredTokens: 0, unmeteredUsd: 1 })
  expect(view.activeMs).toBe(1000)
  expect(view.progress).toMatchObject({ tasksDone: 1, tasksTotal: 2, etaMs: 3000 })
  expect(view.progress.percent).toBeGreaterThan(50)
})

it('never goes back in its percentage', () => {
  const events = told(
    started,
    fact('e', { kind: 'stage', value: { stage: 'execute' } }),
    fact('p', { kind: 'stage', value: { stage: 'plan' } }),
  )
  expect(viewRun(events).progress.percent).toBe(viewRun(events.slice(0, 2)).progress.percent)
})

it.each([
  [{ type: 'run-paused', reason: 'asked' }, 'paused'],
  [{ type: 'run-stopped', failure: { code: 'bug', message: 'm', trace: '' } }, 'stopped'],
  [{ type: 'run-completed', result: { value: 1 } }, 'completed'],
  [{ type: 'run-failed', failure: { code: 'not-proven', message: 'm' } }, 'failed'],
  [{ type: 'run-cancelled' }, 'cancelled'],
] as const satisfies readonly (readonly [EventBody, string])[])('reads %o as %s', (body, status) => {
  expect(viewRun(told(started, body)).status).toBe(status)
})

it('is open again after a resume, and what was open before it is no longer at work', () => {
  const open: EventBody = {
    type: 'step-started',
    step: 'a',
    kind: 'gate',
    version: 1,
    digest: '',
    attempt: 1,
  }
  const resumed: EventBody = {
    type: 'run-resumed',
    playbook: { name: 'standard', version: 1 },
    tutti: '0',
    tornBytes: 3,
  }
  const view = viewRun(told(started, open, { type: 'run-paused', reason: 'asked' }, resumed))
  expect(view).toMatchObject({ status: 'open', openSteps: [], resumes: 1 })
})

it('P8: what an earlier plan has done is not forgotten with it', () => {
  const next = fact('plan-2', {
    kind: 'plan',
    value: { revision: 2, tasks: [{ id: 'T3', title: 't', dependencies: [] }] },
  })
  const { tasks, doneBefore } = viewRun(
    told(started, plan, taskFact('T1', 'done'), next, taskFact('T3', 'done')),
  )
  expect(tasks.map(({ id, state }) => `${id} ${state}`)).toEqual(['T3 done'])
  expect(doneBefore.map(({ id, state }) => `${id} ${state}`)).toEqual(['T1 done'])
  expect(viewRun(told(started, plan, taskFact('T1', 'done'), next, plan)).doneBefore).toEqual([])
})

it('P8: what a team was given as done is done, and what it is to do once more is not', () => {
  const dispatched = (name: string, statuses: Readonly<Record<string, string>>): EventBody => {
    const tasks = Object.entries(statuses).map(([id, status]) => ({ id, status }))
    return { type: 'fact-recorded', name, kind: 'team-dispatched', version: 1, value: { tasks } }
  }
  const first = [started, dispatched('d1', { T1: 'completed', T2: 'pending' }), plan, taskFact('T2', 'done')]
  const states = (bodies: readonly EventBody[]): readonly string[] =>
    viewRun(told(...bodies)).tasks.map(({ id, state }) => `${id} ${state}`)
  expect(states(first)).toEqual(['T1 done', 'T2 done'])
  expect(states([...first, dispatched('d2', { T2: 'pending' }), plan])).toEqual(['T1 done', 'T2 waiting'])
})

it('P8: what was done before a run began is done when the run is over', () => {
  const value = { tasks: { done: ['T1', 'T2'], notDone: [], attempts: 1 } }
  const over: EventBody = { type: 'fact-recorded', name: 'o', kind: 'outcome', version: 1, value }
  const { progress } = viewRun(told(started, plan, taskFact('T2', 'done'), over))
  expect(progress).toMatchObject({ tasksDone: 2, tasksTotal: 2 })
})

it('P7: shows who took over a task, and who did what with which model', () => {
  const over = { role: 'implementer', task: 'T1', from: 'a', to: 'b', isAway: true, until: null }
  const model = { role: 'implementer', task: 'T1', agent: 'b', model: 'm-2' }
  const view = viewRun(
    told(
      started,
      plan,
      taskFact('T1', 'working'),
      fact('o', { kind: 'failed-over', value: { ...over, text: 'b takes over.' } }),
      fact('m', { kind: 'model', value: model }),
      fact('n', { kind: 'model', value: model }),
    ),
  )
  expect(view.tasks.find(({ id }) => id === 'T1')?.agent).toBe('b')
  expect(view.notices).toContain('b takes over.')
  expect(view.models).toEqual([model])
})
