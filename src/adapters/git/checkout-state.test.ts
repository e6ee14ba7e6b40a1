import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository, writeAt } from '../../../test/fixtures/git-repository.ts'
import { FILES_WORKSPACE } from '../../kernel/ports/workspaces.ts'

let repository: TestRepository

beforeEach(async () => {
  repository = await makeFilledRepository()
})
afterEach(() => repository.remove())

test('P6: what the run itself put into the checkout during a turn is no finding; anything else is', async () => {
  const base = await repository.git(['rev-parse', 'HEAD'])
  const { workspaces } = await repository.open()
  const files = await workspaces.open({ run: 'r1', id: FILES_WORKSPACE, base })
  const workspace = await workspaces.open({ run: 'r1', id: 'T1', base })
  await workspaces.guard('r1', 'T1/implement', workspace)
  for (const path of ['plans/a.md', 'plans/b.md', 'docs/guide.md']) {
    await writeAt(join(files.path, path), 'of the process\n')
    await repository.write(path, path === 'plans/b.md' ? 'of somebody else\n' : 'of the process\n')
  }
  const [finding, ...others] = await workspaces.inspect('r1', 'T1/implement')
  expect(others).toEqual([])
  expect(finding?.message).toMatch(/^Files in your checkout changed meanwhile: plans\/b\.md\. /)
})
