import { expect, test } from 'vitest'
import type { AgentTestReport } from '../../host/agents/test-agent.ts'
import type { CheckResult } from '../../host/agents/trial/check.ts'
import { renderCheck, renderVerdict } from './render-agent-test.ts'

const plain = (_colour: string, text: string): string => text
const named = (colour: string, text: string): string => `<${colour}>${text.trim()}</>`
const check: CheckResult = {
  id: 'answer',
  title: 'answers with the JSON that was asked for',
  required: true,
  state: 'passed',
  seen: 'the right JSON',
  ms: 1234,
}
const report: AgentTestReport = {
  agent: 'goose',
  command: ['goose', 'acp'],
  way: 'acp',
  scripted: true,
  results: [check],
  isFit: true,
  ms: 2000,
  kept: null,
}

test('a check is a row and what was seen, within 80 cells', () => {
  const seen = 'many words that were seen when it was looked at, '.repeat(4)
  const lines = renderCheck({ ...check, seen }, plain).split('\n')
  expect(lines[0]).toBe('✓ answers with the JSON that was asked for       required  passed        1.2 s')
  expect(lines.length).toBe(4)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
})

test('what fails is red where it is required and yellow where it is a limit', () => {
  expect(renderCheck({ ...check, state: 'failed' }, named)).toContain('<red>failed</>')
  expect(renderCheck({ ...check, state: 'failed', required: false }, named)).toContain('<yellow>failed</>')
})

test('the verdict names what failed, and what is only a limit', () => {
  expect(renderVerdict(report, plain)).toBe(
    'goose can be used: every required check passed.\n1 check in 2.0 s: 1 passed.',
  )
  const cancel = { ...check, id: 'cancel', state: 'failed', required: false } as const
  const missing = { ...check, state: 'failed' } as const
  const skipped = { ...check, id: 'noise', state: 'not-run' } as const
  const results = [cancel, missing, skipped]
  expect(renderVerdict({ ...report, results, isFit: false }, plain)).toBe(
    'goose cannot be used as it is: answer failed.\nIt has 1 limit: cancel.\n3 checks in 2.0 s: 0 passed, 2 failed, 1 not run.',
  )
})
