import { expect, it } from 'vitest'
import { freshHome } from './fresh-home.ts'

const general = {
  HOME: '/fresh',
  XDG_CONFIG_HOME: '/fresh/.config',
  XDG_DATA_HOME: '/fresh/.local/share',
  XDG_STATE_HOME: '/fresh/.local/state',
  XDG_CACHE_HOME: '/fresh/.cache',
}

it('points every folder of a home into the fresh one', () => {
  expect(freshHome(null, '/fresh')).toEqual(general)
})

it('points the variables of the program there as well', () => {
  const variables = freshHome({ homeVariables: { AGENT_HOME: '.agent', AGENT_ROOT: '' } }, '/fresh')
  expect(variables).toEqual({ ...general, AGENT_HOME: '/fresh/.agent', AGENT_ROOT: '/fresh' })
})
