import { plainPolicy } from '../../policy/run-policy.ts'
import { writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository } from '../../../test/fixtures/git-repository.ts'
import { playCut } from '../../../test/harness/play-cut.ts'
import { playStage } from '../../../test/harness/play-stage.ts'
import type { StageOptions, StagePlay } from '../../../test/harness/play-stage.ts'
import type { Json } from '../../kernel/json.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { ProcessFiles } from '../specify/process-files.ts'
import { openProcessFiles } from '../specify/process-files.ts'
import { withFiles } from './with-files.ts'

const made: TestRepository[] = []
afterEach(async () => {
  for (const repository of made.splice(0)) await repository.remove()
})

const LONG = Array.from({ length: 12 }, (_, line) => `line ${line}\n`).join('')
const PRD = 'prd_id: p\nversion: 1.0.0\n'

/** A repository whose `refs/line` has changes of its own to `docs/guide.md` and `docs/long.md`. */
async function withLine(): Promise<TestRepository> {
  const repository = await makeFilledRepository()
  made.push(repository)
  await repository.write('docs/long.md', LONG)
  await repository.git(['add', '.'])
  await repository.git(['commit', '--quiet', '--message', 'docs: long'])
  await repository.write('docs/long.md', `by a task\n${LONG}`)
  await repository.write('docs/guide.md', 'guide by a task\n')
  await repository.git(['commit', '--quiet', '--all', '--message', 'feat: work'])
  await repository.git(['update-ref', 'refs/line', 'HEAD'])
  await repository.git(['reset', '--quiet', '--hard', 'HEAD^'])
  return repository
}

type Edit = (path: string, text: string) => Promise<void>

function stageOf(write: (files: ProcessFiles, edit: Edit) => Promise<unknown>): (run: Run) => Promise<Json> {
  return async (run) => {
    const [base = '', head = '', tree = ''] = await run.step<string[]>('look', {
      kind: 'repository',
      input: null,
      execute: async ({ world: { repository } }) => {
        const line = (await repository.resolve('refs/line')) ?? ''
        return [(await repository.resolve('main')) ?? '', line, await repository.treeOf(line)]
      },
    })
    const files = await openProcessFiles(run.scope('files'), base)
    await write(files, (path, text) => writeFile(join(files.folder, path), text))
    const { head: after, tree: afterTree } = await withFiles(
      run.scope('deliver'),
      { base, policy: plainPolicy },
      { head, tree },
      files,
    )
    return { head: after, tree: afterTree }
  }
}

async function played(
  write: (files: ProcessFiles, edit: Edit) => Promise<unknown>,
  answer?: StageOptions['answer'],
): Promise<
  StagePlay & { readonly show: (path: string) => Promise<string>; readonly repository: TestRepository }
> {
  const repository = await withLine()
  const play = await playStage({ repository, stage: stageOf(write), ...(answer && { answer }) })
  const { head } = (play.result ?? { head: 'HEAD' }) as { readonly head: string }
  return { ...play, repository, show: (path) => repository.git(['show', `${head}:${path}`]) }
}

