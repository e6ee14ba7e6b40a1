import { expect, test } from 'vitest'
import { commandEnvironment } from './command-environment.ts'

const workspacePath = '/state/run/Task 3'
const nothing = { own: {}, pass: [], set: {}, workspacePath }

test('P11: what a build needs passes, and everything else is withheld by name', () => {
  const own = {
    PATH: '/bin',
    LC_ALL: 'C.UTF-8',
    XDG_CACHE_HOME: '/cache',
    JAVA_HOME: '/java',
    ANTHROPIC_API_KEY: 'sk-1',
    GITHUB_TOKEN: 'ghp',
    AWS_SECRET_ACCESS_KEY: 'aws',
    DATABASE_URL: 'postgres://user:password@host',
    UNSET: undefined,
    NODE_OPTIONS: '--inspect',
  }
  const { env, withheld } = commandEnvironment({ ...nothing, own })
  expect(env).toMatchObject({ PATH: '/bin', LC_ALL: 'C.UTF-8', XDG_CACHE_HOME: '/cache', JAVA_HOME: '/java' })
  expect(withheld).toEqual([
    'ANTHROPIC_API_KEY',
    'AWS_SECRET_ACCESS_KEY',
    'DATABASE_URL',
    'GITHUB_TOKEN',
    'NODE_OPTIONS',
  ])
  expect(JSON.stringify(env)).not.toMatch(/sk-1|ghp|aws|postgres/)
})

test('names and patterns of `pass` pass, but a pattern never brings a secret along', () => {
  const own = { PG_HOST: 'h', PG_PASSWORD: 'p', PGX: 'x', NPM_TOKEN: 't', 'A.B': '1', AxB: '2' }
  const { env, withheld } = commandEnvironment({ ...nothing, own, pass: ['PG_*', 'NPM_TOKEN', 'A.B*'] })
  expect(env).toMatchObject({ PG_HOST: 'h', NPM_TOKEN: 't', 'A.B': '1' })
  expect(withheld).toEqual(['AxB', 'PGX', 'PG_PASSWORD'])
  const everything = commandEnvironment({ ...nothing, own, pass: ['*'] })
  expect(everything.withheld).toEqual(['NPM_TOKEN', 'PG_PASSWORD'])
})

test('a secret hidden behind an allowed beginning does not pass', () => {
  const own = { XDG_API_TOKEN: 't', COREPACK_NPM_PASSWORD: 'p', 'npm_config_//host/:_authToken': 'n' }
  expect(commandEnvironment({ ...nothing, own }).withheld).toEqual([
    'COREPACK_NPM_PASSWORD',
    'XDG_API_TOKEN',
    'npm_config_//host/:_authToken',
  ])
})

test('variables of git and of Tutti are never inherited, whatever `pass` says', () => {
  const own = { GIT_DIR: '/user/.git', GIT_SSH_COMMAND: 'ssh', TUTTI_MARKER: 'outer', TUTTI_SECRET: 's' }
  const { env, withheld } = commandEnvironment({ ...nothing, own, pass: ['*', 'GIT_DIR', 'TUTTI_MARKER'] })
  expect(Object.keys(env).filter((name) => /^GIT_|MARKER|SECRET/.test(name))).toEqual([])
  expect(withheld).toEqual(['GIT_DIR', 'GIT_SSH_COMMAND'])
})

test('`set` has the last word', () => {
  const set = { TMPDIR: '/mine', GIT_AUTHOR_NAME: 'me', CI: 'yes', PORT: '80' }
  const { env, withheld } = commandEnvironment({ ...nothing, own: { CI: 'true', GIT_AUTHOR_NAME: 'x' }, set })
  expect(env).toMatchObject(set)
  expect(withheld).toEqual([])
})

test('every workspace has a temporary folder, ports and a compose project of its own', () => {
  const { env } = commandEnvironment({
    ...nothing,
    own: { TMPDIR: '/tmp', PWD: '/', PORT: '80', CI: 'false', SHLVL: '1', _: '/bin/x' },
  })
  expect(env['CI']).toBe('1')
  expect(env['TMPDIR']).toBe(`${workspacePath}.tmp`)
  expect(env['PWD']).toBe(workspacePath)
  expect(env['COMPOSE_PROJECT_NAME']).toMatch(/^tutti-task-3-[0-9a-f]{8}$/)
  const first = Number(env['PORT'])
  expect(env['TUTTI_PORTS']).toBe(`${first}-${first + 19}`)
  expect(first % 20).toBe(0)
  const other = commandEnvironment({ ...nothing, workspacePath: '/state/run/T4' })
  expect(other.env['PORT']).not.toBe(env['PORT'])
  expect(other.env['COMPOSE_PROJECT_NAME']).not.toBe(env['COMPOSE_PROJECT_NAME'])
})

test('ports stay between 20000 and 59999 for any path', () => {
  const firsts = Array.from({ length: 2_000 }, (_, index) =>
    Number(commandEnvironment({ ...nothing, workspacePath: `/w/${index}` }).env['PORT']),
  )
  expect(Math.min(...firsts)).toBeGreaterThanOrEqual(20_000)
  expect(Math.max(...firsts)).toBeLessThanOrEqual(59_980)
  expect(new Set(firsts).size).toBeGreaterThan(1_000)
})
