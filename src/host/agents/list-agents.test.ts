import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../config/default-settings.ts'
import type { Settings } from '../../config/settings.ts'
import { knownProfiles } from '../../profiles/known-profiles.ts'
import { compareVersions } from './installed-version.ts'
import { listAgents } from './list-agents.ts'
import { modelPins } from './model-pins.ts'

let folder: string
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tutti-list-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const settings: Settings = {
  ...DEFAULT_SETTINGS,
  agents: {
    mine: { program: 'goose', command: null, model: 'm1', way: null, env: {}, resume: true },
    other: { program: null, command: 'nothing-like-it --acp', model: null, way: null, env: {}, resume: true },
  },
}
const look = (only: string, environment: Readonly<Record<string, string>> = {}) =>
  listAgents({ settings, cwd: folder, environment: { PATH: folder, HOME: folder, ...environment }, only })

async function putProgram(file: string, body = 'exit 0'): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${body}\n`)
  await chmod(file, 0o755)
}

describe('agents that are listed', () => {
  test('are every known program and every agent of the settings', async () => {
    const all = await listAgents({ settings, cwd: folder, environment: { PATH: folder, HOME: folder } })
    expect(all.map(({ name }) => name)).toEqual([...knownProfiles.map(({ name }) => name), 'mine', 'other'])
    expect(all.every(({ file }) => file === null)).toBe(true)
  })

  test('are told by their package, whatever the program says of itself', async () => {
    await mkdir(join(folder, 'package'))
    await writeFile(join(folder, 'package/package.json'), '{"name":"@aaif/goose","version":"0.20.1"}')
    await putProgram(join(folder, 'package/run'), 'echo 1.34.0')
    await symlink(join(folder, 'package/run'), join(folder, 'goose'))
    expect(await look('goose')).toMatchObject([
      {
        file: join(folder, 'goose'),
        version: { version: '0.20.1', standing: 'as-tried' },
        hints: ['run `goose configure`'],
      },
    ])
  })

  test('are told by the package for this kind of machine, where the program lies in one', async () => {
    await mkdir(join(folder, 'package'))
    const about = '{"name":"@aaif/goose-binary-linux-x64","version":"0.20.1"}'
    await writeFile(join(folder, 'package/package.json'), about)
    await putProgram(join(folder, 'package/run'), 'echo 1.34.0')
    await symlink(join(folder, 'package/run'), join(folder, 'goose'))
    expect(await look('goose')).toMatchObject([{ version: { version: '0.20.1', standing: 'as-tried' } }])
  })

  test('are asked for their version, without waiting for one that hangs', async () => {
    await putProgram(join(folder, 'goose'), 'echo "goose 0.1.0"')
    expect(await look('goose')).toMatchObject([{ version: { version: '0.1.0', standing: 'older' } }])
    await putProgram(join(folder, 'goose'), 'sleep 100')
    const [hung] = await listAgents({
      settings,
      cwd: folder,
      environment: { PATH: `${folder}:/bin:/usr/bin` },
      only: 'goose',
      patienceMs: 50,
    })
    expect(hung?.version).toMatchObject({ version: null, standing: 'unknown' })
  })

  test('are logged in by a variable or a file, also one in a folder that was moved', async () => {
    await putProgram(join(folder, 'codex-acp'))
    expect(await look('codex')).toMatchObject([{ login: { state: 'no', by: null } }])
    expect(await look('codex', { OPENAI_API_KEY: 'k' })).toMatchObject([
      { login: { state: 'yes', by: 'OPENAI_API_KEY' } },
    ])
    await mkdir(join(folder, 'moved'))
    await writeFile(join(folder, 'moved/auth.json'), '{}')
    expect(await look('codex', { CODEX_HOME: join(folder, 'moved') })).toMatchObject([
      { login: { state: 'yes', by: '~/.codex/auth.json' } },
    ])
  })

  test('of the settings are looked at as their program, or as nothing known', async () => {
    await putProgram(join(folder, 'goose'), 'echo 0.20.1')
    expect(await look('mine')).toMatchObject([
      { title: 'goose', way: 'acp', file: join(folder, 'goose'), models: ['m1'], login: { state: 'no' } },
    ])
    expect(await look('other')).toMatchObject([
      { abilities: null, login: { state: 'unknown' }, hints: [expect.stringContaining('agents.other')] },
    ])
  })

  test('are refused by a name that nobody has', async () => {
    await expect(look('nobody')).rejects.toThrow('There is no agent "nobody"')
  })
})

test('models are pinned by the agent, the run, a role and a route', () => {
  const choice = { agent: 'goose', model: 'r', fallback: null }
  const pinned: Settings = {
    ...settings,
    agent: 'mine',
    model: 'run',
    roles: { ...settings.roles, planner: choice, reviewer: { agent: null, model: 'v', fallback: null } },
    routes: [choice],
  }
  expect(modelPins('mine', pinned)).toEqual(['m1', 'run (run)', 'v (reviewer)'])
  expect(modelPins('goose', pinned)).toEqual(['r (planner)', 'r (a route)'])
  expect(modelPins('grok', pinned)).toEqual([])
})

test('versions are compared by their numbers', () => {
  expect(compareVersions('1.10.0', '1.9.9')).toBe(1)
  expect(compareVersions('1.2', '1.2.0')).toBe(0)
  expect(compareVersions('0.9.9', '1.0.0-beta.1')).toBe(-1)
})
