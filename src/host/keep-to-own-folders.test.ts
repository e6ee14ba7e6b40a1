import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plainEffect } from '../kernel/ports/effect.ts'
import { keepToOwnFolders, refuseLedElsewhere } from './keep-to-own-folders.ts'
import { reapDeadRuns } from './reap-dead-runs.ts'
import type { Locations } from './locations.ts'

let folder = ''
let state = ''
let locations: Locations
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-own-'))
  state = join(folder, 'tutti')
  const repository = { root: folder, gitDir: folder, commonDir: folder }
  locations = { repository, runs: join(state, 'runs'), worktrees: join(folder, 'w/id'), key: '' }
  for (const each of ['tutti/runs/one', 'tutti/git', 'tutti/store', 'w/id', 'other'])
    await mkdir(join(folder, each), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

const refusal = {
  code: 'workspace-failed',
  message: expect.stringContaining('look who put it there') as string,
}

test('folders of ours, and a folder above them that is a link, are right', async () => {
  expect(() => refuseLedElsewhere(locations)).not.toThrow()
  await rename(join(folder, 'w'), join(folder, 'large disk'))
  await symlink(join(folder, 'large disk'), join(folder, 'w'))
  expect(() => refuseLedElsewhere(locations)).not.toThrow()
  await rm(state, { recursive: true })
  expect(() => refuseLedElsewhere(locations)).not.toThrow()
})

test.each(['tutti', 'tutti/runs', 'tutti/git', 'tutti/store', 'w/id'])(
  'P11: a link in the place of %s is refused, before a run and in the middle of one',
  async (place) => {
    const effect = keepToOwnFolders(locations, 'one', plainEffect)
    expect(await effect('write', async () => 'written')).toBe('written')
    await rename(join(folder, place), join(folder, 'away'))
    await symlink(join(folder, 'other'), join(folder, place))
    expect(() => refuseLedElsewhere(locations)).toThrow(expect.objectContaining(refusal))
    await expect(effect('write', async () => 'written')).rejects.toMatchObject(refusal)
  },
)

test('P11: in the middle of a run its folder is the one that it began with', async () => {
  const effect = keepToOwnFolders(locations, 'one', plainEffect)
  await rename(join(state, 'runs/one'), join(folder, 'away'))
  await expect(effect('write', async () => 'written')).rejects.toMatchObject(refusal)
  await mkdir(join(state, 'runs/one'))
  await expect(effect('write', async () => 'written')).rejects.toMatchObject(refusal)
})

test('P11: what is no folder of a run keeps no other run from starting', async () => {
  await writeFile(join(state, 'runs/.DS_Store'), '')
  await symlink(join(folder, 'other'), join(state, 'runs/two'))
  expect(await reapDeadRuns(locations)).toEqual([])
})
