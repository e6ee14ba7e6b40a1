import { describe, expect, it } from 'vitest'
import { nearestWord } from './nearest-word.ts'

const KEYS = ['agent', 'agents', 'verify', 'prepare', 'turn-time', 'stall-time', 'usd']

describe('nearestWord', () => {
  it.each([
    ['verfiy', 'verify'],
    ['verify_', 'verify'],
    ['Verify', 'verify'],
    ['agnet', 'agent'],
    ['agentss', 'agents'],
    ['turnTime', 'turn-time'],
    ['stall_time', 'stall-time'],
    ['preapre', 'prepare'],
    ['us', 'usd'],
  ])('takes %s for %s', (word, meant) => {
    expect(nearestWord(word, KEYS)).toBe(meant)
  })

  it.each(['', 'x', 'parallel', 'very-far-away', 'v'.repeat(100_000)])(
    'suggests nothing for %.20s',
    (word) => {
      expect(nearestWord(word, KEYS)).toBeNull()
    },
  )
})
