import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPlan, shapedPlan } from './read-plan.ts'

const nothing = Readable.from([])
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-plan-'))
  await writeFile(join(folder, 'a.yaml'), 'objective: o\ntasks:\n  - {id: A, title: ä}\n')
  await writeFile(join(folder, 'wrong.json'), '{"objective": "o"}')
  await writeFile(join(folder, 'long'), '€'.repeat(2_000_000))
})

afterAll(() => rm(folder, { recursive: true }))

describe('readPlan', () => {
  it('reads a file by its name in a folder', async () => {
    const { file, plan, findings } = await readPlan('a.yaml', folder, nothing)
    expect({ file, findings, title: plan?.tasks[0]?.title }).toEqual({
      file: 'a.yaml',
      findings: [],
      title: 'ä',
    })
  })

  it('reads standard input, whose letters may come in parts', async () => {
    const bytes = Buffer.from('objective: o\ntasks:\n  - {id: A, title: €}\n')
    const parts = [...bytes].map((byte) => Buffer.of(byte))
    const { file, plan } = await readPlan('-', folder, Readable.from(parts))
    expect({ file, title: plan?.tasks[0]?.title }).toEqual({ file: '<stdin>', title: '€' })
  })

  it.each([
    ['none.yaml', 'There is no file none.yaml; name the file of a plan, or - for standard input.'],
    ['a.yaml/b', 'There is no file a.yaml/b'],
    ['.', '. is a folder; name the file of a plan.'],
    ['long', 'long:1:1: the file is larger than 1 MB'],
  ])('refuses %s in one sentence', async (name, words) => {
    const refused = readPlan(name, folder, nothing)
    await expect(refused).rejects.toMatchObject({ code: 'bad-input' })
    await expect(refused).rejects.toThrow(words)
  })

  it('stops reading what is too long', async () => {
    let read = 0
    const endless = async function* (): AsyncGenerator<Buffer> {
      for (;;) {
        read += 1
        yield Buffer.alloc(65_536, 'x')
      }
    }
    await expect(readPlan('-', folder, Readable.from(endless()))).rejects.toThrow('larger than 1 MB')
    expect(read).toBeLessThan(100)
  })
})

describe('shapedPlan', () => {
  it('gives a plan, or the first place where it is none', async () => {
    expect(shapedPlan(await readPlan('a.yaml', folder, nothing)).objective).toBe('o')
    const wrong = await readPlan('wrong.json', folder, nothing)
    expect(() => shapedPlan(wrong)).toThrow(
      'wrong.json:1:1: `tasks` is missing. See everything that is wrong: tutti plan lint wrong.json',
    )
  })
})
