import { expect, test } from 'vitest'
import { createSystemClock, type TimeSources } from './system-clock.ts'

const never = new AbortController().signal
const day = 24 * 3_600_000

/** A machine whose clock can be set, and that can sleep, while its timers go on only when it is awake. */
function makeMachine() {
  let [calendar, awake] = [5_000, 0]
  const waits: number[] = []
  const pass = (ms: number): void => {
    calendar += ms
    awake += ms
  }
  const sources: TimeSources = {
    calendar: () => calendar,
    awake: () => awake,
    wait: async (ms) => {
      waits.push(ms)
      pass(ms)
    },
  }
  const set = (ms: number): void => void (calendar += ms)
  return { clock: createSystemClock(sources), sources, waits, pass, set }
}

test('now never goes backwards, and goes on when the machine is set back', () => {
  const { clock, pass, set } = makeMachine()
  expect(clock.now()).toBe(5_000)
  set(-9 * day)
  expect(clock.now()).toBe(5_000)
  pass(2_000)
  expect(clock.now()).toBe(7_000)
  set(9 * day)
  pass(1_000)
  expect(clock.now()).toBe(8_000 + 9 * day)
})

test('a clock that is a little slow is believed', () => {
  const { clock, pass, set } = makeMachine()
  for (let hour = 0; hour < 24; hour += 1) {
    pass(3_600_000)
    set(-100)
    clock.now()
  }
  expect(clock.now()).toBe(5_000 + day - 2_400)
})

test('a sleep longer than one timer can hold lasts its whole time', async () => {
  const { clock, waits } = makeMachine()
  await clock.sleep(60 * day, never)
  expect(waits).toEqual([2 ** 31 - 1, 2 ** 31 - 1, 60 * day - 2 * (2 ** 31 - 1)])
  expect(clock.awake()).toBe(60 * day)
})

test('P5: a timer that goes off early, because the process was stopped, is set again for the rest', async () => {
  const { sources, pass } = makeMachine()
  const stopped = [900, 0]
  const clock = createSystemClock({
    ...sources,
    wait: async (ms) => pass(ms - (stopped.shift() ?? 0)),
  })
  await clock.sleep(1_000, never)
  expect(clock.awake()).toBe(1_000)
})

test('P7: a known end of a wait is met although the machine slept', async () => {
  const { clock, set, sources } = makeMachine()
  const waiting = clock.sleepUntil(5_000 + day, never)
  set(day - 60_000)
  await waiting
  expect(clock.now()).toBe(5_000 + day)
  expect(sources.awake()).toBeLessThan(80_000)
})

test('an abort ends a sleep with its reason', async () => {
  const clock = createSystemClock()
  const controller = new AbortController()
  const asleep = [
    clock.sleep(60_000, controller.signal),
    clock.sleepUntil(clock.now() + day, controller.signal),
  ]
  const reason = new Error('enough')
  controller.abort(reason)
  for (const each of asleep) await expect(each).rejects.toBe(reason)
  await expect(clock.sleep(1_000, controller.signal)).rejects.toBe(reason)
  await expect(clock.sleepUntil(0, controller.signal)).rejects.toBe(reason)
})

test('a short sleep and settled resolve in real time', async () => {
  const clock = createSystemClock()
  const before = clock.now()
  await clock.sleep(2, never)
  await clock.sleep(-1, never)
  await clock.sleepUntil(clock.now() + 5, never)
  const order: string[] = []
  const settled = clock.settled().then(() => order.push('settled'))
  await Promise.resolve().then(() => order.push('microtask'))
  await settled
  expect(order).toEqual(['microtask', 'settled'])
  expect(clock.now()).toBeGreaterThanOrEqual(before + 5)
})
