import { access, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository } from '../../../test/fixtures/git-repository.ts'
import { baseOf, playStage, playWithCuts } from '../../../test/harness/play-stage.ts'
import type { Run } from '../../kernel/playbook.ts'
import { openFiles } from './open-files.ts'
import type { ProcessFiles } from './process-files.ts'

let repository: TestRepository

beforeEach(async () => {
  repository = await makeFilledRepository()
})
afterEach(() => repository.remove())

async function played(use: (files: ProcessFiles) => Promise<void>): Promise<readonly string[]> {
  const { outcome, facts } = await playStage({
    repository,
    stage: async (run) => {
      await use(await openFiles(run.scope('files'), await baseOf(run), { inPlace: true }))
      return null
    },
  })
  if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
  return facts('notice').map((value) => (value as { readonly text: string }).text)
}

const own = (path: string, root = repository.root): Promise<string | null> =>
  readFile(join(root, path), 'utf8').catch(() => null)
const type = (path: string, text: string): Promise<void> => writeFile(join(repository.root, path), text)
const plan = (text: string): readonly { path: string; text: string }[] => [{ path: 'plans/a/plan.md', text }]

test('P9: files grow in the checkout as they grow in the run, and nothing else is touched there', async () => {
  const notices = await played(async (files) => {
    await files.write('one', plan('a\n'), 'm')
    expect(await own('plans/a/plan.md')).toBe('a\n')
    await files.renew('two', () => [...plan('b\n'), { path: 'docs/guide.md', text: 'new\n' }])
    expect(await own('plans/a/plan.md')).toBe('b\n')
    expect(await own('docs/guide.md')).toBe('new\n')
    await writeFile(join(files.folder, 'plans/a/plan.md'), 'a person\n')
    await files.accept('three', 'plans/a/plan.md', 'a person\n')
    expect(await own('plans/a/plan.md')).toBe('a person\n')
  })
  expect(notices).toEqual([])
  const dirty = await repository.git(['status', '--porcelain', '--untracked-files=all'])
  expect(dirty.split('\n').toSorted()).toEqual([' M docs/guide.md', '?? plans/a/plan.md'])
})

test.each([
  ['a link to a folder elsewhere', (place: string, outside: string) => symlink(outside, place)],
  ['a file where a folder should be', (place: string) => writeFile(place, 'mine\n')],
] as const)('P6: nothing is written past %s in the checkout, and the run goes on', async (_name, put) => {
  const outside = join(repository.folder, 'outside')
  await mkdir(outside)
  await put(join(repository.root, 'plans'), outside)
  const notices = await played(async (files) => {
    await files.write('one', plan('a\n'), 'm')
    await files.renew('two', () => plan('b\n'))
    expect(await readFile(join(files.folder, 'plans/a/plan.md'), 'utf8')).toBe('b\n')
    await files.takeBack()
  })
  expect(await readdir(outside)).toEqual([])
  expect(notices).toEqual([expect.stringContaining('plans/a/plan.md in your checkout')])
})

test('P6: a file that a person has changed in the checkout is left to them, and said once', async () => {
  await type('docs/guide.md', 'a draft of mine\n')
  const notices = await played(async (files) => {
    await files.write('one', [...plan('a\n'), { path: 'docs/guide.md', text: 'the guide\n' }], 'm')
    await type('plans/a/plan.md', 'my own plan\n')
    await files.renew('two', () => plan('b\n'))
    await files.renew('three', () => plan('c\n'))
  })
  expect(await own('docs/guide.md')).toBe('a draft of mine\n')
  expect(await own('plans/a/plan.md')).toBe('my own plan\n')
  expect(notices).toHaveLength(2)
  expect(notices[0]).toMatch(/^docs\/guide\.md in your checkout was changed by somebody else and is left/)
  expect(notices[1]).toMatch(/^plans\/a\/plan\.md in your checkout was changed/)
})

test('P6: what was put there is taken back, but for what a person has changed since', async () => {
  const notices = await played(async (files) => {
    await files.write(
      'one',
      [...plan('a\n'), { path: 'docs/guide.md', text: 'new\n' }, { path: 'plans/b.md', text: 'b\n' }],
      'm',
    )
    await files.renew('two', () => [...plan('b\n'), { path: 'docs/guide.md', text: 'newer\n' }])
    await type('plans/b.md', 'mine now\n')
    await files.takeBack()
  })
  expect(await own('docs/guide.md')).toBe('guide\n')
  expect(await own('plans/a/plan.md')).toBe(null)
  await expect(access(join(repository.root, 'plans/a'))).rejects.toThrow('ENOENT')
  expect(await own('plans/b.md')).toBe('mine now\n')
  expect(notices).toEqual([
    'plans/b.md in your checkout was changed since the run wrote it and is left as it is; all else was taken back.',
  ])
})

test('P1: cut off anywhere, the checkout ends the same, and what was there before is still known', async () => {
  const seen: (string | null)[][] = []
  const repositories: TestRepository[] = []
  const stage = async (run: Run): Promise<null> => {
    const files = await openFiles(run.scope('files'), await baseOf(run), { inPlace: true })
    const root = repositories.at(-1)?.root ?? ''
    await files.write('one', [...plan('a\n'), { path: 'docs/guide.md', text: 'new\n' }], 'm')
    await files.renew('two', () => [...plan('b\n'), { path: 'docs/guide.md', text: 'newer\n' }])
    const grown = await Promise.all([own('plans/a/plan.md', root), own('docs/guide.md', root)])
    await files.takeBack()
    seen.push([...grown, await own('plans/a/plan.md', root), await own('docs/guide.md', root)])
    return null
  }
  const { whole, resumed } = await playWithCuts({ stage }, async () => {
    const made = await makeFilledRepository()
    repositories.push(made)
    return { repository: made }
  })
  expect(whole.outcome.status).toBe('completed')
  expect(resumed.length).toBeGreaterThan(10)
  for (const { outcome, facts } of resumed)
    expect([outcome.status, facts('notice')]).toEqual(['completed', []])
  for (const [, , plans, guide] of seen) expect([plans, guide]).toEqual([null, 'guide\n'])
  expect(seen[0]).toEqual(['b\n', 'newer\n', null, 'guide\n'])
}, 120_000)
