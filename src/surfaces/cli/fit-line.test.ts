import { expect, it } from 'vitest'
import { fitLine } from './fit-line.ts'

it('cuts letters and keeps colours', () => {
  expect(fitLine('plain text', 5)).toEqual({ text: 'plain', cells: 5 })
  expect(fitLine('a\u001B[1mbold\u001B[22m end', 3)).toEqual({ text: 'a\u001B[1mbo\u001B[22m', cells: 3 })
  expect(fitLine('short', 80)).toEqual({ text: 'short', cells: 5 })
  expect(fitLine('', 80)).toEqual({ text: '', cells: 0 })
})

it('counts cells, not letters', () => {
  expect(fitLine('日本語', 4)).toEqual({ text: '日本', cells: 4 })
  expect(fitLine('日本語', 5)).toEqual({ text: '日本', cells: 4 })
  expect(fitLine('cafe\u0301s', 5)).toEqual({ text: 'cafe\u0301s', cells: 5 })
  expect(fitLine('🎺🎺', 3)).toEqual({ text: '🎺', cells: 2 })
})
