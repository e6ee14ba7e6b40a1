import { describe, expect, it } from 'vitest'
import { RunFailure } from '../kernel/failure.ts'
import { parsePolicy } from './parse-policy.ts'

function refusalOf(text: string): readonly string[] {
  try {
    parsePolicy(text, 'p.yaml')
  } catch (error) {
    if (error instanceof RunFailure) return error.message.split('\n')
    throw error
  }
  throw new Error('nothing was refused')
}

describe('parsePolicy', () => {
  it('gives the group with where each key stands', () => {
    const { settings, locations } = parsePolicy('base: plain\nreview:\n  final: [large]\n', 'p.yaml')
    expect(settings).toEqual({ policy: { base: 'plain', review: { final: ['large'] } } })
    expect(locations).toMatchObject({ 'policy.base': 'p.yaml:1:1', 'policy.review.final': 'p.yaml:3:3' })
    expect(parsePolicy('# nothing yet\n', 'p.yaml').settings).toEqual({})
  })

  it.each([
    ['approvls: {}', 'p.yaml:1:1: unknown key `approvls`; did you mean `approvals`?'],
    ['splitter: true', 'p.yaml:1:1: unknown key `splitter`; write `splitter` inside `planning`'],
    ['review: {finel: []}', 'p.yaml:1:10: unknown key `finel`; did you mean `final`?'],
    [
      'approvals:\n  wave: maybe',
      'p.yaml:2:9: `approvals.wave` must be one of ask, person, free, not `maybe`',
    ],
    ['specify: [tiny]', 'p.yaml:1:11: `specify.0` must be one of trivial, small, medium, large, not `tiny`'],
    ['specify: large', 'p.yaml:1:10: `specify` must be a list of trivial, small, medium, large, not `large`'],
    ['least-confidence: 7', 'p.yaml:1:19: `least-confidence` must be a number from 0 to 1, not 7'],
    ['base: ./other.yaml', 'p.yaml:1:7: `base` of a policy file must be one of standard, plain'],
    ['policy: {}', 'p.yaml:1:1: unknown key `policy`'],
    ['- a', 'p.yaml:1:1: the file must be a group of keys, not a list'],
    ['failures: {classes: {odd: {task: 1, wave: 1, run: 1}}}', 'p.yaml:1:22: `odd` must be one of transient'],
  ])('refuses %j', (text, line) => {
    expect(refusalOf(text)[0]).toContain(line)
  })
})
