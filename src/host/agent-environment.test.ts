import { expect, test } from 'vitest'
import { codex } from '../profiles/codex.ts'
import { grok } from '../profiles/grok.ts'
import { agentEnvironment, looksSecret } from './agent-environment.ts'

const own = {
  PATH: '/bin',
  HOME: '/home/user',
  OPENAI_API_KEY: 'mine',
  XAI_API_KEY: 'other',
  AWS_SECRET_ACCESS_KEY: 'deep',
  GITHUB_TOKEN: 'push',
  GIT_DIR: '/elsewhere',
  EDITOR: 'vi',
  MISSING: undefined,
}

const request = { own, pass: [], agent: { program: codex }, home: null }

test('a known program gets its own credential, no other secret, and everything else', () => {
  const { env, withheld } = agentEnvironment(request)
  expect(env).toMatchObject({ PATH: '/bin', HOME: '/home/user', OPENAI_API_KEY: 'mine', EDITOR: 'vi' })
  expect(withheld).toEqual(['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'XAI_API_KEY'])
  for (const name of [...withheld, 'GIT_DIR', 'MISSING']) expect(env).not.toHaveProperty(name)
})

test('what is named in env.pass, or set for the agent, is not withheld', () => {
  const named = agentEnvironment({ ...request, pass: ['GITHUB_TOKEN', 'AWS_*'] })
  expect(named.env).toHaveProperty('GITHUB_TOKEN', 'push')
  expect(named.withheld).toEqual(['AWS_SECRET_ACCESS_KEY', 'XAI_API_KEY'])
  const agent = { program: codex, env: { XAI_API_KEY: 'given' } }
  expect(agentEnvironment({ ...request, agent }).withheld).not.toContain('XAI_API_KEY')
})

test("a command of the user's own gets everything, because nobody knows which credential it needs", () => {
  const { env, withheld } = agentEnvironment({ ...request, agent: { program: null } })
  expect(withheld).toEqual([])
  expect(env).toMatchObject({ XAI_API_KEY: 'other', GITHUB_TOKEN: 'push' })
  expect(env).not.toHaveProperty('GIT_DIR')
})

test('updates and telemetry are switched off', () => {
  expect(agentEnvironment({ ...request, agent: { program: grok } }).env).toMatchObject(grok.quiet)
})

test("under a fresh home nothing points into the user's", () => {
  const mine = {
    ...own,
    CODEX_HOME: '/home/user/.codex',
    XDG_CONFIG_HOME: '/home/user/.config',
    XDG_RUNTIME_DIR: '/run/user/1',
    CLAUDE_CONFIG_DIR: '/home/user/.claude',
  }
  const { env } = agentEnvironment({ ...request, own: mine, home: '/run/home' })
  expect(env).toMatchObject({ HOME: '/run/home', CODEX_HOME: '/run/home/.codex', OPENAI_API_KEY: 'mine' })
  expect(Object.values(env).filter((value) => value.startsWith('/home/user'))).toEqual([])
  const owned = agentEnvironment({ ...request, own: mine }).env
  expect(owned).toMatchObject({ HOME: '/home/user', CODEX_HOME: '/home/user/.codex' })
})

test.each([
  'API_KEY',
  'npm_config__authToken',
  'DB_PASS',
  'SSH_AUTH_SOCK',
  'MY_CREDENTIALS',
  'apiKey',
  'X_APIKEY',
  'PGPASSWORD',
  'MYSQL_PWD',
  'SSHPASS',
  'GITHUB_PAT',
  'CI_JOBTOKEN',
])('%s looks like a secret', (name) => {
  expect(looksSecret(name)).toBe(true)
})

test.each([
  'KEYBOARD_LAYOUT',
  'MONKEY',
  'AUTHOR',
  'TOKENIZERS_PARALLELISM',
  'PATH',
  'COMPASS',
  'PWD',
  'OLDPWD',
  'PATTERN',
  'XAUTHORITY',
])('%s does not', (name) => {
  expect(looksSecret(name)).toBe(false)
})
