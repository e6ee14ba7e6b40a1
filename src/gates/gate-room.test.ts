import { expect, it } from 'vitest'
import { deferred } from '../kernel/deferred.ts'
import { GateRoom } from './gate-room.ts'

/** Enters the room, says so, and stays until it is let go. */
function visit(room: GateRoom, name: string, story: string[], exclusive = false) {
  const leave = deferred<void>()
  const gone = room.with(async ({ id }) => {
    story.push(`${name} in ${id}`)
    await leave.promise
    story.push(`${name} out`)
  }, exclusive)
  return async (): Promise<void> => {
    leave.resolve()
    await gone
    await settled()
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('lets in as many as there are places, the others in the order in which they came', async () => {
  const room = new GateRoom(2)
  const story: string[] = []
  const [endA, endB, endC] = ['a', 'b', 'c'].map((name) => visit(room, name, story))
  await settled()
  expect(story).toEqual(['a in gate-2', 'b in gate-1'])
  await endB?.()
  expect(story).toEqual(['a in gate-2', 'b in gate-1', 'b out', 'c in gate-1'])
  await endA?.()
  await endC?.()
})

it('lets exclusive work in alone, and nobody overtakes it', async () => {
  const room = new GateRoom(2)
  const story: string[] = []
  const endA = visit(room, 'a', story)
  const endB = visit(room, 'b', story, true)
  const endC = visit(room, 'c', story)
  await settled()
  expect(story).toEqual(['a in gate-2'])
  await endA()
  expect(story.slice(1)).toEqual(['a out', expect.stringMatching(/^b in/)])
  await endB()
  expect(story.slice(3)).toEqual(['b out', expect.stringMatching(/^c in/)])
  await endC()
})

it('frees a place whose work has failed', async () => {
  const room = new GateRoom(1)
  await expect(room.with(() => Promise.reject(new Error('no')), true)).rejects.toThrow('no')
  await expect(room.with(async ({ id }) => id)).resolves.toBe('gate-1')
})
