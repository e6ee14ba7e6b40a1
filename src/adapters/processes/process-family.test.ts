import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { followFamily } from './process-family.ts'
import { readProcess } from './process-table.ts'
import type { ProcessRow } from './process-table.ts'

const nobody = { name: 'TUTTI_LAUNCH', value: 'nobody has this' }
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) process.kill(-(child.pid ?? 0), 'SIGKILL')
})

test('a leader is followed with its group and its descendants', async () => {
  const leader = await start('sleep 1000 & setsid env -i sh -c "echo up; exec sleep 1000" & wait')
  const members = followFamily({ leaders: [leader], variable: nobody }).look()
  const [apart, ...others] = members.filter((member) => member.session !== leader.pid)
  expect(members).toHaveLength(3)
  expect(others).toEqual([])
  process.kill(apart?.pid ?? 0, 'SIGKILL')
})

test('a stranger that was given the number of a leader is left alone, with its group', async () => {
  const stranger = await start('sleep 1000 & echo up; wait')
  const family = followFamily({ leaders: [{ pid: stranger.pid, startTime: '1' }], variable: nobody })
  expect(family.look()).toEqual([])
  family.noteLeaderEnded(stranger.pid)
  expect(family.look()).toEqual([])
})

test('this process and its ancestors are never members, whatever their environment says', () => {
  const path = { name: 'PATH', value: process.env['PATH'] ?? '' }
  const members = followFamily({ leaders: [], variable: path }).look()
  expect(members.map((member) => member.pid)).not.toContain(process.pid)
  expect(members.map((member) => member.pid)).not.toContain(process.ppid)
})

async function start(script: string): Promise<ProcessRow> {
  const child = spawn('sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(child)
  await once(child.stdout, 'data')
  const row = readProcess(child.pid ?? 0)
  if (row === null) throw new Error('it has gone')
  return row
}
