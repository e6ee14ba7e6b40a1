import { expect, it } from 'vitest'
import { codeCritic } from './code-critic.ts'
import { judgeReply } from './read-reply.ts'

it.each([
  ['pass', 'approved', []],
  ['needs_changes', 'needs_revision', ['minor']],
  ['blocking', 'failed', ['critical']],
  ['abstain', 'abstain', []],
])('the critic\u2019s %s is %s to everybody else', (verdict, meaning, severities) => {
  const issues = severities.map((severity) => ({ severity, confirmed: true, text: 't', evidence: 'e' }))
  const read = judgeReply(codeCritic, { verdict, confidence: 1, summary: 's', issues })
  expect(read).toMatchObject({ kind: 'fits', reply: { verdict: meaning } })
})
