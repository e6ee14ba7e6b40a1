import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../config/default-settings.ts'
import type { Limits } from '../kernel/usage.ts'
import type { AgentProgram } from './find-agent.ts'
import { refuseUnmetered } from './refuse-unmetered.ts'

const known = (program: string, model?: string): AgentProgram => ({
  command: [program],
  resume: true,
  program,
  ...(model === undefined ? {} : { model }),
})
const own: AgentProgram = { command: ['own'], resume: true }

function check(
  run: Limits,
  program: AgentProgram,
  isAllowed = false,
  usual: Limits = DEFAULT_SETTINGS.limits.run,
): readonly string[] {
  const limits = { ...DEFAULT_SETTINGS.limits, run: { ...usual, ...run } }
  return refuseUnmetered({ limits }, { it: program }, isAllowed)
}

it('P4: refuses a cap that an agent of the run cannot be held to', () => {
  expect(() => check({ tokens: 9 }, known('goose'))).toThrow(
    /cap on tokens cannot hold: it .*--allow-unmetered/,
  )
  expect(() => check({ usd: 9 }, known('grok'))).toThrow(/cap on US dollars cannot hold/)
})

it('takes a cap on what the agent tells, or what its model costs by the list', () => {
  expect(check({ tokens: 9 }, known('grok'))).toEqual([])
  expect(check({ usd: 9 }, known('grok', 'gpt-5.5'))).toEqual([])
  expect(() => check({ usd: 9 }, known('goose', 'gpt-5.5'))).toThrow(/cannot hold/)
  expect(check({}, known('goose'))).toEqual([])
})

it('lets a person allow it, where turns and time are capped', () => {
  expect(check({ tokens: 9 }, known('goose'), true)).toEqual([
    'The cap on tokens holds only as far as it tells what it spends.',
  ])
  expect(() => check({ tokens: 9, turns: 5 }, known('goose'), true, {})).toThrow(/give --turns and --time/)
})

it('says so of a command that nobody knows', () => {
  expect(check({ usd: 9 }, own)).toEqual([
    'The cap on US dollars holds only as far as it tells what it spends.',
  ])
})
