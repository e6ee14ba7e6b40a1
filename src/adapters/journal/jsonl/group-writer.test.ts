import { appendFile, mkdtemp, open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RunFailure } from '../../../kernel/failure.ts'
import { plainEffect } from '../../../kernel/ports/effect.ts'
import type { Effect } from '../../../kernel/ports/effect.ts'
import { GroupWriter } from './group-writer.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-writer-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const closed = new RunFailure({ code: 'journal-unwritable', message: 'closed' })

function writerTo(file: string, effect: Effect = plainEffect): GroupWriter {
  return new GroupWriter({ file, effect, open: () => open(file, 'a') })
}

test('what arrives together or while a group is under way shares one write, in order', async () => {
  const file = join(folder, 'groups')
  const sizes: number[] = []
  const late: Promise<void>[] = []
  const effect: Effect = async (_label, act) => {
    const before = await readFile(file)
    if (before.length === 0) late.push(writer.write('d'), writer.write('e'))
    const result = await act()
    sizes.push((await readFile(file)).length - before.length)
    return result
  }
  const writer = writerTo(file, effect)
  await Promise.all([writer.write('a'), writer.write('b'), Promise.resolve().then(() => writer.write('c'))])
  await Promise.all(late)
  await writer.write('f')
  await writer.close(closed)
  expect(sizes).toEqual([3, 2, 1])
  expect(await readFile(file, 'utf8')).toBe('abcdef')
})

test.each<[string, (file: string) => Promise<unknown>]>([
  ['was cut off', (file) => truncate(file, 2)],
  ['was added to', (file) => appendFile(file, 'theirs')],
  ['was removed', (file) => rm(file)],
  ['was replaced', (file) => writeFile(`${file}.new`, 'first').then(() => rename(`${file}.new`, file))],
])('P8: nothing is added to a file that %s by somebody else', async (what, change) => {
  const file = join(folder, 'changed')
  const writer = writerTo(file)
  await writer.write('first')
  await writer.write('second')
  await change(file)
  const after = await readFile(file, 'utf8').catch(() => null)
  await expect(writer.write('third')).rejects.toMatchObject({ code: 'journal-unwritable' })
  expect(await readFile(file, 'utf8').catch(() => null), what).toBe(after)
  await writer.close(closed)
})

test('nobody is told before the group is durable', async () => {
  const file = join(folder, 'told')
  const story: string[] = []
  const effect: Effect = async (_label, act) => {
    const result = await act()
    await new Promise((resolve) => setImmediate(resolve))
    story.push('durable')
    return result
  }
  const writer = writerTo(file, effect)
  for (let round = 0; round < 3; round++) await writer.write('x').then(() => story.push('told'))
  await writer.close(closed)
  expect(story).toEqual(['durable', 'told', 'durable', 'told', 'durable', 'told'])
})

test('a quick disk does not keep the loop from its other work', async () => {
  const writer = writerTo(join(folder, 'loop'))
  let sinceTurn = 0
  let longest = 0
  const turn = (): void => {
    sinceTurn = 0
    turning = setImmediate(turn)
  }
  let turning = setImmediate(turn)
  for (let round = 0; round < 200; round++) {
    await writer.write('x')
    sinceTurn += 1
    longest = Math.max(longest, sinceTurn)
  }
  clearImmediate(turning)
  await writer.close(closed)
  expect(longest).toBeLessThanOrEqual(16)
})

test.each([
  ['a full disk', '/dev/full', 'the disk is full; free some space, then try again'],
  ['a sync that fails', '/dev/null', 'EINVAL'],
  ['a folder that is missing', '/dev/null/absent', 'ENOTDIR'],
])('%s rejects the group under way, the one that waits and all that follow', async (_what, file, message) => {
  const late: Promise<void>[] = []
  const writer = new GroupWriter({
    file,
    effect: plainEffect,
    open: async () => {
      late.push(writer.write('while under way'))
      return open(file, 'a')
    },
  })
  const refused = { code: 'journal-unwritable', message: expect.stringContaining(message) }
  await Promise.all(
    [writer.write('a'), writer.write('b')].map((write) => expect(write).rejects.toMatchObject(refused)),
  )
  await Promise.all(late.map((write) => expect(write).rejects.toMatchObject(refused)))
  expect(late).toHaveLength(1)
  await expect(writer.write('later')).rejects.toMatchObject(refused)
  await writer.close(closed)
  await expect(writer.write('after closing')).rejects.toMatchObject(refused)
})
