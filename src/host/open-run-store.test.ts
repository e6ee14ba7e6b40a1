import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestRepository } from '../../test/fixtures/git-repository.ts'
import { makeFilledRepository, writeAt } from '../../test/fixtures/git-repository.ts'
import { repositoryId } from '../adapters/git/find-repository.ts'
import type { Environment } from './locations.ts'
import { openRunStore } from './open-run-store.ts'

let repository: TestRepository
beforeEach(async () => {
  repository = await makeFilledRepository()
})
afterEach(() => repository.remove())

async function findRuns(variables: Environment = {}): Promise<string> {
  const { runs } = await openRunStore(repository.root, { ...repository.environment, ...variables })
  return runs
}

function movedTo(folder: string): string {
  return join(folder, repositoryId(join(repository.root, '.git')), 'runs')
}

test.each([
  ['no settings', ''],
  ['settings that say nothing of it', 'agent: goose\n'],
  ['a comment about it', 'agent: goose\n\n  # state:\n#state:\n'],
  ['a mistake elsewhere, which does not keep anybody from looking', 'agnet: [\n'],
])('runs are in the standard place with %s', async (_what, text) => {
  if (text !== '') await repository.write('tutti.yaml', text)
  expect(await findRuns()).toBe(join(repository.root, '.git', 'tutti', 'runs'))
})

test.each([
  ['plainly', 'agent: goose\nstate:\n  journals: /moved\n'],
  ['in quotes', '"state": { "journals": "/moved" }\n'],
  ['in a flow', '{ agent: "a # b", state: { journals: /moved } }\n'],
  ['after a carriage return', 'agent: goose\r\nstate: { journals: /moved } # here\r\n'],
])('the settings may move them, written %s', async (_how, text) => {
  await repository.write('tutti.yaml', text)
  expect(await findRuns()).toBe(movedTo('/moved'))
})

test("the user's settings and variables may move them", async () => {
  const file = join(repository.environment['HOME'] ?? '', '.config', 'tutti', 'tutti.yaml')
  await writeAt(file, 'state: { journals: /by-user }\n')
  expect(await findRuns()).toBe(movedTo('/by-user'))
  expect(await findRuns({ TUTTI_STATE_JOURNALS: '/by-variable' })).toBe(movedTo('/by-variable'))
})

test('settings that speak of it and cannot be understood are refused, with their place', async () => {
  await repository.write('tutti.yaml', 'state: { journal: /moved }\n')
  await expect(findRuns()).rejects.toMatchObject({
    code: 'bad-input',
    message: expect.stringMatching(/tutti\.yaml:1.*journals/) as string,
  })
})
