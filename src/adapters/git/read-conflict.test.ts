import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeRepository } from '../../../test/fixtures/git-repository.ts'
import type { Repository } from '../../kernel/ports/repository.ts'

const BODY = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('')

let repository: TestRepository
let port: Repository
let base: string
beforeAll(async () => {
  repository = await makeRepository()
  for (const name of ['a', 'b', 'c', 'd']) await repository.write(name, BODY)
  await writeFile(join(repository.root, 'image'), Buffer.from([0, 255, 1]))
  await repository.git(['add', '--all'])
  await repository.git(['commit', '--quiet', '--message', 'base'])
  base = await repository.git(['rev-parse', 'HEAD'])
  port = (await repository.open()).repository
})
afterAll(() => repository.remove())

async function side(change: (root: string) => Promise<void>): Promise<string> {
  await repository.git(['checkout', '--quiet', '--detach', base])
  await change(repository.root)
  await repository.git(['add', '--all'])
  await repository.git(['commit', '--quiet', '--message', 'side'])
  return repository.git(['rev-parse', 'HEAD'])
}

test('each file in conflict has its kind, and a text only where there is one', async () => {
  const ours = await side(async (root) => {
    await rename(join(root, 'a'), join(root, 'a-ours'))
    await rm(join(root, 'b'))
    await writeFile(join(root, 'image'), Buffer.from([0, 255, 2]))
    await rm(join(root, 'd'))
    await repository.write('d/inner', 'x')
  })
  const theirs = await side(async (root) => {
    await rename(join(root, 'a'), join(root, 'a-theirs'))
    await repository.write('b', `${BODY}more\n`)
    await writeFile(join(root, 'image'), Buffer.from([0, 255, 3]))
    await repository.write('d', `${BODY}more\n`)
  })
  const result = await port.merge({ run: 'r', step: 'm', ours, theirs, message: 'm', at: 0 })
  if (result.kind !== 'conflict') throw new Error('merged')
  const found = Object.fromEntries(result.files.map(({ path, kind, text }) => [path, [kind, text]]))
  expect(found).toMatchObject({
    a: ['rename', BODY],
    'a-ours': ['rename', BODY],
    'a-theirs': ['rename', BODY],
    b: ['delete', `${BODY}more\n`],
    image: ['binary', null],
  })
  expect(Object.entries(found)).toContainEqual([
    expect.stringMatching(/^d~/),
    [expect.stringMatching(/folder|delete/), `${BODY}more\n`],
  ])
  expect(result.message).not.toContain(ours)
})

test('a mode that changes alone is told, and is no conflict with a changed text', async () => {
  const ours = await side((root) => chmod(join(root, 'c'), 0o755))
  const theirs = await side(() => repository.write('c', `${BODY}more\n`))
  expect(await port.readChanges(base, ours)).toEqual([
    { path: 'c', kind: 'modified', before: BODY, after: BODY, opaque: false, modeChanged: true },
  ])
  const result = await port.merge({ run: 'r', step: 'm', ours, theirs, message: 'm', at: 0 })
  if (result.kind !== 'merged') throw new Error(result.message)
  expect(await port.readChanges(base, result.commit)).toMatchObject([
    { path: 'c', after: `${BODY}more\n`, modeChanged: true },
  ])
})

test('a text that is not UTF-8 is no text, and one that is long is cut', async () => {
  const latin = await side((root) => writeFile(join(root, 'a'), Buffer.from([0xe4, 0x0a])))
  expect(await port.readChanges(base, latin)).toMatchObject([{ path: 'a', after: null, opaque: true }])
  const ours = await side(() => repository.write('a', `${'ours\n'.repeat(9000)}`))
  const theirs = await side(() => repository.write('a', `${'theirs\n'.repeat(9000)}`))
  const result = await port.merge({ run: 'r', step: 'm', ours, theirs, message: 'm', at: 0 })
  if (result.kind !== 'conflict') throw new Error('merged')
  expect(result.files[0]?.text).toMatch(/cut here/)
  expect(result.files[0]?.text?.length).toBeLessThan(21_000)
})
