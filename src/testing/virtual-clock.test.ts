import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createVirtualClock } from './virtual-clock.ts'

const HOUR = 3_600_000
const never = new AbortController().signal

test('hours pass as soon as nobody can run', async () => {
  const clock = createVirtualClock({ start: 1_000 })
  await clock.sleep(5 * HOUR, never)
  expect(clock.now()).toBe(1_000 + 5 * HOUR)
})

test('sleepers wake by due time, and equal ones in the order in which they fell asleep', async () => {
  const clock = createVirtualClock({ start: 0 })
  const woken: string[] = []
  const sleeper = async (name: string, ms: number): Promise<void> => {
    await clock.sleep(ms, never)
    woken.push(`${name}@${clock.now()}`)
  }
  await Promise.all([
    sleeper('c', 30),
    sleeper('a', 10),
    sleeper('x', 20),
    sleeper('y', 20),
    sleeper('z', 20),
  ])
  expect(woken).toEqual(['a@10', 'x@20', 'y@20', 'z@20', 'c@30'])
})

test('what a woken sleeper sets going comes before the next sleeper, and may sleep in between', async () => {
  const clock = createVirtualClock({ start: 0 })
  const story: string[] = []
  const first = async (): Promise<void> => {
    await clock.sleep(10, never)
    for (let turn = 0; turn < 3; turn++) await clock.settled()
    story.push(`first at ${clock.now()}`)
    await clock.sleep(5, never)
    story.push(`first again at ${clock.now()}`)
  }
  const second = async (): Promise<void> => {
    await clock.sleep(20, never)
    story.push(`second at ${clock.now()}`)
  }
  await Promise.all([first(), second()])
  expect(story).toEqual(['first at 10', 'first again at 15', 'second at 20'])
})

test('time waits for files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tutti-clock-'))
  try {
    const clock = createVirtualClock({ start: 0 })
    const alarm = clock.sleep(1, never).then(() => 'alarm')
    const work = async (): Promise<string> => {
      const file = join(folder, 'large')
      await writeFile(file, Buffer.alloc(8_000_000), { flush: true })
      await readFile(file)
      return 'work'
    }
    expect(await Promise.race([alarm, work()])).toBe('work')
    expect(await alarm).toBe('alarm')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('time waits for a child process', async () => {
  const clock = createVirtualClock({ start: 0 })
  const alarm = clock.sleep(1, never).then(() => 'alarm')
  const child = promisify(execFile)(process.execPath, ['-e', '0']).then(() => 'child')
  expect(await Promise.race([alarm, child])).toBe('child')
  expect(await alarm).toBe('alarm')
})

test('an abort wakes a sleeper with its reason, and time does not jump for it', async () => {
  const clock = createVirtualClock({ start: 0 })
  const controller = new AbortController()
  const asleep = clock.sleep(HOUR, controller.signal)
  const reason = new Error('enough')
  controller.abort(reason)
  await expect(asleep).rejects.toBe(reason)
  await expect(clock.sleep(HOUR, controller.signal)).rejects.toBe(reason)
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(clock.now()).toBe(0)
})

test('advance lets time pass at once, and no sleeper sees it go backwards', async () => {
  const clock = createVirtualClock({ start: 0 })
  const early = clock.sleep(10, never).then(() => clock.now())
  const late = clock.sleep(200, never).then(() => clock.now())
  clock.advance(100)
  expect(clock.now()).toBe(100)
  expect(await early).toBe(100)
  expect(await late).toBe(200)
})
