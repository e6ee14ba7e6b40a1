import { expect, it } from 'vitest'
import { parseAgentCommand } from './parse-agent-command.ts'

it.each([
  ['goose acp', ['goose', 'acp']],
  ["  goose\tacp --with 'x y' ", ['goose', 'acp', '--with', 'x y']],
  [String.raw`a "b \"c\" \d" e\ f`, ['a', String.raw`b "c" \d`, 'e f']],
  [`a '' "" b''c`, ['a', '', '', 'bc']],
  [String.raw`'a\b' $HOME *`, [String.raw`a\b`, '$HOME', '*']],
])('splits %j', (line, argv) => {
  expect(parseAgentCommand(line)).toEqual(argv)
})

it.each([
  ['', 'names no program'],
  ['   ', 'names no program'],
  [`'' acp`, 'names no program'],
  [`goose 'acp`, "has a ' that is never closed"],
  ['goose "acp', 'has a " that is never closed'],
  ['goose \\', 'ends with a backslash'],
])('refuses %j because it %s', (line, problem) => {
  expect(() => parseAgentCommand(line)).toThrow(
    expect.objectContaining({ code: 'bad-input', message: expect.stringContaining(problem) }),
  )
})
