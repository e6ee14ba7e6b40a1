import { describe, expect, it } from 'vitest'
import { RunFailure } from '../kernel/failure.ts'
import { parseSettings } from './parse-settings.ts'

function problemsOf(text: string): { readonly where: string | undefined; readonly lines: readonly string[] } {
  try {
    parseSettings(text, 'tutti.yaml')
  } catch (error) {
    if (!(error instanceof RunFailure) || error.failure.code !== 'bad-input') throw error
    return { where: error.failure.where, lines: error.message.split('\n') }
  }
  throw new Error('nothing was refused')
}

const EVERYTHING = `# yaml-language-server: $schema=./tutti.schema.json
agent: mine
agents:
  mine: {command: [goose, acp], env: {GOOSE_MODE: auto}, resume: false}
  other:
    command: other --acp
roles:
  planner: {agent: other}
verify:
  - npm test
  - {name: lint, command: npm run lint, timeout: 5m}
prepare: false
copy: [.env.test, config/local.json]
env:
  pass: [DATABASE_URL, AWS_*]
  set: {CI: "1"}
limits:
  turns: 10
  tokens: 1000000
  usd: 2.5
  time: 1d
  parallel: 2
  gates: 1
  attempts: 2
  turn-time: 90s
  stall-time: 2m
  task: {turns: 3, tokens: 5, usd: 0.5, time: 10m}
deliver: {branch: "work/{run}"}
state: {journals: /var/tutti, worktrees: ~/worktrees}
`

