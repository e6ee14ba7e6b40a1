import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { identify, identifySelf, standing } from './process-identity.ts'
import type { ProcessIdentity } from './process-identity.ts'

const started: number[] = []

afterEach(() => {
  for (const pid of started.splice(0)) process.kill(pid, 'SIGKILL')
})

test('this process is alive, and its identity survives JSON', () => {
  const self = identifySelf()
  expect(self.pid).toBe(process.pid)
  expect(standing(JSON.parse(JSON.stringify(self)) as ProcessIdentity)).toBe('alive')
})

test('a process that has ended is dead, and has no identity any more', async () => {
  const child = spawn('sleep', ['1000'])
  await once(child, 'spawn')
  const identity = identify(child.pid ?? 0)
  expect(identity && standing(identity)).toBe('alive')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(identity && standing(identity)).toBe('dead')
  expect(identify(child.pid ?? 0)).toBeNull()
})

test('a zombie is dead', async () => {
  const parent = spawn('sh', ['-c', 'sh -c "echo \\$\\$; exec sleep 0" & exec sleep 1000'])
  await once(parent, 'spawn')
  started.push(parent.pid ?? 0)
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const zombie = Number(String(line))
  await expect.poll(() => identify(zombie), { timeout: 10_000 }).toBeNull()
  expect(process.kill(zombie, 0)).toBe(true)
})

test('a process with the same number and another start time is another process', () => {
  expect(standing({ ...identifySelf(), startTime: '1' })).toBe('dead')
})

test('after a boot all processes of this host are dead', () => {
  expect(standing({ ...identifySelf(), bootId: 'an earlier boot' })).toBe('dead')
})

test('another host and another pid namespace cannot be judged from here', () => {
  const self = identifySelf()
  expect(standing({ ...self, host: 'elsewhere', bootId: 'its own' })).toBe('foreign')
  expect(standing({ ...self, pidNamespace: 'pid:[1]' })).toBe('foreign')
})

test('a host that was given another name while up is still this host', () => {
  expect(standing({ ...identifySelf(), host: 'its-old-name' })).toBe('alive')
})
