import { expect, test } from 'vitest'
import type { Json } from '../kernel/json.ts'
import { IsolationCount, isolationWords, notCovered } from './isolation-seen.ts'

function seen(...facts: readonly (readonly [string, Json])[]) {
  const count = new IsolationCount()
  for (const [kind, value] of facts) count.take(kind, value)
  return count.view()
}

const agent = (level: string): readonly [string, Json] => [
  'isolation',
  { role: 'planner', agent: 'a', level },
]
const verdict = (...levels: readonly (string | null)[]): readonly [string, Json] => [
  'verdict',
  { evidence: levels.map((isolation) => (isolation === null ? {} : { isolation })) },
]

test('P8: what was recorded is told, and nothing where nothing ran', () => {
  expect(isolationWords(seen())).toBeNull()
  expect(isolationWords(seen(agent('sandbox')))).toBe('agents in the sandbox')
  expect(isolationWords(seen(agent('sandbox'), verdict('sandbox')))).toBe(
    'agents and commands in the sandbox',
  )
  expect(isolationWords(seen(agent('namespaces'), verdict('sandbox', null)))).toBe(
    'agents in namespaces, commands in the sandbox',
  )
  expect(isolationWords(seen(agent('none'), agent('sandbox'), agent('sandbox')))).toBe(
    'agents in the sandbox (2) and without isolation (1)',
  )
})

test('P8: what is not covered is told by the lowest level that was seen', () => {
  expect(notCovered(seen())).toEqual([])
  expect(notCovered(seen(agent('sandbox')))).toHaveLength(1)
  expect(notCovered(seen(agent('sandbox'), verdict('namespaces')))[0]).toContain('could read your home')
  expect(notCovered(seen(agent('none'), verdict('sandbox')))[0]).toContain('read and write whatever you can')
})

test('evidence of an earlier run did not run here', () => {
  const reused = { evidence: [{ isolation: 'none' }], reusedFrom: 'an earlier run' }
  expect(isolationWords(seen(['verdict', reused]))).toBeNull()
})
