import { afterEach, describe, expect, it } from 'vitest'
import type { Rehearsal } from '../../test/harness/play-standard.ts'
import { completed, on, rehearse, writes } from '../../test/harness/play-standard.ts'

let rehearsal: Rehearsal
afterEach(() => rehearsal.remove())

const plan = (status: string): { readonly path: string; readonly text: string } => ({
  path: 'plan.yaml',
  text: `objective: so\ntasks:\n  - id: T1\n    title: "feat: T1"\n    status: ${status}\n`,
})

const implementer = on({ role: 'implementer' }, writes('a.ok', 'ok'), completed)

describe('a run that begins with a plan', () => {
  it('A8: carries it out, and pays nobody to look into what is planned already', async () => {
    rehearsal = await rehearse([implementer])
    const outcome = await rehearsal.playThrough({ input: { objective: 'so', plan: plan('pending') } })
    expect(outcome).toMatchObject({ status: 'completed', result: { tasks: [{ id: 'T1', state: 'done' }] } })
    expect(rehearsal.turns).toEqual(['execute/T1@r1/attempt-1/implement/try-1/turn'])
    const { events } = await rehearsal.world.journal.read()
    const stages = events.flatMap((event) =>
      event.type === 'fact-recorded' && event.kind === 'stage' ? [event.value] : [],
    )
    expect(stages).toEqual(['intake', 'plan', 'approve', 'execute', 'deliver'].map((stage) => ({ stage })))
  })

  it.each([
    ['blocked', ['replan', 'stop'], 'completed or blocked'],
    ['completed', ['stop'], 'is completed.'],
  ])('A9: asks what is to be done when every task is %s', async (status, options, words) => {
    rehearsal = await rehearse([implementer])
    const outcome = await rehearsal.playThrough({ input: { objective: 'so', plan: plan(status) } })
    expect(outcome).toMatchObject({ status: 'waiting', questions: ['intake/nothing-left'] })
    const [question] = (await rehearsal.view()).questions
    expect(question?.ask.options.map(({ id }) => id)).toEqual(options)
    expect(question?.ask.text).toContain(words)
  })
})
