import { describe, expect, it } from 'vitest'
import { variableOf } from './environment-values.ts'
import { keysAt, leafKeys, scalarKeys, schemaAt } from './setting-keys.ts'
import { ROLES } from '../plan/role.ts'

describe('setting keys', () => {
  it('finds every leaf once', () => {
    const keys = leafKeys([])
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toContain('limits.task.usd')
    expect(keys).toContain('agents')
    expect(keys).not.toContain('limits')
  })

  it('lets variables give single values only, each under a name of its own', () => {
    const keys = scalarKeys()
    const rest = leafKeys([]).filter((key) => !keys.includes(key))
    expect(rest).toEqual([
      'fallback',
      'agents',
      ...ROLES.map((role) => `roles.${role}.fallback`),
      'routes',
      'verify',
      'copy',
      'env.pass',
      'env.set',
      'sandbox.readable',
      'sandbox.writable',
      'sandbox.hosts',
      'policy.discuss.tiers',
      'policy.specify',
      'policy.planning.executors',
      'policy.planning.mobile-files',
      'policy.challenge.by.trivial',
      'policy.challenge.by.small',
      'policy.challenge.by.medium',
      'policy.challenge.by.large',
      'policy.approve',
      'policy.work.shown',
      'policy.waves.announce',
      'policy.waves.review',
      'policy.waves.critic',
      'policy.waves.designer',
      'policy.waves.simplify',
      'policy.waves.ui-words',
      'policy.review.tasks',
      'policy.review.final',
      'policy.deliver.as',
      'policy.deliver.commit-kinds',
      'policy.protect.paths',
      'policy.failures.classes',
      'policy.routes',
      'policy.roles',
      'policy.agents',
    ])
    expect(new Set(keys.map(variableOf)).size).toBe(keys.length)
    expect(variableOf('limits.turn-time')).toBe('TUTTI_LIMITS_TURN_TIME')
  })

  it('knows the keys of a group, of an agent and of a verify command', () => {
    expect(keysAt(['roles'])).toEqual(ROLES)
    expect(keysAt(['agents'])).toEqual([])
    expect(keysAt(['agents', 'any'])).toEqual(['program', 'command', 'model', 'way', 'env', 'resume'])
    expect(keysAt(['verify', '3'])).toEqual([
      'name',
      'command',
      'timeout',
      'kind',
      'scope',
      'exclusive',
      'network',
      'report',
    ])
    expect(schemaAt(['limits', 'constructor'])).toBeNull()
  })
})