describe('the files of the process', () => {
  it('come onto the line as one commit', async () => {
    const { repository, show, result } = await played(async (files) => {
      await files.write('one', [{ path: 'docs/PRD.yaml', text: PRD }], 'docs: one')
      await files.write('two', [{ path: 'AGENTS.md', text: 'agents\n' }], 'docs: two')
    })
    const { head, tree } = result as { readonly head: string; readonly tree: string }
    expect(await repository.git(['log', '--format=%s', `refs/line..${head}`])).toBe(
      'docs: what this job is about',
    )
    expect(await repository.git(['rev-parse', `${head}^`])).toBe(
      await repository.git(['rev-parse', 'refs/line']),
    )
    expect(await repository.git(['rev-parse', `${head}^{tree}`])).toBe(tree)
    expect(await show('AGENTS.md')).toBe('agents')
    expect(await show('docs/guide.md')).toBe('guide by a task')
  })

  it('change nothing when there are none', async () => {
    const { repository, result } = await played(async () => {})
    expect(result).toMatchObject({ head: await repository.git(['rev-parse', 'refs/line']) })
  })

  it('give way to what a task has proven in the same lines', async () => {
    const { show, facts } = await played((files) =>
      files.write(
        'one',
        [
          { path: 'docs/guide.md', text: 'guide by the process\n' },
          { path: 'docs/PRD.yaml', text: PRD },
        ],
        'docs: both',
      ),
    )
    expect(await show('docs/guide.md')).toBe('guide by a task')
    expect(await show('docs/PRD.yaml')).toContain('prd_id')
    expect(facts('notice')).toMatchObject([{ text: expect.stringMatching(/^docs\/guide\.md: a task/) }])
  })

  it('give way in every file that a task has changed, when they do not go together in one', async () => {
    const { show, facts } = await played((files) =>
      files.write(
        'one',
        [
          { path: 'docs/guide.md', text: 'guide by the process\n' },
          { path: 'docs/long.md', text: `${LONG}by the process\n` },
          { path: 'docs/PRD.yaml', text: PRD },
        ],
        'docs: all',
      ),
    )
    expect(await show('docs/PRD.yaml')).toContain('prd_id')
    expect(await show('docs/long.md')).toBe(`by a task\n${LONG}`.trim())
    expect(facts('notice')).toMatchObject([
      { text: expect.stringMatching(/^docs\/guide\.md, docs\/long\.md: /) },
    ])
  })

  it('are taken as a person left them at the last moment', async () => {
    const { show, facts } = await played(async (files, edit) => {
      await files.write('one', [{ path: 'docs/PRD.yaml', text: PRD }], 'docs: one')
      await edit('docs/PRD.yaml', PRD.replace('1.0.0', '2.0.0'))
    })
    expect(await show('docs/PRD.yaml')).toContain('2.0.0')
    expect(facts('file').at(-1)).toMatchObject({ path: 'docs/PRD.yaml', by: 'person' })
  })

  it.each([
    ['are taken once it is mended', 'again', '3.0.0'],
    ['stay as the run wrote them if a person says so', 'leave', '1.0.0'],
  ])('say where an edit is wrong, and %s', async (_title, option, version) => {
    const asked: string[] = []
    let file = ''
    const { show } = await played(
      async (files, edit) => {
        file = join(files.folder, 'docs/PRD.yaml')
        await files.write('one', [{ path: 'docs/PRD.yaml', text: PRD }], 'docs: one')
        await edit('docs/PRD.yaml', 'prd_id: p\nversion: soon\n')
      },
      (_id, { text, kind }) => {
        asked.push(`${kind} ${text}`)
        writeFileSync(file, PRD.replace('1.0.0', '3.0.0'))
        return { option }
      },
    )
    expect(asked).toEqual([expect.stringMatching(/^choice You have edited docs\/PRD\.yaml in .*2:/s)])
    expect(await show('docs/PRD.yaml')).toContain(version)
  })

  it('P11: are delivered with what looks like a secret only by the word of a person', async () => {
    const secret = `ghp_${'k3J9xQw2Z'.repeat(4)}`
    const write = (files: ProcessFiles): Promise<unknown> =>
      files.write('one', [{ path: 'docs/PRD.yaml', text: `${PRD}token: ${secret}\n` }], 'docs: one')
    const stopped = await played(write, () => ({ option: 'stop' }))
    expect(stopped.outcome).toMatchObject({ status: 'failed', failure: { code: 'rejected' } })
    expect([...stopped.questions].map(([, { text }]) => text)).toEqual([
      expect.stringContaining('docs/PRD.yaml, line 3: this looks like a token of GitHub'),
    ])
    const taken = await played(write, () => ({ option: 'accept' }))
    expect(taken.outcome.status).toBe('completed')
    expect(await taken.show('docs/PRD.yaml')).toContain(secret)
  })

  it('P1: are on the line whenever the run was cut off', async () => {
    const stage = stageOf(async (files) => {
      await files.write('one', [{ path: 'docs/PRD.yaml', text: PRD }], 'docs: one')
    })
    const treeOf = ({ result }: StagePlay): unknown => (result as { readonly tree: unknown } | null)?.tree
    const whole = await playStage({ repository: await withLine(), stage })
    expect(treeOf(whole)).toBeTypeOf('string')
    for (let most = 2; most < whole.events.length; most += 2) {
      expect(treeOf(await playCut(await withLine(), { stage }, most))).toBe(treeOf(whole))
    }
  })
})
