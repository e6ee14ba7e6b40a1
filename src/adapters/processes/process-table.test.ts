import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import {
  parseLinuxStat,
  parseProcessStatus,
  readProcess,
  readProcessTable,
  readVariable,
} from './process-table.ts'

test('a program name with spaces and parentheses does not shift the fields', () => {
  const between = Array.from({ length: 15 }, () => '0').join(' ')
  const row = parseLinuxStat(`42 (a) S (b c)) R 7 8 9 ${between} 777 0`)
  expect(row).toEqual({ pid: 42, parent: 7, group: 8, session: 9, startTime: '777' })
})

test.each(['Z', 'X'])('a process in state %s is none', (state) => {
  expect(parseLinuxStat(`42 (a) ${state} ${Array.from({ length: 40 }, () => 1).join(' ')}`)).toBeNull()
})

test('the table has this process as it is', () => {
  const self = readProcess(process.pid)
  expect(self).toMatchObject({ pid: process.pid, parent: process.ppid })
  expect(readProcessTable()).toContainEqual(self)
  expect(readProcess(0x7fffffff)).toBeNull()
})

test('a variable is found by its whole name, in the environment a process was started with', () => {
  expect(readVariable(process.pid, 'PATH')).not.toBeNull()
  expect(readVariable(process.pid, 'PAT')).toBeNull()
  expect(readVariable(0x7fffffff, 'PATH')).toBeNull()
})

test('what ps prints where there is no /proc is understood, without zombies', () => {
  const command = ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart=']
  const rows = parseProcessStatus(execFileSync('ps', command, { encoding: 'utf8' }))
  const { parent, group } = readProcess(process.pid) ?? {}
  expect(rows.find((row) => row.pid === process.pid)).toMatchObject({ parent, group, session: 0 })
  expect(rows.find((row) => row.pid === process.pid)?.startTime).toMatch(/\d\d:\d\d:\d\d \d{4}$/)
  expect(parseProcessStatus('  9   1   9 Z+   Mon Jan  1 00:00:00 2024\n\n')).toEqual([])
})