describe('parseSettings', () => {
  it('reads every key', () => {
    const { settings } = parseSettings(EVERYTHING, 'tutti.yaml')
    expect(settings.agents?.['mine']).toEqual({
      command: ['goose', 'acp'],
      env: { GOOSE_MODE: 'auto' },
      resume: false,
    })
    expect(settings.verify).toEqual(['npm test', { name: 'lint', command: 'npm run lint', timeout: '5m' }])
    expect(settings.limits?.task).toEqual({ turns: 3, tokens: 5, usd: 0.5, time: '10m' })
    expect(Object.keys(settings)).toHaveLength(10)
  })

  it('tells where each key is written', () => {
    const { locations } = parseSettings(EVERYTHING, 'tutti.yaml')
    expect(locations).toMatchObject({
      agent: 'tutti.yaml:2:1',
      'agents.mine': 'tutti.yaml:4:3',
      'agents.mine.command': 'tutti.yaml:4:10',
      'verify.1': 'tutti.yaml:11:5',
      'limits.turn-time': 'tutti.yaml:25:3',
      'limits.task.usd': 'tutti.yaml:27:31',
    })
  })

  it.each(['', '\n\n', '# only a comment\n', '---\n', '\uFEFF', 'null\n', '{}\n'])(
    'takes %j for no settings',
    (text) => {
      expect(parseSettings(text, 'tutti.yaml').settings).toEqual({})
    },
  )

  it('takes a byte order mark, Windows lines and aliases', () => {
    const text = '\uFEFFverify: &all\r\n  - npm test\r\ncopy: *all\r\n'
    const { settings, locations } = parseSettings(text, 'tutti.yaml')
    expect(settings).toEqual({ verify: ['npm test'], copy: ['npm test'] })
    expect(locations['copy']).toBe('tutti.yaml:3:1')
  })

  it.each([
    // Keys
    ['verfiy: [a]', '1:1: unknown key `verfiy`; did you mean `verify`?'],
    ['agent: a\nlimits:\n  trns: 5', '3:3: unknown key `trns`; did you mean `turns`?'],
    ['limits:\n  turnTime: 5m', '2:3: unknown key `turnTime`; did you mean `turn-time`?'],
    ['turn-time: 5m', '1:1: unknown key `turn-time`; write `turn-time` inside `limits`'],
    ['limits.turns: 5', '1:1: unknown key `limits.turns`; write `turns` inside `limits`'],
    ['deliver:\n  zebra: 1', '2:3: unknown key `zebra`; `deliver` takes branch'],
    [
      'zebra: 1',
      '1:1: unknown key `zebra`; the keys are agent, model, fallback, agents, roles, routes, verify, prepare, copy, env, fresh-home, isolation, sandbox, limits, policy, deliver, state, trust',
    ],
    ['roles:\n  planer: {agent: a}', '2:3: unknown key `planer`; did you mean `planner`?'],
    [
      'verify:\n  - comand: a',
      '2:5: `verify.0` needs `command`',
      '2:5: unknown key `comand`; did you mean `command`?',
    ],
    ['agents:\n  mine: {env: {}}', '2:3: `agents.mine` needs `program` or `command`'],
    [
      'agents:\n  1x: {command: a}',
      '2:3: `1x` must be a name: letters, digits, - and _, beginning with a letter',
    ],
    ['env:\n  set: {TUTTI_X: a}', '2:9: `TUTTI_X` must be the name of a variable, and not begin with TUTTI_'],
    ['env: {set: {__proto__: a}}', '1:13: `__proto__` cannot be a key'],
    [
      '1: 2',
      '1:1: unknown key `1`; the keys are agent, model, fallback, agents, roles, routes, verify, prepare, copy, env, fresh-home, isolation, sandbox, limits, policy, deliver, state, trust',
    ],
    // Values
    ['- a', '1:1: the file must be a group of keys, not a list'],
    ['just text', '1:1: the file must be a group of keys, not `just text`'],
    ['agent: 5', '1:8: `agent` must be the name of an agent, or a command that starts one, not 5'],
    ['limits:\n', '1:1: `limits` is empty; give it a value or remove it'],
    ['limits:\n  turns: many', '2:10: `limits.turns` must be a whole number above 0, not `many`'],
    ['limits:\n  turns: 0', '2:10: `limits.turns` must be a whole number above 0, not 0'],
    ['limits:\n  tokens: 1.5', '2:11: `limits.tokens` must be a whole number above 0, not 1.5'],
    ['limits: {usd: -1}', '1:15: `limits.usd` must be a number above 0, not -1'],
    ['limits: {usd: .inf}', '1:15: `limits.usd` must be a number above 0, not Infinity'],
    ['limits: {time: 90}', '1:16: `limits.time` must be a duration such as 90s, 10m, 2h or 1d, not 90'],
    ['limits: {time: 0s}', '1:16: `limits.time` must be a duration such as 90s, 10m, 2h or 1d, not `0s`'],
    ['limits: [1]', '1:9: `limits` must be a group of keys, not a list'],
    ['verify: npm test', '1:9: `verify` must be a list of at least one command, not `npm test`'],
    ['verify: []', '1:9: `verify` must be a list of at least one command, not an empty list'],
    ['verify: [a, 5]', '1:13: `verify.1` must be a command, or a group with `command`, not 5'],
    ['verify: ["  "]', '1:10: `verify.0` must be a command, not `  `'],
    ['verify:\n  - a\n  - {name: a, command: b}', '3:5: `verify.1` repeats the name `a`'],
    [
      'verify: [{command: a, timeout: 5}]',
      '1:32: `verify.0.timeout` must be a duration such as 90s, 10m, 2h or 1d, not 5',
    ],
    ['prepare: true', '1:10: `prepare` must be a command, or false, not true'],
    ['prepare: ""', '1:10: `prepare` must be a command, not ``'],
    [
      'agents: {a: {command: []}}',
      '1:23: `agents.a.command` must be a command, or a list of its words, not an empty list',
    ],
    ['agents: {a: {command: [b, 5]}}', '1:27: `agents.a.command.1` must be text, not 5'],
    [
      'agents: {a: {command: b, resume: maybe}}',
      '1:34: `agents.a.resume` must be true or false, not `maybe`',
    ],
    [
      'agents: {a: {command: b, env: {KEY: 12345}}}',
      '1:37: `agents.a.env.KEY` must be text; put it in quotes, not a number',
    ],
    [
      'copy: [../secret]',
      '1:8: `copy.0` must be a path inside the repository, and not in .git, not `../secret`',
    ],
    [
      'copy: [/etc/passwd]',
      '1:8: `copy.0` must be a path inside the repository, and not in .git, not `/etc/passwd`',
    ],
    [
      'copy: [.git/config]',
      '1:8: `copy.0` must be a path inside the repository, and not in .git, not `.git/config`',
    ],
    [
      'env: {pass: [a b]}',
      '1:14: `env.pass.0` must be the name of a variable, in which * stands for any letters, not a string',
    ],
    [
      'deliver: {branch: a..b}',
      '1:19: `deliver.branch` must be a name that git takes for a branch, in which {run} may stand, not `a..b`',
    ],
    [
      'state: {journals: here}',
      '1:19: `state.journals` must be an absolute path, or begin with ~/, not `here`',
    ],
    // YAML itself
    ['agent: a\nagent: b', '2:1: `agent` is written twice'],
    ['limits:\n\tturns: 5', '2:1: Tabs are not allowed as indentation'],
    ['agent: "a', '1:10: Missing closing "quote'],
    ['agent: a\n---\nagent: b', '2:1: a second document begins here; keep one'],
    ['agent: *a', '1:8: no anchor `&a`'],
    ['agent: !secret a', '1:8: Unresolved tag: !secret'],
    ['? [a]\n: b', '1:3: With stringKeys, all keys must be strings'],
    // The text
    ['agent: a\nprepare: b\uFFFDc', '2:11: the file is not UTF-8 text here; save it as UTF-8'],
    ['a\0', '1:2: the file is not UTF-8 text here; save it as UTF-8'],
  ])('refuses %j', (text, ...expected) => {
    const { where, lines } = problemsOf(text)
    expect(lines).toEqual(expected.map((line) => `tutti.yaml:${line}`))
    expect(where).toBe(/^tutti\.yaml:\d+:\d+/.exec(lines[0] ?? '')?.[0])
  })

  it('lists every problem in the order of the text, and no more than a person reads', () => {
    expect(
      problemsOf('zebra: 1\nlimits:\n  usd: 0\n  turns: 0\nagent: 1').lines.map((line) => line.slice(0, 14)),
    ).toEqual(['tutti.yaml:1:1', 'tutti.yaml:3:8', 'tutti.yaml:4:1', 'tutti.yaml:5:8'])
    const many = problemsOf(Array.from({ length: 25 }, (_, i) => `zebra${i}: 1`).join('\n')).lines
    expect(many).toHaveLength(21)
    expect(many.at(-1)).toBe('and more problems like these')
  })

  it('keeps a problem on its line, whatever the file holds', () => {
    expect(problemsOf('limits: {time: "a\\nb\\e[2J"}').lines).toEqual([
      expect.stringContaining('not `a\\u{a}b\\u{1b}[2J`'),
    ])
    expect(problemsOf('"x\\ny": 1').lines).toEqual([expect.stringContaining('unknown key `x\\u{a}y`')])
  })

  it('survives an alias to what it stands in', () => {
    expect(problemsOf('agents: &a {x: *a}').lines[0]).toMatch(/^tutti\.yaml:1:/)
  })

  it('does not repeat what may be a secret', () => {
    expect(problemsOf('agents: {a: {command: b, env: {API_KEY: [hunter2]}}}').lines.join()).not.toContain(
      'hunter2',
    )
    expect(problemsOf('env: {set: {PIN: 12345}}').lines.join()).not.toContain('12345')
  })
})

