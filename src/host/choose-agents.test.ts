import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AgentSettings } from '../config/settings.ts'
import { DEFAULT_SETTINGS } from '../config/default-settings.ts'
import { chooseAgents, profilesOf } from './choose-agents.ts'
import { routesForNobody } from './routes-for-nobody.ts'

const plain = { program: null, command: null, model: null, way: null, env: {}, resume: true } as const

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-agents-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function install(name: string): Promise<void> {
  await writeFile(join(folder, name), '#!/bin/sh\n')
  await chmod(join(folder, name), 0o755)
}

it('P7: says so when no agent is found, and how to name one', () => {
  expect(() => chooseAgents(DEFAULT_SETTINGS, { PATH: folder })).toThrow(/--agent 'goose acp'/)
})

it('takes the first known agent that is installed', async () => {
  await install('goose')
  expect(chooseAgents(DEFAULT_SETTINGS, { PATH: folder }).roles.planner).toBe('goose')
})

it('P7: leads a program without ACP where only the program itself is installed, or where the settings say so', async () => {
  await install('claude')
  const alone = chooseAgents(DEFAULT_SETTINGS, { PATH: folder }).programs['claude']
  expect(alone).toMatchObject({ program: 'claude', way: 'headless', resume: true })
  await install('goose')
  expect(chooseAgents(DEFAULT_SETTINGS, { PATH: folder }).roles.planner).toBe('goose')
  await install('claude-agent-acp')
  const both = chooseAgents({ ...DEFAULT_SETTINGS, agent: 'claude' }, { PATH: folder }).programs['claude']
  expect(both).toMatchObject({ command: ['claude-agent-acp'] })
  expect(both).not.toHaveProperty('way')
  const agents = { own: { ...plain, program: 'claude', way: 'headless' } } as const
  const { programs } = chooseAgents({ ...DEFAULT_SETTINGS, agent: 'own', agents }, { PATH: folder })
  expect(profilesOf(programs, DEFAULT_SETTINGS)).toMatchObject([{ name: 'own', way: 'headless' }])
})

it('takes a command line as it is, and keeps two apart that have the same program', async () => {
  await install('npx')
  const settings = {
    ...DEFAULT_SETTINGS,
    agent: 'npx one --acp',
    roles: { ...DEFAULT_SETTINGS.roles, planner: { agent: 'npx two', model: null, fallback: null } },
  }
  const { roles, programs } = chooseAgents(settings, { PATH: folder })
  expect(programs[roles.implementer]?.command).toEqual(['npx', 'one', '--acp'])
  expect(programs[roles.planner]?.command).toEqual(['npx', 'two'])
})

it('P7: says how to install a known program that is missing, unless it is started in a way of the user', () => {
  const missing = (agent: string, agents = {}): unknown => {
    try {
      return chooseAgents({ ...DEFAULT_SETTINGS, agent, agents }, { PATH: folder })
    } catch (thrown) {
      return thrown
    }
  }
  expect(String(missing('grok'))).toMatch(/install it \(npm install -g @\S+@[\d.]+\), or correct/)
  const own = { own: { ...plain, program: 'grok', command: 'my-grok acp' } }
  expect(String(missing('own', own))).toContain(
    '"my-grok" of agent "own" cannot be run: install it, or correct',
  )
})

it('P7: tells of a route for a role that nobody has', () => {
  const agents = ['goose']
  const routes = [
    { agents },
    { role: 'debuger', agents },
    { role: 'debuger', agents },
    { role: 'poet', agents },
  ]
  expect(routesForNobody(routes, ['poet'])).toEqual([
    'A route names the role `debuger`, which nobody has; it counts only if the job makes such a role. Is `debugger` meant?',
  ])
  expect(routesForNobody(routes, [])).toHaveLength(2)
})

it('refuses a mistake in an agent that nobody takes', async () => {
  await install('goose')
  const agents = { spare: { ...plain, program: 'gose' } }
  const choose = () => chooseAgents({ ...DEFAULT_SETTINGS, agents }, { PATH: folder })
  expect(choose).toThrow(/agent "spare" in tutti.yaml names the program "gose", which is not known/)
})

it('refuses a name that is neither configured nor a program', () => {
  expect(() => chooseAgents({ ...DEFAULT_SETTINGS, agent: 'constructor' }, { PATH: folder })).toThrow(
    /no agent "constructor"/,
  )
})

