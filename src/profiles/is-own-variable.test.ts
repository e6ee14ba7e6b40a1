import { expect, it } from 'vitest'
import { isOwnVariable } from './is-own-variable.ts'

const variables = ['OPENAI_*', 'TOKEN', '*_AGENT_*_KEY', 'A*A']

it.each(['OPENAI_API_KEY', 'OPENAI_', 'TOKEN', 'MY_AGENT_X_KEY', '_AGENT__KEY', 'AA', 'ABA'])(
  '%s is its own',
  (name) => {
    expect(isOwnVariable(name, { variables })).toBe(true)
  },
)

it.each(['OPENAI', 'NOT_OPENAI_API_KEY', 'TOKEN2', 'MY_TOKEN', '_AGENT_KEY', 'MY_AGENT_KEY', 'A', 'ABC'])(
  '%s is not',
  (name) => {
    expect(isOwnVariable(name, { variables })).toBe(false)
  },
)
