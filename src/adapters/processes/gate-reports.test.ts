import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readReports } from './gate-reports.ts'

test('P1: tells who is ready and how it ended', async () => {
  const gate = new PassThrough()
  const { ready, ended, beside } = readReports(gate)
  gate.write('ready 4 ')
  gate.write('3\n')
  expect(await ready).toBe(5)
  expect(beside()).toBe(3)
  gate.end('ended 137\n')
  expect(await ended).toEqual({ code: null, signal: 'SIGKILL' })
})

test('P11: somebody who took hold of the gate and talks without end is not listened to', async () => {
  const gate = new PassThrough()
  const { ended } = readReports(gate)
  gate.write('x'.repeat(20_000))
  gate.write('\nended 0\n')
  expect(await ended).toBeNull()
  expect(gate.destroyed).toBe(true)
})
