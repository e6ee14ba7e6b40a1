import { expect, it } from 'vitest'
import { BUILT_IN_POLICIES } from '../policy/built-in-policies.ts'
import { parsePolicy } from './parse-policy.ts'
import { parseSettings } from './parse-settings.ts'
import { policySettingsOf } from './policy-settings.ts'
import { renderPolicy } from './render-policy.ts'
import { resolveSettings } from './resolve-settings.ts'

it.each(BUILT_IN_POLICIES)('%s is a policy file that means the same', (name) => {
  const text = renderPolicy(policySettingsOf(name), name, {})
  expect(parsePolicy(text, 'p.yaml').settings.policy).toEqual(policySettingsOf(name))
  expect(text).toContain(`\n  most-questions: 5 # ${name}\n`)
  expect(text).not.toMatch(/[&*]a\d/)
})

it('says of every value where it comes from', () => {
  const repository =
    'policy: {base: plain, specify: [large], roles: {implementer: 3}, failures: {classes: {hung: {task: 1, wave: 1, run: 1}}}}'
  const { settings, sources } = resolveSettings({
    flags: [],
    environment: { TUTTI_POLICY_REPLANS: '4' },
    ignoredVariables: [],
    repositoryFile: parseSettings(repository, 'tutti.yaml'),
    userFile: null,
  })
  const lines = renderPolicy(settings.policy, 'plain', sources).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'base: plain # tutti.yaml:1:10',
      'specify: [large] # tutti.yaml:1:23',
      '  implementer: 3 # tutti.yaml:1:49',
      '      task: 1 # tutti.yaml:1:87',
      'replans: 4 # TUTTI_POLICY_REPLANS',
      'agents: {} # plain',
      'approve: [trivial, small, medium, large] # plain',
    ]),
  )
})
