import { describe, expect, it } from 'vitest'
import { RunFailure } from '../kernel/failure.ts'
import { parseSettings } from './parse-settings.ts'
import type { GivenValue } from './read-values.ts'
import type { SettingsInput } from './resolve-settings.ts'
import { resolveSettings } from './resolve-settings.ts'
import { leafKeys } from './setting-keys.ts'
import { DEFAULT_SETTINGS, DEFAULT_VERIFY_TIMEOUT_MS } from './default-settings.ts'

interface Given {
  readonly flags?: readonly GivenValue[]
  readonly environment?: Readonly<Record<string, string>>
  readonly repository?: string
  readonly user?: string
}

function inputOf({ flags = [], environment = {}, repository, user }: Given): SettingsInput {
  return {
    flags,
    environment,
    ignoredVariables: ['TUTTI_STATE_MARKER'],
    repositoryFile: repository === undefined ? null : parseSettings(repository, 'tutti.yaml'),
    userFile: user === undefined ? null : parseSettings(user, '~/.config/tutti/tutti.yaml'),
  }
}

function resolve(given: Given) {
  return resolveSettings(inputOf(given))
}

function refusalOf(given: Given): { readonly where: string | undefined; readonly lines: readonly string[] } {
  try {
    resolve(given)
  } catch (error) {
    if (!(error instanceof RunFailure) || error.failure.code !== 'bad-input') throw error
    return { where: error.failure.where, lines: error.message.split('\n') }
  }
  throw new Error('nothing was refused')
}

describe('resolveSettings', () => {
  it('gives the defaults when nobody says anything', () => {
    const { settings, sources } = resolve({})
    expect(settings).toEqual(DEFAULT_SETTINGS)
    expect(new Set(Object.values(sources).map(({ source }) => source))).toEqual(new Set(['default']))
  })

  it('names the source of every value that is not chosen by name', () => {
    const byName = ['agents', 'env.set', 'policy.failures.classes', 'policy.roles', 'policy.agents']
    const keys = leafKeys([]).filter((key) => !byName.includes(key))
    expect(Object.keys(resolve({}).sources).toSorted()).toEqual(keys.toSorted())
  })

  const flag = [{ name: '--turns', key: 'limits.turns', value: '1' }]
  const environment = { TUTTI_LIMITS_TURNS: '2' }
  const repository = 'agent: a\nlimits:\n  turns: 3'
  const user = 'limits: {turns: 4}'
  it.each([
    ['a flag', { flags: flag, environment, repository, user }, 1, 'flag', '--turns'],
    ['a variable', { environment, repository, user }, 2, 'environment', 'TUTTI_LIMITS_TURNS'],
    ['the repository', { repository, user }, 3, 'repository', 'tutti.yaml:3:3'],
    ['the user', { repository: 'agent: a', user }, 4, 'user', '~/.config/tutti/tutti.yaml:1:10'],
    ['the default', { repository: 'agent: a', user: '' }, 60, 'default', 'default'],
  ])('takes the value of %s', (_name, given, turns, source, where) => {
    const { settings, sources } = resolve(given)
    expect(settings.limits.run.turns).toBe(turns)
    expect(sources['limits.turns']).toEqual({ source, where })
  })

  it('chooses value by value, agents and variables by name, and lists as a whole', () => {
    const { settings, sources } = resolve({
      repository:
        'agents: {a: {command: repository-a}, b: {command: [b, c]}}\nverify: [one]\nenv: {set: {X: "1"}}\nlimits: {task: {usd: 2}}',
      user: 'agents: {a: {command: user-a, env: {KEY: secret}}, constructor: {command: d}}\nverify: [two, three]\ncopy: [.env]\nenv: {set: {X: "0", Y: "2"}, pass: [Z]}\nlimits: {task: {turns: 5, time: 10m}}',
    })
    const plain = { program: null, model: null, way: null, env: {}, resume: true }
    expect(settings.agents).toEqual({
      a: { ...plain, command: 'repository-a' },
      b: { ...plain, command: ['b', 'c'] },
      constructor: { ...plain, command: 'd' },
    })
    expect(settings.verify).toEqual([{ name: 'one', command: 'one', timeoutMs: DEFAULT_VERIFY_TIMEOUT_MS }])
    expect(settings.copy).toEqual(['.env'])
    expect(settings.env).toEqual({ pass: ['Z'], set: { X: '1', Y: '2' } })
    expect(settings.limits.task).toEqual({ usd: 2, turns: 5, wallMs: 600_000 })
    expect(sources).toMatchObject({
      'agents.a': { source: 'repository', where: 'tutti.yaml:1:10' },
      'agents.constructor': { source: 'user' },
      'env.set.X': { source: 'repository', where: 'tutti.yaml:3:13' },
      'env.set.Y': { source: 'user', where: '~/.config/tutti/tutti.yaml:4:21' },
      'limits.task.usd': { source: 'repository' },
      'limits.task.turns': { source: 'user' },
    })
  })

  it('gives durations in milliseconds and commands their names', () => {
    const { settings } = resolve({
      repository:
        'verify: [{name: t, command: npm test, timeout: 5m}]\nlimits: {time: 1d, turn-time: 90s, stall-time: 2h}',
    })
    expect(settings.verify).toEqual([{ name: 't', command: 'npm test', timeoutMs: 300_000 }])
    expect(settings.limits).toMatchObject({ run: { wallMs: 86_400_000 }, turnMs: 90_000, stallMs: 7_200_000 })
  })

  it('finds what stands behind an alias', () => {
    const { settings, sources } = resolve({ repository: 'roles: {planner: &p {agent: a}, debugger: *p}' })
    expect(settings.roles.debugger).toMatchObject({ agent: 'a' })
    expect(sources['roles.debugger.agent']?.where).toBe('tutti.yaml:1:33')
  })

  it('puts the home in the place of ~, and asks for it where there is none', () => {
    const state = { repository: 'state: {journals: ~/j, worktrees: /w}' }
    expect(resolve({ ...state, environment: { HOME: '/home/me' } }).settings.state).toEqual({
      journals: '/home/me/j',
      worktrees: '/w',
    })
    expect(refusalOf(state).lines).toEqual(['tutti.yaml:1:9: `~/` needs HOME; write the whole path'])
  })
})

