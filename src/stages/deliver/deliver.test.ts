import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository } from '../../../test/fixtures/git-repository.ts'
import { playCut } from '../../../test/harness/play-cut.ts'
import { jobOf, playStage } from '../../../test/harness/play-stage.ts'
import type { StageOptions, StagePlay } from '../../../test/harness/play-stage.ts'
import type { Json } from '../../kernel/json.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { ApprovalRule, ProcessPolicy } from '../../policy/process-policy.ts'
import { plainPolicy } from '../../policy/run-policy.ts'
import { deliver } from './deliver.ts'
import type { Job } from '../job.ts'

const made: TestRepository[] = []
afterEach(async () => {
  for (const repository of made.splice(0)) await repository.remove()
})

/** A repository with `main`, and beside it a commit of which nothing but `refs/line` knows. */
async function withLine(): Promise<TestRepository> {
  const repository = await makeFilledRepository()
  made.push(repository)
  const base = await repository.git(['rev-parse', 'HEAD'])
  for (const [path, message] of [
    ['one.txt', 'feat: one'],
    ['größe.bin', 'fix: two'],
  ] as const) {
    await writeFile(join(repository.root, path), Buffer.from([0xff, 0, 10, 65, 10]))
    await repository.git(['add', '--all'])
    await repository.git(['commit', '--quiet', '--message', message])
  }
  await repository.git(['update-ref', 'refs/line', 'HEAD'])
  await repository.git(['reset', '--quiet', '--hard', base])
  return repository
}

interface Told {
  readonly as?: ProcessPolicy['deliver']['as']
  readonly rule?: ApprovalRule | null
}

function jobWith(base: string, { as = ['branch'], rule = null }: Told): Job {
  const process: ProcessPolicy = {
    ...plainPolicy.process,
    deliver: { ...plainPolicy.process.deliver, as, merge: rule !== null },
    approvals: { ...plainPolicy.process.approvals, merge: rule ?? 'person' },
  }
  return jobOf({ base, policy: { ...plainPolicy, process } })
}

function stageWith(told: Told): (run: Run) => Promise<Json> {
  return async (run) => {
    const [base = '', head = '', tree = ''] = await run.step<string[]>('look', {
      kind: 'repository',
      input: null,
      execute: async ({ world: { repository } }) => {
        const [onto, line] = [await repository.resolve('main'), await repository.resolve('refs/line')]
        return [onto ?? '', line ?? '', await repository.treeOf(line ?? '')]
      },
    })
    const task = { id: 'T1', title: 'One', state: 'done', attempts: 1, commit: head, problem: null } as const
    const story = {
      brief: null,
      clarifications: [{ question: 'Which?', answer: 'This.', scope: 'task' }],
      plan: { objective: 'so', tasks: [] } as never,
      results: [task, { ...task, id: 'T2', title: 'Two', state: 'given-up', problem: 'Too hard.' }],
      verdict: { message: 'All is well.', commit: head, evidence: [{ command: 'npm test', exitCode: 0 }] },
      objections: [{ by: 'critic', severity: 'minor', text: 'Bare.', about: null, where: 'one.txt' }],
    } as unknown as Parameters<typeof deliver>[5]
    return deliver(run.scope('deliver'), jobWith(base, told), { head, tree }, 'main', 'tutti/r1', story)
  }
}

async function delivered(
  told: Told,
  more: Pick<StageOptions, 'answer'> & { readonly repository?: TestRepository } = {},
): Promise<StagePlay & { readonly repository: TestRepository; readonly line: string }> {
  const repository = more.repository ?? (await withLine())
  const play = await playStage({ stage: stageWith(told), ...more, repository })
  return { ...play, repository, line: await repository.git(['rev-parse', 'refs/line']) }
}

const approve = (): { readonly option: string } => ({ option: 'approve' })

