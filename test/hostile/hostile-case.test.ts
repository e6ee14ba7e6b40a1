import { expect, test } from 'vitest'
import { messageIn } from './hostile-case.ts'

const bench = { folder: '/tmp/bench' }

test('one message is found, without the folder of the bench', () => {
  expect(messageIn('run one started\ntutti: /tmp/bench/file is gone; put it back.\n', bench)).toBe(
    '…/file is gone; put it back.',
  )
})

test.each([
  ['no message', 'run one started\n'],
  ['two messages', 'tutti: one\ntutti: two\n'],
  ['a trace', 'tutti: boom\n    at main (file.js:1:2)\n'],
  ['a bug', 'tutti: boom\nThis is a bug in Tutti.\n'],
  ['an escape code', '\u001B[31mtutti:\u001B[39m boom\ntutti: boom\n'],
])('%s is a failure', (_what, stderr) => {
  expect(() => messageIn(stderr, bench)).toThrow()
})