describe('flags', () => {
  it('reads texts, lists and false as the setting wants them', () => {
    const { settings, sources } = resolve({
      flags: [
        { name: '--verify', key: 'verify', value: ['npm test', 'npm run lint'] },
        { name: '--no-prepare', key: 'prepare', value: false },
        { name: '--usd', key: 'limits.usd', value: '2.5' },
        { name: '--time', key: 'limits.time', value: '1h' },
        { name: '--branch', key: 'deliver.branch', value: 'true' },
        { name: '--agent-command', key: 'agents.constructor.command', value: 'goose acp' },
      ],
    })
    expect(settings.verify?.map(({ name }) => name)).toEqual(['npm test', 'npm run lint'])
    expect(settings).toMatchObject({
      prepare: false,
      limits: { run: { usd: 2.5, wallMs: 3_600_000 } },
      deliver: { branch: 'true' },
      agents: { constructor: { command: 'goose acp' } },
    })
    expect(sources['agents.constructor']).toEqual({ source: 'flag', where: '--agent-command' })
  })

  it.each([
    ['limits.turns', 'x', '--f: `limits.turns` must be a whole number above 0, not `x`'],
    ['limits.turns', '0', '--f: `limits.turns` must be a whole number above 0, not 0'],
    ['limits.trns', '1', '--f: no setting `limits.trns`; did you mean `limits.turns`?'],
    ['zebra', '1', '--f: no setting `zebra`'],
    ['agents.a.resume', 'true', '--f: `agents.a` needs `program` or `command`'],
    ['verify', [], '--f: `verify` must be a list of at least one command, not an empty list'],
  ])('names the flag that gives %s = %j', (key, value, line) => {
    const { where, lines } = refusalOf({ flags: [{ name: '--f', key, value }] })
    expect(lines).toContain(line)
    expect(where).toBe('--f')
  })

  it('refuses flags that contradict each other', () => {
    const flags = [
      { name: '--a', key: 'agents', value: 'x' },
      { name: '--b', key: 'agents.y.command', value: 'z' },
    ]
    expect(refusalOf({ flags }).lines).toEqual([
      '--b: another value stands in the way of `agents.y.command`',
      '--a: `agents` must be a group of keys, not `x`',
    ])
  })
})

describe('environment', () => {
  it('gives any single value', () => {
    const { settings } = resolve({
      environment: {
        TUTTI_AGENT: 'a',
        TUTTI_ROLES_PLANNER_AGENT: 'b',
        TUTTI_PREPARE: 'false',
        TUTTI_LIMITS_TASK_USD: '0.5',
        TUTTI_LIMITS_TURN_TIME: '30s',
        TUTTI_STATE_WORKTREES: '/w',
        TUTTI_LIMITS_TURNS: '',
        TUTTI_STATE_MARKER: 'ours',
        TUTTI_PORTS: '20000-20019',
        PATH: '/bin',
      },
    })
    expect(settings).toMatchObject({
      agent: 'a',
      roles: { planner: { agent: 'b' } },
      prepare: false,
      limits: { task: { usd: 0.5 }, turnMs: 30_000, run: { turns: 60 } },
      state: { worktrees: '/w' },
    })
  })

  it('names every bad variable', () => {
    const { where, lines } = refusalOf({
      environment: {
        TUTTI_LIMITS_TRUNS: '5',
        TUTTI_LIMTS_TURNS: '5',
        TUTTI_LIMITS_TURNS: '-5',
        TUTTI_LIMITS_TIME: '5',
        TUTTI_VERIFY: 'npm test',
        TUTTI_ENV_SET_X: '1',
      },
    })
    expect(where).toBe('TUTTI_ENV_SET_X')
    expect(lines).toEqual([
      'TUTTI_ENV_SET_X: no variable gives this setting; write it in tutti.yaml',
      'TUTTI_LIMITS_TRUNS: no such variable; did you mean `TUTTI_LIMITS_TURNS`?',
      'TUTTI_LIMTS_TURNS: no such variable; did you mean `TUTTI_LIMITS_TURNS`?',
      'TUTTI_VERIFY: no variable gives this setting; write it in tutti.yaml',
      'TUTTI_LIMITS_TURNS: `limits.turns` must be a whole number above 0, not -5',
      'TUTTI_LIMITS_TIME: `limits.time` must be a duration such as 90s, 10m, 2h or 1d, not 5',
    ])
  })
})