describe('a delivery', () => {
  it('is a new branch and nothing else, unless the policy says more', async () => {
    const { result, line, events, repository } = await delivered({})
    expect(result).toEqual({ branch: 'tutti/r1', commit: line, note: null })
    const steps = events.flatMap((event) => (event.type === 'step-started' ? [event.step] : []))
    expect(steps).toEqual(['look', 'deliver/target', 'deliver/branch'])
    expect(await repository.git(['rev-parse', 'tutti/r1'])).toBe(line)
  })

  it('is a patch that gives the same files wherever it is applied, byte for byte', async () => {
    const { result, line, repository, facts } = await delivered({ as: ['patch'] })
    const path = join(repository.folder, 'delivery.patch')
    expect(result).toMatchObject({ branch: null, files: [{ as: 'patch', path }] })
    expect(facts('delivered')).toEqual([{ branch: null, commit: line, files: [{ as: 'patch', path }] }])
    expect(await repository.git(['branch', '--list', 'tutti/*'])).toBe('')
    await repository.git(['am', '--quiet', path])
    expect(await repository.git(['rev-parse', 'HEAD^{tree}'])).toBe(
      await repository.git(['rev-parse', `${line}^{tree}`]),
    )
    expect(await repository.git(['log', '-2', '--format=%s'])).toBe('fix: two\nfeat: one')
  })

  it('is a branch and the text of a pull request, and nothing is pushed', async () => {
    const { repository, line } = await delivered({ as: ['pull-request'] })
    expect(await repository.git(['rev-parse', 'tutti/r1'])).toBe(line)
    expect(await readFile(join(repository.folder, 'pull-request.md'), 'utf8')).toBe(
      [
        '# feat: make it so',
        '## Asked\n\n- make it so',
        '## Decided\n\n- Which? **This.**',
        `## Built\n\n- T1: One (\`${line.slice(0, 10)}\`)`,
        `## Proven\n\n- All is well. (\`${line.slice(0, 10)}\`)\n- \`npm test\`: exit 0`,
        '## Left open\n\n- T2: Two (given-up) Too hard.\n- minor: Bare. (one.txt) — critic\n',
      ].join('\n\n'),
    )
  })
})

describe('the user’s own branch', () => {
  it('P6: is moved only when a person agrees, whatever approves plans', async () => {
    const answer: StageOptions['answer'] = (_id, { kind }) => (kind === 'approval' ? approve() : null)
    const waiting = await delivered({ rule: 'person' }, { answer })
    expect(waiting.outcome).toEqual({ status: 'waiting', questions: ['deliver/merge-1'] })
    const agreed = await delivered({ rule: 'person' }, { answer: approve })
    expect(agreed.result).toMatchObject({ merge: { branch: 'main', moved: true, why: null } })
    expect(agreed.facts('merged')).toEqual([{ branch: 'main', commit: agreed.line, by: 'test' }])
    const { repository } = agreed
    expect(await repository.git(['rev-parse', 'main', 'HEAD'])).toBe(`${agreed.line}\n${agreed.line}`)
    expect(await repository.git(['status', '--porcelain'])).toBe('')
  })

  it('stays when a person says no', async () => {
    const { result, repository, line } = await delivered(
      { rule: 'person' },
      { answer: () => ({ option: 'reject' }) },
    )
    expect(result).toMatchObject({ merge: { moved: false, why: 'main was left where it is.' } })
    expect(await repository.git(['rev-parse', 'main'])).not.toBe(line)
  })

  it('waits until a checkout with changes is clean, and says what is in the way', async () => {
    const repository = await withLine()
    await repository.write('mine.txt', 'mine')
    let asked = ''
    const play = await delivered(
      { rule: 'person' },
      {
        repository,
        answer: (id, { text }) => {
          if (id === 'deliver/merge-1') return approve()
          asked = text
          return { option: 'reject' }
        },
      },
    )
    expect(asked).toMatch(/^Your checkout has changes that are not committed \(mine\.txt\).* now\?$/)
    expect(play.result).toMatchObject({ merge: { moved: false, why: expect.stringContaining('mine.txt') } })
    expect(play.facts('notice')).toHaveLength(1)
  })

  it('is left alone after one refusal where a flag answers or nobody is asked', async () => {
    for (const rule of ['ask', 'free'] as const) {
      const repository = await withLine()
      await repository.write('mine.txt', 'mine')
      const { result, questions } = await delivered({ rule }, { repository, answer: approve })
      expect(result).toMatchObject({ branch: 'tutti/r1', merge: { moved: false } })
      expect(questions.size).toBe(rule === 'ask' ? 1 : 0)
    }
  })

  it('P1: is where it should be whenever the run was cut off', async () => {
    const told: Told = { as: ['branch', 'patch', 'pull-request'], rule: 'person' }
    const script = { stage: stageWith(told), answer: approve }
    const whole = await delivered(told, { answer: approve })
    for (let most = 2; most < whole.events.length; most += 3) {
      const { outcome, facts } = await playCut(await withLine(), script, most)
      expect(outcome).toMatchObject({ status: 'completed', result: { merge: { moved: true } } })
      expect(facts('merged')).toHaveLength(1)
    }
  })
})