describe('parseSettings of a hostile text', () => {
  it.each([
    ['a large file', '#'.repeat(1_048_577), '1:1: the file is larger than 1 MB'],
    ['open brackets', `agent: ${'['.repeat(20_000)}`, '1:28: nested more than 20 levels deep'],
    ['open braces', '{a: '.repeat(20_000), '1:85: nested more than 20 levels deep'],
    ['dashes', '- '.repeat(20_000), '1:43: nested more than 20 levels deep'],
    ['question marks', '? '.repeat(20_000), '1:43: nested more than 20 levels deep'],
  ])('refuses %s', (_name, text, expected) => {
    expect(problemsOf(text).lines).toEqual([`tutti.yaml:${expected}`])
  })

  it('refuses aliases of aliases', () => {
    const levels = 'bcdefghi'.split('').map((name, index) => {
      const below = 'abcdefgh'[index] ?? ''
      return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${below}`).join(', ')}]`
    })
    const text = ['a: &a [x]', ...levels].join('\n')
    expect(problemsOf(text).lines).toEqual([
      'tutti.yaml:2:8: the aliases stand for too much; write the values out',
    ])
  })

  it('judges twenty thousand unknown keys', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n')
    expect(problemsOf(text).lines.at(-1)).toBe('and more problems like these')
  })
})
