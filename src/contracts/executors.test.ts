import { EXECUTORS } from '../plan/role.ts'
import { describe, expect, it } from 'vitest'
import { makeTask } from '../../test/fixtures/make-plan.ts'
import { executorFor, executorsWith } from './executors.ts'
import type { ImplementRequest } from './implement-request.ts'
import { implementer } from './implementer.ts'
import { replyInstruction } from './read-reply.ts'

const request: ImplementRequest = {
  objective: 'o',
  task: makeTask({ id: 'T1' }),
  contracts: [],
  verification: ['npm test'],
  diagnosis: null,
  kept: null,
  conflict: null,
  news: null,
}

describe('whoever does a task', () => {
  it('P8: is asked as in the first version where reports are short', () => {
    const short = executorFor('implementer', 'short')
    expect(short.prompt(request)).toBe(implementer.prompt(request))
    expect(replyInstruction(short)).toBe(replyInstruction(implementer))
  })

  it('of a team is asked in general words and may be of any name', () => {
    const team = { name: 'translator', description: '', instructions: '', from: 'x.md' }
    expect(executorsWith(EXECUTORS, [{ ...team, access: 'write' }])).toContain('translator')
    expect(executorsWith(EXECUTORS, [{ ...team, access: 'read' }])).not.toContain('translator')
    const translator = executorFor('translator', 'short')
    expect(translator).toMatchObject({ role: 'translator', mayLeaveAll: false })
    expect(translator.prompt(request)).toContain(implementer.prompt(request))
  })

  it('may leave every file as it is only where that can be the work', () => {
    const leaving = ['browser-tester', 'mobile-tester', 'code-simplifier']
    const all = executorsWith(EXECUTORS, []).filter((role) => executorFor(role, 'full').mayLeaveAll)
    expect(all).toEqual(leaving)
  })
})
