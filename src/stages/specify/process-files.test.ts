import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { fingerprint, makeFilledRepository } from '../../../test/fixtures/git-repository.ts'
import { baseOf, playStage, playWithCuts } from '../../../test/harness/play-stage.ts'
import type { Json } from '../../kernel/json.ts'
import type { Run } from '../../kernel/playbook.ts'
import { TASK_ID } from '../../plan/plan.ts'
import type { ProcessFiles } from './process-files.ts'
import { openProcessFiles } from './process-files.ts'

let repository: TestRepository
let base: string

beforeAll(async () => {
  repository = await makeFilledRepository()
  base = await repository.git(['rev-parse', 'HEAD'])
})

afterAll(() => repository.remove())

function treeOf(run: Run, commit: string): Promise<string> {
  return run.step<string>('tree', {
    kind: 'tree',
    input: null,
    execute: ({ world }) => world.repository.treeOf(commit),
  })
}

const guide = 'docs/guide.md'

async function played(
  use: (files: ProcessFiles, edit: (path: string, text: string) => Promise<void>) => Promise<unknown>,
): Promise<{ readonly said: string; readonly facts: readonly unknown[] }> {
  let said = ''
  const { outcome, facts } = await playStage({
    repository,
    stage: async (run) => {
      const files = await openProcessFiles(run.scope('files'), base)
      said = JSON.stringify(await use(files, (path, text) => writeFile(join(files.folder, path), text)))
      return null
    },
  })
  if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
  return { said, facts: facts('file') }
}

const show = (commit: string, path: string): Promise<string> => repository.git(['show', `${commit}:${path}`])

describe('files of the process', () => {
  it('are commits of the run that the checkout does not see', async () => {
    const before = await fingerprint(repository)
    const { facts } = await played(async (files) => {
      expect(files.head).toBe(base)
      await files.write('one', [{ path: 'docs/PRD.yaml', text: 'a: 1\n' }], 'docs: one')
      await files.write('two', [{ path: 'docs/plan/x/plan.yaml', text: 'b: 2\n' }], 'docs: two')
      expect(await show(files.head, 'docs/PRD.yaml')).toBe('a: 1')
      expect(await show(files.head, 'docs/plan/x/plan.yaml')).toBe('b: 2')
      expect(await repository.git(['log', '--format=%s', `${base}..${files.head}`])).toBe(
        'docs: two\ndocs: one',
      )
      expect(files.paths).toEqual(['docs/PRD.yaml', 'docs/plan/x/plan.yaml'])
      return null
    })
    expect(facts).toMatchObject([{ path: 'docs/PRD.yaml', by: 'run' }, { path: 'docs/plan/x/plan.yaml' }])
    const { worktrees: _, ...after } = await fingerprint(repository)
    expect(before).toMatchObject(after)
  })

  it("never overwrite a person's edit, of a file of the repository either", async () => {
    const { said } = await played(async (files, edit) => {
      await edit(guide, 'mine\n')
      const written = await files.write(
        'one',
        [
          { path: 'new.md', text: 'x' },
          { path: guide, text: 'y' },
        ],
        'm',
      )
      expect(await readFile(join(files.folder, guide), 'utf8')).toBe('mine\n')
      expect(files.head).toBe(base)
      return [written, await files.edited('look', guide), await files.edited('look-2', 'readme.md')]
    })
    expect(JSON.parse(said)).toEqual([{ kind: 'edited', path: guide, text: 'mine\n' }, 'mine\n', null])
  })

  it('keep an edit of another file out of the commit', async () => {
    await played(async (files, edit) => {
      await edit(guide, 'mine\n')
      await files.write('one', [{ path: 'new.md', text: 'x\n' }], 'm')
      expect(await show(files.head, guide)).toBe('guide')
      expect(await files.edited('look', guide)).toBe('mine\n')
      return null
    })
  })

  it('take an edit over once somebody found it sound', async () => {
    const { facts } = await played(async (files, edit) => {
      await edit(guide, 'mine\n')
      await files.accept('take', guide, 'mine\n')
      expect(await show(files.head, guide)).toBe('mine')
      expect(await files.edited('look', guide)).toBeNull()
      expect(await files.write('one', [{ path: guide, text: 'ours\n' }], 'm')).toEqual({ kind: 'written' })
      return null
    })
    expect(facts).toMatchObject([{ by: 'person' }, { by: 'run' }])
  })

  it('see an edit that came after the one that was taken over', async () => {
    await played(async (files, edit) => {
      await edit(guide, 'newer\n')
      await files.accept('take', guide, 'mine\n')
      expect(await files.edited('look', guide)).toBe('newer\n')
      expect(await files.write('one', [{ path: guide, text: 'x' }], 'm')).toMatchObject({ kind: 'edited' })
      return null
    })
  })

  it('lie in a folder that no task can have', async () => {
    await played(async (files) => {
      expect(TASK_ID.test(basename(files.folder))).toBe(false)
      return null
    })
  })

  it('may be written again where the repository ignores them', async () => {
    await played(async (files) => {
      await files.write('one', [{ path: 'build/a.md', text: 'a\n' }], 'm')
      const again = await files.write('two', [{ path: 'build/a.md', text: 'b\n' }], 'm')
      expect(again).toEqual({ kind: 'written' })
      expect(await files.edited('look', 'build/a.md')).toBeNull()
      return null
    })
  })

  it('are made again when the folder was removed', async () => {
    await played(async (files) => {
      await files.write('one', [{ path: 'a.md', text: 'a\n' }], 'm')
      await rm(files.folder, { recursive: true })
      await files.write('two', [{ path: 'b.md', text: 'b\n' }], 'm')
      expect(await show(files.head, 'a.md')).toBe('a')
      expect(await readFile(join(files.folder, 'a.md'), 'utf8')).toBe('a\n')
      return null
    })
  })

  it('P1: are the same whenever the run was cut off', async () => {
    const stage = async (run: Run): Promise<Json> => {
      const files = await openProcessFiles(run.scope('files'), await baseOf(run))
      const both = [
        { path: 'a.md', text: 'aa\n' },
        { path: 'b.md', text: 'b\n' },
      ]
      await files.write('both', both, 'm')
      return [await treeOf(run, files.head), ...files.paths]
    }
    const { whole, resumed } = await playWithCuts({ stage }, async () => ({
      repository: await makeFilledRepository(),
    }))
    expect(whole.outcome.status).toBe('completed')
    expect(resumed.length).toBeGreaterThan(6)
    for (const { result } of resumed) expect(result).toEqual(whole.result)
  })
})
