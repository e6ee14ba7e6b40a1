import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { LiveRun } from '../../src/kernel/play.ts'
import type { Question } from '../../src/kernel/question.ts'
import type { TestRepository } from '../fixtures/git-repository.ts'
import type { ProcessScript } from '../harness/play-process.ts'
import { makeStage, playProcess } from '../harness/play-process.ts'
import { cast } from '../stories/cast.ts'

vi.setConfig({ testTimeout: 120_000 })

const script: ProcessScript = {
  process: 'gem-team',
  objective: 'Make the files a.txt and b.txt, with a command that reads both of them',
  ...cast([
    { id: 'T1', writes: { 'a.txt': 'a\n' } },
    { id: 'T2', writes: { 'b.txt': 'b\n' } },
  ]),
  policy: (own) => ({ ...own, process: { ...own.process, tier: 'medium' } }),
  input: { inPlace: true },
  answer: takesTheFirst,
}

let repository: TestRepository

beforeEach(async () => {
  repository = await makeStage(script)
})
afterEach(() => repository.remove())

test('P9: --in-place puts every file of the process into the checkout, and no agent is blamed for it', async () => {
  const { outcome, files, events } = await playProcess(repository, script)
  expect(outcome.status).toBe('completed')
  expect(Object.keys(files).length).toBeGreaterThan(1)
  for (const [path, text] of Object.entries(files)) {
    expect([path, await readFile(join(repository.root, path), 'utf8')]).toEqual([path, text])
  }
  const status = await repository.git(['status', '--porcelain', '--untracked-files=all'])
  const dirty = status.split('\n').map((line) => line.slice(3))
  expect(dirty.filter((path) => !(path in files))).toEqual([])
  expect(events.filter(isAboutCheckout)).toEqual([])
})

test('P6: a run that is cancelled takes back what it put into the checkout', async () => {
  let live: LiveRun | null = null
  const { outcome, questions } = await playProcess(repository, {
    ...script,
    answer: (name, ask) => {
      if (ask.kind === 'approval') void live?.cancel('test')
      return takesTheFirst(name, ask)
    },
    meanwhile: async (playing) => {
      live = playing
    },
  })
  expect([...questions.values()].map(({ kind }) => kind)).toContain('approval')
  expect(outcome.status).toBe('cancelled')
  expect(await repository.git(['status', '--porcelain', '--untracked-files=all'])).toBe('')
})

function takesTheFirst(_name: string, { options }: Question): { readonly option: string } | null {
  const [first] = options
  return first === undefined ? null : { option: first.id }
}

function isAboutCheckout(event: RunEvent): boolean {
  return event.type === 'fact-recorded' && JSON.stringify(event.value).includes('in your checkout')
}
