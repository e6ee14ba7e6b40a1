import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TestRepository } from '../../test/fixtures/git-repository.ts'
import { makeFilledRepository } from '../../test/fixtures/git-repository.ts'
import type { StagePlay } from '../../test/harness/play-stage.ts'
import { baseOf, playStage, playWithCuts } from '../../test/harness/play-stage.ts'
import { parallel } from '../kernel/parallel.ts'
import type { Run } from '../kernel/playbook.ts'
import { fact } from '../stages/facts.ts'
import type { ProcessFiles } from '../stages/specify/process-files.ts'
import { openProcessFiles } from '../stages/specify/process-files.ts'
import type { Book } from './book.ts'
import { keepBook } from './book.ts'
import { factsOf } from './story.ts'

const LOG = 'log/told.txt'

/** Every notice, one a line, and how many there are. */
const book: Book = {
  isTold: ({ kind }) => kind === 'notice',
  render: (story) => {
    const lines = factsOf(story, 'notice').map(({ name, value }) => `${name} ${value.text}\n`)
    return [
      { path: LOG, text: lines.join('') },
      { path: 'log/ignored.txt', text: `${lines.length}\n` },
    ]
  },
  problemWith: () => null,
}

const says = (run: Run, name: string): Promise<void> =>
  run.record(name, fact({ kind: 'notice', value: { text: `by ${name}` } }))

type Ended = { readonly paths: readonly string[]; readonly head: string; readonly log: string }

async function twoAtOnce(run: Run): Promise<Ended> {
  const base = await baseOf(run)
  const files = await openProcessFiles(run.scope('files'), base, book)
  const hands = keepBook(run, files, book)
  await says(hands, 'begin')
  await parallel(['a', 'b'], 2, async (name) => {
    const own = hands.scope(name)
    // The one that ends last has the least to play again, and so comes first when the run is resumed.
    if (name === 'a') await own.sleep('long', { ms: 1000 })
    else for (const part of [1, 2, 3, 4, 5, 6]) await own.decide(`part-${part}`, () => part)
    await says(own, 'done')
  })
  await says(hands, 'end')
  await files.settle('settle')
  const { head } = files
  const log = await run.step<string>('read', {
    kind: 'repository',
    input: null,
    execute: async ({ world }) => (await world.repository.readFile(head, LOG)) ?? '',
  })
  return { paths: [...files.paths], head, log }
}

let repository: TestRepository

beforeEach(async () => {
  repository = await makeFilledRepository()
})

afterEach(() => repository.remove())

const readHead = (head: unknown, path: string): Promise<string> =>
  repository.git(['show', `${String(head)}:${path}`])

describe('a book', () => {
  it('is written anew after each fact that it tells of; what git ignores is no part of a commit', async () => {
    const { result, outcome, events } = await playStage({ repository, stage: twoAtOnce })
    expect(outcome.status).toBe('completed')
    const { head, paths } = result as unknown as Ended
    expect(paths).toEqual(['log/ignored.txt', LOG])
    const told = (await readHead(head, LOG)).split('\n')
    expect(told.toSorted()).toEqual(['a/done by done', 'b/done by done', 'begin by begin', 'end by end'])
    expect(told.at(-1)).toBe('end by end')
    await expect(readHead(head, 'log/ignored.txt')).rejects.toThrow(/exists on disk|does not exist/)
    expect(
      events.filter((event) => event.type === 'step-started' && event.kind === 'renew-files'),
    ).toHaveLength(4)
  })

  it('P1: parallel work that is cut off after any event ends with the same book', async () => {
    const { whole, resumed } = await playWithCuts({ stage: twoAtOnce }, async () => ({
      repository: await makeFilledRepository(),
    }))
    expect(resumed.length).toBeGreaterThan(20)
    const lines = ({ result }: StagePlay): readonly string[] =>
      (result as unknown as Ended).log.split('\n').toSorted()
    for (const play of resumed) {
      const { outcome, events } = play
      expect(outcome.status).toBe('completed')
      expect(lines(play)).toEqual(lines(whole))
      const commits = events.flatMap((event) =>
        event.type === 'step-completed' && event.step.startsWith('files/book/') && 'value' in event.result
          ? [event.result.value as { readonly number: number; readonly commit: string }]
          : [],
      )
      const numbers = commits.map(({ number }) => number)
      expect(new Set(numbers).size).toBe(numbers.length)
    }
  }, 120_000)

  it('leaves a file that a person has edited to them, and says so to whoever looks', async () => {
    let files: ProcessFiles | null = null
    const { result } = await playStage({
      repository,
      stage: async (run) => {
        files = await openProcessFiles(run.scope('files'), await baseOf(run), book)
        const hands = keepBook(run, files, book)
        await says(hands, 'one')
        await files.settle('before')
        await writeFile(join(files.folder, LOG), 'mine\n')
        await says(hands, 'two')
        await files.settle('first')
        const before = files.head
        return [await files.edited('look', LOG), before]
      },
    })
    const [edited, head] = result as readonly [string, string]
    expect(edited).toBe('mine\n')
    expect(await readHead(head, LOG)).toBe('one by one')
  })

  it('is whole again when somebody has removed the folder, and is put back over an edit that is not wanted', async () => {
    const { result } = await playStage({
      repository,
      stage: async (run) => {
        const files = await openProcessFiles(run.scope('files'), await baseOf(run), book)
        const hands = keepBook(run, files, book)
        await says(hands, 'one')
        await rm(files.folder, { recursive: true })
        await says(hands, 'two')
        await files.settle('removed')
        const { head } = files
        await writeFile(join(files.folder, LOG), 'not wanted\n')
        await files.putBack('back', LOG, 'not wanted\n')
        await says(hands, 'three')
        await files.settle('back')
        return [head, files.head]
      },
    })
    const [removed, back] = result as readonly [string, string]
    expect(await readHead(removed, LOG)).toBe('one by one\ntwo by two')
    expect(await readHead(back, LOG)).toBe('one by one\ntwo by two\nthree by three')
  })
})
