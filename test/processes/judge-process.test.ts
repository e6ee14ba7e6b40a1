import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestRepository } from '../fixtures/git-repository.ts'
import type { ProcessPlay, ProcessScript } from '../harness/play-process.ts'
import { makeStage, playProcess } from '../harness/play-process.ts'
import { cast } from '../stories/cast.ts'
import { goldenOf, readGolden } from './golden-tree.ts'
import { differences, sortsOf } from './judge-process.ts'
import { endOf, redoneSteps, withoutTimes } from './process-end.ts'

const script: ProcessScript = {
  process: 'gem-team',
  objective: 'Make the file a.txt',
  ...cast([{ id: 'T1', writes: { 'a.txt': 'a\n' } }]),
}

let repository: TestRepository
let play: ProcessPlay

beforeAll(async () => {
  repository = await makeStage(script)
  play = await playProcess(repository, script)
})
afterAll(() => repository.remove())

test('P1: the judge sees a step that is done again, a worktree that is left and a run that did not end', async () => {
  const past = play.events.slice(0, -1)
  const completed = past.find(({ type }) => type === 'step-completed')
  expect(redoneSteps(past, play.events)).toEqual([])
  expect(redoneSteps(past, completed === undefined ? [] : [...past, completed])).toHaveLength(1)

  expect((await endOf(repository, play)).worktrees).toEqual([])
  await repository.git(['worktree', 'add', '--quiet', `${repository.worktreesRoot}/left`])
  const end = await endOf(repository, play)
  expect(end.worktrees).toContain(`worktree ${repository.worktreesRoot}/left`)
  expect(end.delivered['a.txt']).toBe('a')
})

test('P1: the judge sees a file that differs, is missing or is too many', () => {
  const expected = { 'file a': 'one\ntwo\n', 'file b': 'b\n' }
  expect(differences(expected, { 'file a': 'one\nthree\n', 'file c': 'c\n' })).toEqual([
    'file a, line 2: "three", not "two"',
    'file b is missing',
    'file c is there, which it is not otherwise',
  ])
  expect(differences(expected, expected)).toEqual([])
})

test('P1: of times, commits and folders only what differs from play to play is left out', async () => {
  const commit = await repository.git(['rev-parse', 'HEAD'])
  const uuid = 'c0ffee00-1234-4abc-8def-0123456789ab'
  const files = {
    'log.md': `2026-01-01T10:20:30.123Z ${commit.slice(0, 12)} in ${repository.folder}/x, T1 facade ${uuid}\n`,
  }
  const end = await endOf(repository, { ...play, files })
  expect(goldenOf(end)['files/log.md']).toBe(
    `2026-01-01T10:20:30.000Z <commit> in <folder>/x, T1 facade ${uuid}\n`,
  )
  expect(withoutTimes(end).files['log.md']).toBe(`<time> <commit> in <folder>/x, T1 facade ${uuid}\n`)
})

test('P1: a cut in CI comes after each sort of event', () => {
  const sorts = new Set(sortsOf(play.events))
  expect([...sorts]).toEqual(
    expect.arrayContaining(['run-started', 'step-completed of turn', 'fact-recorded: file', 'run-completed']),
  )
  expect(sorts.size).toBeLessThan(play.events.length)
})

test('P1: a golden that nobody wrote is no golden', async () => {
  expect(await readGolden('gem-team', 'unheard-of')).toEqual({})
})
