import { expect, it } from 'vitest'
import { addToWisdomFile } from './wisdom-file.ts'
import type { Wisdom } from './wisdom.ts'

function learning(text: string, evidence = 'T1 proven at abc'): Wisdom {
  return { kind: 'learning', text, evidence, by: 'agent' }
}

it('begins a file, one line for each entry, with its evidence', () => {
  const entries = [
    learning('The parser keeps\nits state.'),
    { ...learning('Not here'), kind: 'issue' } as const,
  ]
  expect(addToWisdomFile(null, 'learning', entries)).toBe(
    '# Learnings\n\n- The parser keeps its state. _(T1 proven at abc)_\n',
  )
})

it('adds below what is there, and leaves that as it is', () => {
  const before = '# Learnings\n\nOurs:\n\n- Old one.\n\n'
  expect(addToWisdomFile(before, 'learning', [learning('New one entirely.', 'e')])).toBe(
    '# Learnings\n\nOurs:\n\n- Old one.\n- New one entirely. _(e)_\n',
  )
})

it('says nothing twice, in almost the same words either', () => {
  const said = 'Always close the file handle after the write or the next test in the suite will hang.'
  const before = addToWisdomFile(null, 'learning', [learning(said)])
  const again = [
    learning(said, 'other evidence'),
    learning('always close the file handle after the write, or the next test in the suite will hang!'),
    learning(`${said} Really.`),
  ]
  expect(addToWisdomFile(before, 'learning', again)).toBe(before)
  const other = learning('Never close the file handle before the write ends.')
  expect(addToWisdomFile(before, 'learning', [...again, other, other]).split('\n')).toHaveLength(5)
})

it('leaves a file alone that has nothing to gain', () => {
  expect(addToWisdomFile('x', 'issue', [learning('y')])).toBe('x')
  expect(addToWisdomFile(null, 'learning', [])).toBe('')
})
