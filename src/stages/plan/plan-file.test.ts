import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allContent } from '../../../test/fixtures/challenge-replies.ts'
import type { TestRepository } from '../../../test/fixtures/git-repository.ts'
import { makeFilledRepository } from '../../../test/fixtures/git-repository.ts'
import type { StageOptions, StagePlay } from '../../../test/harness/play-stage.ts'
import { jobOf, playStage } from '../../../test/harness/play-stage.ts'
import { usualBrief } from '../../../test/harness/play-plan.ts'
import { on } from '../../../test/harness/play-standard.ts'
import type { Question } from '../../kernel/question.ts'
import { agreeOnPlan } from './agree-on-plan.ts'
import { openProcessFiles } from '../specify/process-files.ts'

const path = 'docs/plan/make-it-so/plan.yaml'
const planned = { objective: 'so', tasks: [{ id: 'T1', title: 'feat: T1' }], confidence: 1 }
const scenes = [on({ role: 'planner' }, { act: 'reply', value: planned }), ...allContent('T1')]

let repository: TestRepository
let base: string

beforeAll(async () => {
  repository = await makeFilledRepository()
  base = await repository.git(['rev-parse', 'HEAD'])
})

afterAll(() => repository.remove())

/** What a person does at a question: looks at the file, may change it, and answers. */
type Person = (file: string, asked: number) => Promise<{ option?: string; text?: string }>

async function play(person: Person, name: string): Promise<StagePlay> {
  let folder = ''
  let events: StagePlay['events'] = []
  let asked = 0
  const options: StageOptions = {
    repository,
    scenes,
    stage: async (run) => {
      const files = await openProcessFiles(run.scope('files'), base)
      folder = files.folder
      const job = jobOf({ base, tier: 'small' })
      const more = { brief: { ...usualBrief, slug: 'make-it-so' }, files, given: null }
      const { plan, revision } = await agreeOnPlan(run, job, [], { revision: 1, revise: null }, more)
      return { tasks: plan.tasks.map(({ id }) => id), revision, head: files.head }
    },
  }
  const answers = new Map<string, { option?: string; text?: string }>()
  for (;;) {
    const played = await playStage({
      ...options,
      past: events,
      answer: (question: string) => answers.get(question) ?? null,
    })
    if (played.outcome.status !== 'waiting') return played
    events = played.events
    asked += 1
    if (asked > 6) throw new Error(`${name}: ${JSON.stringify(played.outcome)}`)
    for (const question of played.outcome.questions)
      answers.set(question, await person(join(folder, path), asked))
  }
}

const asking = ({ questions }: StagePlay): readonly (readonly [string, Question['kind']])[] =>
  [...questions].map(([name, { kind }]) => [name, kind])

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(from, to))
}

describe('the file of a plan', () => {
  it('P6: is there to be read at the approval, which names it', async () => {
    const played = await play(async (file) => {
      expect(await readFile(file, 'utf8')).toContain('title: "feat: T1"')
      return { option: 'approve' }
    }, 'read')
    expect(played.result).toMatchObject({ tasks: ['T1'], revision: 1 })
    expect(played.questions.get('approve/r1/plan')).toMatchObject({
      options: [
        { id: 'approve' },
        { id: 'edited', description: expect.stringContaining(path) },
        { id: 'reject' },
      ],
      details: { files: { plan: path } },
    })
  })

  it.each(['edited', 'approve'])(
    'P6: that a person has changed is the next revision, when they answer `%s`',
    async (option) => {
      const played = await play(async (file) => {
        await edit(file, 'T1\n', 'T7\n')
        return { option }
      }, option)
      expect(played.result).toMatchObject({ tasks: ['T7'], revision: 2 })
      expect(asking(played)).toEqual([['approve/r1/plan', 'approval']])
      expect(played.facts('plan').at(-1)).toMatchObject({
        revision: 2,
        lineage: [
          { revision: 2, reason: 'A person has edited the file of the plan.', changed: ['T7', 'T1'] },
        ],
      })
      const { head } = played.result as { readonly head: string }
      expect(await repository.git(['show', `${head}:${path}`])).toContain('id: T7')
    },
  )

  it('P6: that cannot be played is refused with its line, and asked about again, of a person', async () => {
    const played = await play(async (file, asked) => {
      if (asked === 1) await edit(file, 'title: "feat: T1"', 'title: "feat: T1"\n    dependencies: [T9]')
      else await edit(file, '[T9]', '[]')
      return { option: 'edited' }
    }, 'refused')
    expect(asking(played)).toEqual([
      ['approve/r1/plan', 'approval'],
      ['approve/r1/plan-2', 'choice'],
    ])
    expect(played.questions.get('approve/r1/plan-2')?.text).toContain(`${path}:5:20: Task T1 depends on T9`)
    expect(played.result).toMatchObject({ tasks: ['T1'], revision: 2 })
  })

  it('P6: that is no YAML, or was not changed at all, is asked about again', async () => {
    const played = await play(async (file, asked) => {
      if (asked === 1) return { option: 'edited' }
      await writeFile(file, asked === 2 ? 'tasks: [' : 'objective: so\ntasks: [{ id: T1, title: mine }]\n')
      return { option: 'edited' }
    }, 'broken')
    const [, second, third] = [...played.questions.values()].map(({ text }) => text)
    expect(second).toContain(`${path} has not been changed.`)
    expect(third).toContain(`${path}:1:`)
    expect(played.result).toMatchObject({ revision: 2 })
  })

  it.each([
    ['edited', { tasks: ['T7'], revision: 3 }],
    ['new', { tasks: ['T1'], revision: 2 }],
  ])(
    'P6: that was changed beside feedback is not overwritten before a person says %s',
    async (option, result) => {
      const played = await play(async (file, asked) => {
        if (asked === 1) {
          await edit(file, 'T1\n', 'T7\n')
          return { text: 'and write a test' }
        }
        return { option: asked === 2 ? option : 'approve' }
      }, option)
      expect([...played.questions.keys()].slice(0, 2)).toEqual(['approve/r1/plan', 'approve/r2/file-1'])
      expect(played.result).toMatchObject(result)
      const { head } = played.result as { readonly head: string }
      const history = await repository.git(['log', '--format=%H', head, '--', path])
      const texts = await Promise.all(
        history.split('\n').map((commit) => repository.git(['show', `${commit}:${path}`])),
      )
      expect(texts.some((text) => text.includes('id: T7'))).toBe(true)
    },
  )
})
