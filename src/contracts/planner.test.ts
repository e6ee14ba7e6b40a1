import { describe, expect, it } from 'vitest'
import { makePlan } from '../../test/fixtures/make-plan.ts'
import type { PlanRequest } from './planner.ts'
import { planner } from './planner.ts'
import { readReply, replyInstruction } from './read-reply.ts'

const reply = (value: unknown): ReturnType<typeof readReply> => readReply(planner, JSON.stringify(value))

describe('planner', () => {
  const request: PlanRequest = { objective: 'o', research: [], verification: ['npm test'], revise: null }

  it('takes a small reply', () => {
    expect(reply({ objective: 'o', tasks: [{ id: 'T1', title: 't' }] })).toMatchObject({ kind: 'fits' })
  })

  it('takes a plan that has only warnings', () => {
    const task = { id: 'T1', title: 't', acceptance: ['works'], estimates: { effort: 'large' } }
    expect(reply({ objective: 'o', tasks: [task] })).toMatchObject({ kind: 'fits' })
  })

  it.each([
    ['a circle', { id: 'T1', title: 't', dependencies: ['T1'] }, 'depends on itself'],
    ['deferred research', { id: 'T1', title: 'Figure out how' }, 'says "Figure out"'],
    ['nobody to do it', { id: 'T1', title: 't', role: 'devops' }, 'give it to the implementer'],
    ['a path that leads out', { id: 'T1', title: 't', writeSet: ['../x'] }, 'leads out'],
  ])('refuses %s, in words that the planner can act on', (_name, task, words) => {
    const read = reply({ objective: 'o', tasks: [task] })
    expect(read).toMatchObject({ kind: 'unfit', complaint: expect.stringContaining(words) })
  })

  it('asks only for what must be there, and not for the lineage', () => {
    const asked = replyInstruction(planner)
    expect(asked).toContain('"required":["objective","tasks"]')
    expect(asked).toContain('"required":["id","title"]')
    expect(asked).not.toContain('lineage')
  })

  it('sees its last plan together with what was said about it', () => {
    const before = makePlan([{ id: 'Old' }])
    const prompt = planner.prompt({
      ...request,
      revise: { plan: before, from: 'person', done: [], feedback: 'smaller' },
    })
    expect(prompt).toContain('"id":"Old"')
    expect(prompt).toContain('## What a person said about it\nsmaller')
    expect(planner.prompt(request)).not.toContain('## Your last plan')
  })
})
