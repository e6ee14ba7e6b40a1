import { afterEach, expect, test, vi } from 'vitest'
import { createSystemClock } from './system-clock.ts'

const never = new AbortController().signal

afterEach(() => {
  vi.useRealTimers()
})

test('now never goes backwards, even when the machine is set back', () => {
  vi.useFakeTimers({ now: 5_000 })
  const clock = createSystemClock()
  expect(clock.now()).toBe(5_000)
  vi.setSystemTime(1_000)
  expect(clock.now()).toBe(5_000)
  vi.setSystemTime(6_000)
  expect(clock.now()).toBe(6_000)
})

test('a sleep longer than one timer can hold lasts its whole time', async () => {
  vi.useFakeTimers()
  const clock = createSystemClock()
  const days = 60 * 24 * 3_600_000
  let awake = false
  const asleep = clock.sleep(days, never).then(() => {
    awake = true
  })
  await vi.advanceTimersByTimeAsync(days - 1)
  expect(awake).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await asleep
  expect(awake).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('an abort ends a sleep with its reason and leaves no timer behind', async () => {
  vi.useFakeTimers()
  const clock = createSystemClock()
  const controller = new AbortController()
  const asleep = clock.sleep(1_000, controller.signal)
  const reason = new Error('enough')
  controller.abort(reason)
  await expect(asleep).rejects.toBe(reason)
  await expect(clock.sleep(1_000, controller.signal)).rejects.toBe(reason)
  expect(vi.getTimerCount()).toBe(0)
})

test('a short sleep and settled resolve in real time', async () => {
  const clock = createSystemClock()
  const before = clock.now()
  await clock.sleep(2, never)
  await clock.sleep(-1, never)
  const order: string[] = []
  const settled = clock.settled().then(() => order.push('settled'))
  await Promise.resolve().then(() => order.push('microtask'))
  await settled
  expect(order).toEqual(['microtask', 'settled'])
  expect(clock.now()).toBeGreaterThanOrEqual(before)
})
