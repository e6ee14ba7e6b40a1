import { expect, it } from 'vitest'
import { fillRecipe } from './fill-recipe.ts'
import { knownProfiles } from './known-profiles.ts'

const scripted = {
  wire: 'openai-chat',
  model: 'm',
  variables: { HOST: '{url}', BOTH: '{url}/v1 {url}', PLAIN: 'x' },
  files: { '.agent/config.json': '{"base":"{url}/v1"}' },
} as const

it('puts the address into variables and files, wherever it stands', () => {
  expect(fillRecipe({ scripted }, 'http://127.0.0.1:4000/')).toEqual({
    variables: {
      HOST: 'http://127.0.0.1:4000',
      BOTH: 'http://127.0.0.1:4000/v1 http://127.0.0.1:4000',
      PLAIN: 'x',
    },
    files: { '.agent/config.json': '{"base":"http://127.0.0.1:4000/v1"}' },
  })
})

it.each(knownProfiles)('leaves nothing to fill in for $name', (profile) => {
  const filled = fillRecipe(profile, 'http://127.0.0.1:4000')
  const texts = [...Object.values(filled.variables), ...Object.values(filled.files)]
  expect(texts.some((text) => text.includes('http://127.0.0.1:4000'))).toBe(true)
  expect(texts.filter((text) => /\{\w+\}/.test(text))).toEqual([])
})
