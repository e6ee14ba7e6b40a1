import { describe, expect, it } from 'vitest'
import { BUILT_IN_POLICIES, builtInPolicies } from '../policy/built-in-policies.ts'
import { parsePolicy } from './parse-policy.ts'
import { parseSettings } from './parse-settings.ts'
import { policySettingsOf } from './policy-settings.ts'
import type { SettingsInput } from './resolve-settings.ts'
import { resolveSettings } from './resolve-settings.ts'
import { runPolicyOf } from './run-policy-of.ts'

const NOTHING: SettingsInput = {
  flags: [],
  environment: {},
  ignoredVariables: [],
  repositoryFile: null,
  userFile: null,
}

function policyFrom(input: Partial<SettingsInput>) {
  const { settings, sources } = resolveSettings({ ...NOTHING, ...input })
  return { policy: runPolicyOf(settings), sources, base: settings.policy.base }
}

describe('the policy of settings', () => {
  it.each(BUILT_IN_POLICIES)('is the built-in one where only its name is given: %s', (name) => {
    const { policy } = policyFrom({ environment: { TUTTI_POLICY_BASE: name } })
    expect(policy).toEqual(builtInPolicies[name])
  })

  it.each(BUILT_IN_POLICIES)('can say every value of %s, whatever it begins with', (name) => {
    const base = name === 'plain' ? 'standard' : 'plain'
    const text = JSON.stringify({ ...policySettingsOf(name), base })
    const { policy } = policyFrom({
      environment: { TUTTI_POLICY_BASE: './p.yaml' },
      policyFile: parsePolicy(text, 'p.yaml'),
    })
    // How much is at work at once is a limit, and no part of the file.
    const { parallel, attempts } = builtInPolicies[base]
    expect(policy).toEqual({ ...builtInPolicies[name], parallel, attempts })
  })

  it('takes a policy file after the repository and before the user, and its base last', () => {
    const { policy, sources, base } = policyFrom({
      flags: [{ name: '--policy', key: 'policy.base', value: './p.yaml' }],
      repositoryFile: parseSettings('policy: {replans: 5}', 'tutti.yaml'),
      policyFile: parsePolicy('base: plain\nreplans: 6\nbatch: 6\n', 'p.yaml'),
      userFile: parseSettings('policy: {replans: 7, batch: 7, flake-runs: 7}', 'user.yaml'),
    })
    expect(policy).toMatchObject({ replans: 5, batch: 6, flakeRuns: 7, process: { interpret: false } })
    expect(base).toBe('./p.yaml')
    expect(sources).toMatchObject({
      'policy.base': { source: 'flag', where: '--policy' },
      'policy.replans': { source: 'repository', where: 'tutti.yaml:1:10' },
      'policy.batch': { source: 'policy', where: 'p.yaml:3:1' },
      'policy.flake-runs': { source: 'user' },
      'policy.interpret': { source: 'default' },
    })
  })

  it("takes the user's own words before the policy file that they name", () => {
    const { policy } = policyFrom({
      policyFile: parsePolicy('replans: 6\nbatch: 6\n', 'p.yaml'),
      userFile: parseSettings('policy: {base: ./p.yaml, replans: 7}', 'user.yaml'),
    })
    expect(policy).toMatchObject({ replans: 7, batch: 6 })
  })

  it('gives one class of failures numbers of its own', () => {
    const text = 'policy: {failures: {task: 2, classes: {transient: {task: 8, wave: 9, run: 10}}}}'
    const { policy } = policyFrom({ repositoryFile: parseSettings(text, 'tutti.yaml') })
    expect(policy.failures.transient).toEqual({ task: 8, wave: 9, run: 10 })
    expect(policy.failures.fixable.task).toBe(2)
  })

  it.each([
    ['policy: {discuss: {least-questions: 9}}', 'tutti.yaml:1:20: `policy.discuss.least-questions` (9) must'],
    ['policy: {tier-files: {medium: 2}}', 'tutti.yaml:1:23: `policy.tier-files.small` (5) must not be above'],
    ['trust: all', "tutti.yaml:1:1: `trust` is not the repository's to give"],
    ['policy: {base: standrd}', 'tutti.yaml:1:16: `policy.base` must be standard, plain, gem-team,'],
  ])('refuses %s', (text, line) => {
    expect(() => policyFrom({ repositoryFile: parseSettings(text, 'tutti.yaml') })).toThrow(line)
  })
})
