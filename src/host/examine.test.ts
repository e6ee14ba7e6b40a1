import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Settings } from '../config/settings.ts'
import { DEFAULT_SETTINGS } from '../config/default-settings.ts'
import { type Examined, examineAgents } from './examine.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-examine-'))
})
afterEach(() => rm(folder, { recursive: true }))

function examine(own: Partial<Settings>): Examined {
  const sources = { agent: { source: 'repository', where: 'tutti.yaml:1:1' } } as const
  return examineAgents({
    environment: { PATH: folder },
    settings: { ...DEFAULT_SETTINGS, ...own },
    sources,
  })
}

it('finds the agents that the settings choose as a run would, and says what is wrong with them', async () => {
  expect(examine({})).toMatchObject({ state: 'weak', message: expect.stringContaining('--agent') })
  expect(examine({ agent: 'goose' })).toMatchObject({ state: 'bad' })
  await writeFile(join(folder, 'goose'), '#!/bin/sh\n')
  await chmod(join(folder, 'goose'), 0o755)
  expect(examine({})).toMatchObject({ state: 'good', message: 'goose' })
  expect(examine({ agent: 'goose' })).toMatchObject({ state: 'good', message: 'goose (tutti.yaml:1:1)' })
  expect(examine({ agent: 'goose', fallback: ['nobody'] })).toMatchObject({ state: 'weak' })
  const fast = { program: 'gose', command: null, model: null, way: null, env: {}, resume: true } as const
  expect(examine({ agent: 'fast', agents: { fast } })).toMatchObject({
    state: 'bad',
    message: expect.stringContaining('"gose", which is not known'),
  })
})
