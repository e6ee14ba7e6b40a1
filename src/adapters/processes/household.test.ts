import { expect, test } from 'vitest'
import { createTellApart } from './household.ts'
import type { ProcessRow } from './process-table.ts'

const row = (pid: number, parent: number): ProcessRow => ({
  pid,
  parent,
  group: 1,
  session: 1,
  startTime: '1',
})
const pids = (rows: readonly ProcessRow[]): readonly number[] => rows.map(({ pid }) => pid)

test('without a namespace the launched process is the program', () => {
  const apart = createTellApart(10, null)([row(10, 1), row(11, 10), row(12, 1)])
  expect(pids(apart.inhabitants)).toEqual([10, 11, 12])
  expect(pids(apart.others)).toEqual([11, 12])
  expect(pids(apart.orphans)).toEqual([12])
})

test('in a namespace the two that hold it are nobody, and whoever its first process took in is an orphan', () => {
  const apart = createTellApart(10, 4)([row(10, 1), row(11, 10), row(13, 11), row(14, 13)])
  expect(pids(apart.inhabitants)).toEqual([13, 14])
  expect(pids(apart.orphans)).toEqual([13])
})
