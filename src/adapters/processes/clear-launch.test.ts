import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearLaunch } from './clear-launch.ts'
import { pastObjects, skeletonOf } from './git-skeleton.ts'

let folder = ''
let box = ''
let others = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-clear-'))
  box = join(folder, 'T1.box')
  others = join(folder, 'private')
  await mkdir(join(others, 'ab'), { recursive: true })
  await mkdir(box)
})
afterEach(async () => {
  await chmod(others, 0o700)
  await rm(folder, { recursive: true })
})

test('what a launch alone needed goes, and the objects that it made stay', async () => {
  await mkdir(join(box, 'work-l1/0/work/incompat'), { recursive: true })
  await chmod(join(box, 'work-l1/0/work'), 0)
  await mkdir(join(skeletonOf(box, 'l1'), 'objects/ab'), { recursive: true })
  await mkdir(join(skeletonOf(box, 'l1'), 'objects/info'))
  await mkdir(join(skeletonOf(box, 'l2'), 'objects/info'), { recursive: true })
  for (const launch of ['l1', 'l1', 'l2', 'l3']) await clearLaunch(box, launch)
  expect(await readdir(box)).toEqual([pastObjects('', 'l1')])
  expect(await readdir(pastObjects(box, 'l1'))).toEqual(['ab'])
})

test('P11: no link that stands in its place is followed, nor are rights changed behind one', async () => {
  await chmod(others, 0o500)
  await mkdir(join(box, 'work-l1/0'), { recursive: true })
  await symlink(others, join(box, 'work-l1/0/work'))
  await mkdir(skeletonOf(box, 'l1'))
  await symlink(others, join(skeletonOf(box, 'l1'), 'objects'))
  await symlink(others, skeletonOf(box, 'l2'))
  for (const launch of ['l1', 'l2']) await clearLaunch(box, launch)
  expect(await readdir(box)).toEqual([])
  await mkdir(join(box, 'work-l3'))
  await writeFile(join(box, 'work-l3/notes'), '')
  await rename(box, join(folder, 'elsewhere'))
  await symlink(join(folder, 'elsewhere'), box)
  await clearLaunch(box, 'l3')
  expect(await readdir(join(folder, 'elsewhere/work-l3'))).toEqual(['notes'])
  expect((await stat(others)).mode & 0o777).toBe(0o500)
  expect(await readdir(others)).toEqual(['ab'])
})