it('refuses a known or configured agent whose program is not there, but not one below the workspace', async () => {
  const choose = (agent: string, command: string) =>
    chooseAgents({ ...DEFAULT_SETTINGS, agent, agents: { own: { ...plain, command } } }, { PATH: folder })
  expect(() => choose('own', 'absent --acp')).toThrow(/"absent" of agent "own" cannot be run/)
  expect(() => choose('own', folder)).toThrow(/cannot be run/)
  expect(() => choose('goose', 'absent')).toThrow(/"goose" of agent "goose" cannot be run/)
  expect(choose('own', './bin/agent').programs['own']?.command).toEqual(['./bin/agent'])
})

it('P11: gives an agent the variables of its own settings only', () => {
  const settings = { ...DEFAULT_SETTINGS, agents: { a: { ...plain, command: 'a', env: { KEY: '1' } } } }
  const programs = { a: { command: ['a'], resume: true }, b: { command: ['b'], resume: true } } as const
  expect(profilesOf(programs, settings).map(({ env }) => env)).toEqual([{ KEY: '1' }, {}])
})

const roleOf = (
  agent: string | null,
  model: string | null = null,
  fallback: readonly string[] | null = null,
) => ({ agent, model, fallback }) as const

it('P7: lets a name of ours stand for a known program with a model, and a role ask for another model', async () => {
  await install('goose')
  const settings = {
    ...DEFAULT_SETTINGS,
    agent: 'fast',
    agents: { fast: { ...plain, program: 'goose', model: 'small-one', env: { KEY: '1' } } },
    roles: { ...DEFAULT_SETTINGS.roles, planner: roleOf(null, 'big-one') },
  }
  const { roles, programs } = chooseAgents(settings, { PATH: folder })
  expect([roles.implementer, roles.planner]).toEqual(['fast', 'fast (big-one)'])
  expect(programs['fast']).toMatchObject({ program: 'goose', model: 'small-one' })
  expect(programs['fast (big-one)']).toMatchObject({ program: 'goose', model: 'big-one' })
  expect(profilesOf(programs, settings).map(({ env, model }) => [env, model])).toEqual([
    [{ KEY: '1' }, 'small-one'],
    [{ KEY: '1' }, 'big-one'],
  ])
})

it('gives the default model to the default agent only', async () => {
  await install('one')
  await install('two')
  const roles = { ...DEFAULT_SETTINGS.roles, reviewer: roleOf('two') }
  const chosen = chooseAgents({ ...DEFAULT_SETTINGS, agent: 'one', model: 'm', roles }, { PATH: folder })
  expect([chosen.roles.planner, chosen.roles.reviewer]).toEqual(['one (m)', 'two'])
})

it('P7: names who takes over, in order, and passes over who is not installed with a notice', async () => {
  await install('one')
  await install('two')
  const settings = {
    ...DEFAULT_SETTINGS,
    agent: 'gone --acp',
    fallback: ['one', 'absent', 'two', 'one'],
    roles: { ...DEFAULT_SETTINGS.roles, planner: roleOf('two', null, []), critic: roleOf('one') },
  }
  const { roles, fallbacks, notices } = chooseAgents(settings, { PATH: folder })
  expect([roles.implementer, roles.planner, roles.critic]).toEqual(['one', 'two', 'one'])
  expect([fallbacks['implementer'], fallbacks['planner'], fallbacks['critic']]).toEqual([
    ['two'],
    undefined,
    ['two'],
  ])
  expect(notices).toEqual([
    expect.stringMatching(/no agent "gone --acp".* Until then the run goes on without it\.$/),
    expect.stringMatching(/no agent "absent"/),
  ])
  expect(() => chooseAgents({ ...settings, fallback: ['absent'] }, { PATH: folder })).toThrow(/"gone --acp"/)
})

it('resolves routes of the file before those of the policy', async () => {
  await install('one')
  await install('two')
  const { policy } = DEFAULT_SETTINGS
  const settings = {
    ...DEFAULT_SETTINGS,
    agent: 'one',
    routes: [{ task: 'T1', ...roleOf(null, 'm') }],
    policy: { ...policy, routes: [{ role: 'reviewer', agent: 'two', fallback: ['one'] }] },
  }
  expect(chooseAgents(settings, { PATH: folder }).routes).toEqual([
    { task: 'T1', agents: ['one (m)'] },
    { role: 'reviewer', agents: ['two', 'one'] },
  ])
})

it('refuses a program or a way that nobody knows', () => {
  const choose = (agent: Partial<AgentSettings>) =>
    chooseAgents(
      { ...DEFAULT_SETTINGS, agent: 'own', agents: { own: { ...plain, ...agent } } },
      { PATH: folder },
    )
  expect(() => choose({ program: 'nobodys' })).toThrow(/names the program "nobodys", which is not known/)
})
