import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../config/default-settings.ts'
import type { Environment } from './locations.ts'
import { configHome, findLocations, stateHome } from './locations.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tutti-locations-')))
  mkdirSync(join(folder, 'project/.git'), { recursive: true })
  mkdirSync(join(folder, 'home'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function keyWith(environment: Environment, name = 'project'): string {
  const root = join(folder, name)
  const repository = { root, gitDir: join(root, '.git'), commonDir: join(root, '.git') }
  return findLocations(repository, environment, DEFAULT_SETTINGS.state).key
}

it('P11: a folder of state or settings is never looked for from where one stands', () => {
  const environment = { HOME: '/home/me', XDG_STATE_HOME: 'state', XDG_CONFIG_HOME: './config' }
  expect(stateHome(environment)).toBe('/home/me/.local/state')
  expect(configHome(environment)).toBe('/home/me/.config')
  expect(stateHome({ HOME: 'home' })).toMatch(/^\//)
  expect([process.env['HOME'], userInfo().homedir].map((home) => `${home}/.local/state`)).toContain(
    stateHome({ HOME: '.' }),
  )
})

it('P11: a key that lies in the checkout could have come with it, and is refused', () => {
  const project = join(folder, 'project')
  symlinkSync(join(project, 'state'), join(folder, 'link'))
  for (const environment of [
    { HOME: join(folder, 'home'), XDG_STATE_HOME: join(project, '.state') },
    { HOME: join(folder, 'home'), XDG_STATE_HOME: join(folder, 'link') },
    { HOME: join(project, 'home') },
  ])
    expect(() => keyWith(environment)).toThrow('would lie in the repository that it seals the runs of')
})

it('a key beside the checkout, or in a home that is a checkout itself, is the own one', () => {
  const home = join(folder, 'home')
  expect(keyWith({ HOME: home })).toBe(join(home, '.local/state/tutti/key'))
  expect(keyWith({ HOME: home, XDG_STATE_HOME: join(folder, 'project-state') })).toMatch(/project-state/)
  expect(keyWith({ HOME: home }, 'home')).toBe(join(home, '.local/state/tutti/key'))
})
