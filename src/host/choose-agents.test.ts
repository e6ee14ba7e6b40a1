import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../config/settings.ts'
import { chooseAgents, profilesOf } from './choose-agents.ts'

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

it('takes a command line as it is, and keeps two apart that have the same program', async () => {
  await install('npx')
  const settings = {
    ...DEFAULT_SETTINGS,
    agent: 'npx one --acp',
    roles: { ...DEFAULT_SETTINGS.roles, planner: { agent: 'npx two' } },
  }
  const { roles, programs } = chooseAgents(settings, { PATH: folder })
  expect(programs[roles.implementer]?.command).toEqual(['npx', 'one', '--acp'])
  expect(programs[roles.planner]?.command).toEqual(['npx', 'two'])
})

it('refuses a name that is neither configured nor a program', () => {
  expect(() => chooseAgents({ ...DEFAULT_SETTINGS, agent: 'constructor' }, { PATH: folder })).toThrow(
    /no agent "constructor"/,
  )
})

it('refuses a known or configured agent whose program is not there, but not one below the workspace', async () => {
  const choose = (agent: string, command: string) =>
    chooseAgents(
      { ...DEFAULT_SETTINGS, agent, agents: { own: { command, env: {}, resume: true } } },
      { PATH: folder },
    )
  expect(() => choose('own', 'absent --acp')).toThrow(/"absent" of agent "own" cannot be run/)
  expect(() => choose('own', folder)).toThrow(/cannot be run/)
  expect(() => choose('goose', 'absent')).toThrow(/"goose" of agent "goose" cannot be run/)
  expect(choose('own', './bin/agent').programs['own']?.command).toEqual(['./bin/agent'])
})

it('P11: gives an agent the variables of its own settings only', () => {
  const settings = { ...DEFAULT_SETTINGS, agents: { a: { command: 'a', env: { KEY: '1' }, resume: true } } }
  const programs = { a: { command: ['a'], resume: true }, b: { command: ['b'], resume: true } } as const
  expect(profilesOf(programs, settings).map(({ env }) => env)).toEqual([{ KEY: '1' }, {}])
})
