import { expect, test } from 'vitest'
import { describeJournalPort, sampleEvents } from '../../../../test/ports/journal.suite.ts'
import { createMemoryJournal } from './memory-journal.ts'

describeJournalPort('memory', async () => createMemoryJournal())

test('starts with the events it is given, copied and frozen', async () => {
  const events = sampleEvents(3)
  const journal = createMemoryJournal(events)
  const { events: read } = await journal.read()
  expect(read).toEqual(events)
  expect(read[0]).not.toBe(events[0])
  const note = read[0]?.type === 'step-noted' ? read[0].note : null
  expect(Object.isFrozen(read[0])).toBe(true)
  expect(Object.isFrozen(note)).toBe(true)
})

test('events with a gap are refused at once', () => {
  expect(() => createMemoryJournal(sampleEvents(2, 2))).toThrow('where event 1 belongs')
})

test('a kept value is a frozen copy', () => {
  const value = { list: [1, 2] }
  const stored = createMemoryJournal().keep(value)
  value.list.push(3)
  expect(stored).toEqual({ value: { list: [1, 2] } })
})
