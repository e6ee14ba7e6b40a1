import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LARGEST_CHANGE } from '../../kernel/ports/workspaces.ts'
import { refuseHuge } from './refuse-huge.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-huge-'))
})

afterEach(() => rm(folder, { recursive: true }))

interface Change {
  readonly added?: readonly string[]
  readonly kept?: readonly string[]
  readonly before?: Readonly<Record<string, number>>
}

function refuse({ added = [], kept = [], before = {} }: Change, most = LARGEST_CHANGE): Promise<void> {
  const sizes = async (): Promise<ReadonlyMap<string, number>> => new Map(Object.entries(before))
  return refuseHuge(folder, { added, kept, sizes }, most)
}

function saying(words: RegExp): object {
  return { code: 'agent-failed', message: expect.stringMatching(words) as string }
}

test('P11: too many new files fail their turn with one sentence, and are not even looked at', async () => {
  const added = Array.from({ length: 200_000 }, (_, index) => `f${index}`)
  await expect(refuse({ added })).rejects.toMatchObject(
    saying(/200000 new files .* "f0"; at most 100000 .*policy\.largest-change/),
  )
})

test('P11: two gigabytes fail their turn; what is ordinary passes', async () => {
  await writeFile(join(folder, 'small'), 'small')
  await writeFile(join(folder, 'big'), '')
  await expect(refuse({ added: ['small', 'big', 'gone', 'a-repository/'] })).resolves.toBeUndefined()
  await truncate(join(folder, 'big'), 2_000_000_000)
  await expect(refuse({ added: ['small', 'big'] })).rejects.toMatchObject(
    saying(/new files of more than 1024 MB .* "big"/),
  )
})

test('P11: a file of the project that grows by two gigabytes fails its turn; one that was so large passes', async () => {
  await writeFile(join(folder, 'log'), '')
  await truncate(join(folder, 'log'), 2_000_000_000)
  const kept = ['log', 'gone', 'log/below']
  await expect(refuse({ kept, before: { log: 1_999_000_000 } })).resolves.toBeUndefined()
  for (const before of [{ log: 10 }, {}])
    await expect(refuse({ kept, before })).rejects.toMatchObject(
      saying(/new and grown files of more than 1024 MB .* "log"/),
    )
})

test('the policy says how much is too much', async () => {
  await writeFile(join(folder, 'five'), '12345')
  await expect(refuse({ added: ['five'] }, { files: 1, bytes: 5 })).resolves.toBeUndefined()
  await expect(refuse({ added: ['five'] }, { files: 1, bytes: 4 })).rejects.toMatchObject(saying(/"five"/))
  await expect(refuse({ added: ['five', 'six'] }, { files: 1, bytes: 5 })).rejects.toMatchObject(
    saying(/2 new/),
  )
})
