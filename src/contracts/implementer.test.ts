import { describe, expect, it } from 'vitest'
import { makeTask } from '../../test/fixtures/make-plan.ts'
import type { ImplementRequest } from './implement-request.ts'
import { implementer } from './implementer.ts'

describe('implementer', () => {
  const request: ImplementRequest = {
    objective: 'o',
    task: makeTask({ id: 'T2' }),
    contracts: [],
    verification: ['npm test'],
    diagnosis: null,
    kept: null,
    conflict: null,
    news: null,
  }

  it('is told all that the plan says about its task', () => {
    const task = makeTask({
      id: 'T2',
      writeSet: ['src/a.ts'],
      acceptance: [
        { id: null, criterion: 'fast', verification: 'a stopwatch' },
        { id: null, criterion: 'small', verification: null },
      ],
      verification: ['npm run lint'],
      context: [{ path: 'src/b.ts', description: 'the model' }],
    })
    const contracts = [
      { from: 'T1', to: 'T2', interface: 'parse()', format: '(text) => Plan' },
      { from: 'T2', to: 'T3', interface: 'plan.json', format: '' },
    ]
    const prompt = implementer.prompt({ ...request, task, contracts })
    expect(prompt.split('\n').filter((line) => line.startsWith('- '))).toEqual([
      '- src/a.ts',
      '- src/b.ts: the model',
      '- T1 makes, for you: parse(): (text) => Plan',
      '- you make, for T3: plan.json',
      '- fast (seen by: a stopwatch)',
      '- small',
      '- npm run lint',
      '- npm test',
    ])
  })

  it('is told nothing that the plan does not say', () => {
    const headings = implementer
      .prompt(request)
      .split('\n')
      .filter((line) => line.startsWith('## '))
    expect(headings).toEqual(['## Objective of the whole job', '## Your task T2: Do T2', '## Proven by'])
  })
})
