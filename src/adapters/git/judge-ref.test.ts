import { expect, test } from 'vitest'
import type { RefJudgement } from './judge-ref.ts'
import { agentEmail, judgeRef } from './judge-ref.ts'

const agent = agentEmail('r1')
const own = 'tutti@localhost'
const user = 'user@example.test'
const none = '0'.repeat(40)
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(40)) as [
  string,
  string,
  string,
  string,
]

function judge(
  before: string | null,
  ...moves: readonly (readonly [string, string, string])[]
): RefJudgement {
  const log = moves.map(([from, to, email]) => ({ before: from, after: to, email }))
  return judgeRef({ before, after: log.at(-1)?.after ?? null, log }, { agent, own })
}

test('what the agent made is removed, and what it moved goes back', () => {
  expect(judge(null, [none, a, agent])).toEqual({ kind: 'agent', to: null })
  expect(judge(a, [none, a, user], [a, b, agent], [b, c, agent])).toEqual({ kind: 'agent', to: a })
  expect(judge(a, [a, b, agent])).toEqual({ kind: 'agent', to: a })
})

test('what the user did in between stays', () => {
  expect(judge(a, [none, a, user], [a, b, user], [b, c, agent])).toEqual({ kind: 'agent', to: b })
  expect(judge(a, [none, a, user], [a, b, agent], [b, c, user])).toEqual({ kind: 'unknown' })
})

test('what the agent did before the turn is not undone again', () => {
  expect(judge(b, [none, a, user], [a, b, agent], [b, c, agent], [c, d, agent])).toEqual({
    kind: 'agent',
    to: b,
  })
})

test('without proof nobody is blamed', () => {
  expect(judge(a, [none, a, user], [a, b, user])).toEqual({ kind: 'unknown' })
  expect(judge(a)).toEqual({ kind: 'unknown' })
  expect(
    judgeRef({ before: a, after: c, log: [{ before: a, after: b, email: agent }] }, { agent, own }),
  ).toEqual({
    kind: 'unknown',
  })
})

test('our own moves and those of other runs are not this guard’s business', () => {
  expect(judge(a, [a, b, own])).toEqual({ kind: 'ours' })
  expect(judge(a, [a, b, agentEmail('r2')])).toEqual({ kind: 'ours' })
})
