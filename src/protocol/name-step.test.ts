import { expect, test } from 'vitest'
import { subjectOf, whoseTurn } from './name-step.ts'

test.each([
  ['execute/T2@r1/attempt-1/verify-verdict', 'T2'],
  ['execute/T1@r2/attempt-1/audit-1-old-tests-verdict', 'T1 with the old tests'],
  ['execute/integrate/round-3/verify-T4-verdict', 'T4 merged'],
  ['execute/integrate/round-3/partner/T2/verify-verdict', 'the pair with T2'],
  ['execute/T2@r1/exhausted-2', 'T2'],
  ['intake/baseline-verdict', 'the base'],
  ['approve/r1/plan', 'the plan'],
  ['deliver/verify-on-target-verdict', 'the delivery'],
  ['research/structure/try-1/turn', 'structure'],
  ['execute/wave-2-r1/review/try-1/turn', 'wave 2'],
  ['intake/interpret/try-1/turn', 'the request'],
  ['learn/late-1-1', 'what was learnt'],
  ['docs/try-1/turn', 'the documents'],
  ['team/after-r3/completion', 'the team'],
  ['anything', 'anything'],
])('%s is about %s', (name, subject) => {
  expect(subjectOf(name)).toBe(subject)
})

test.each([
  ['execute/T2@r1/attempt-1/implement-2/try-1/turn', 'T2: implementer'],
  ['execute/T2@r1/attempt-1/diagnose/try-2/turn', 'T2: debugger, try 2,'],
  ['research/proof/try-1/turn', 'proof: researcher'],
  ['plan/r1/try-1/turn', 'the plan: planner'],
  ['challenge/r1/round-1/plan-auditor/try-1/turn', 'the plan: plan-auditor'],
  ['intake/interpret/try-1/turn', 'the request: interpreter'],
  ['specify/try-1/turn', 'the requirements: interpreter'],
  ['learn/docs/try-1/turn', 'what was learnt: initializer'],
  ['another/turn', 'turn: agent'],
])('%s is the turn of %s', (step, who) => {
  expect(whoseTurn(step)).toBe(who)
})
