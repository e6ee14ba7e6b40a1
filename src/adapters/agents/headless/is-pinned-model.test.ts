import { expect, it } from 'vitest'
import { isPinnedModel } from './is-pinned-model.ts'

it.each([
  ['gpt-5.5', 'gpt-5.5'],
  ['GPT-5.5', 'gpt-5.5[high]'],
  ['sonnet', 'claude-sonnet-5'],
  ['sonnet[1m]', 'claude-sonnet-5'],
  ['scripted/model-a', 'model-a'],
  ['model-a', 'custom:model-a'],
])('P7: %s is %s', (pinned, told) => {
  expect(isPinnedModel(pinned, told)).toBe(true)
})

it.each([
  ['gpt-5.5', 'gpt-5.4'],
  ['gpt-5', 'gpt-55'],
  ['opus', 'claude-sonnet-5'],
  ['a.c', 'abc'],
  ['claude-sonnet-5', 'sonnet'],
])('P7: %s is not %s', (pinned, told) => {
  expect(isPinnedModel(pinned, told)).toBe(false)
})
