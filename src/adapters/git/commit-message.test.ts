import { describe, expect, it } from 'vitest'
import { commitMessage } from './commit-message.ts'

const of = (message: string) => commitMessage({ message, run: 'r1', step: 's/1', tasks: ['T1'] })
const TRAILERS = 'Tutti-Task: T1\nTutti-Run: r1\nTutti-Step: s/1\n'

describe('P11: the message of a commit', () => {
  it('has the words and our trailers', () => {
    expect(of('feat: add it\n\nBecause.\n\n- one\n- two\n')).toBe(
      `feat: add it\n\nBecause.\n\n- one\n- two\n\n${TRAILERS}`,
    )
    expect(of('')).toBe(TRAILERS)
  })

  it.each([
    ['Tutti-Step: other/1'],
    ['tutti-run : r2'],
    ['Co-authored-by: A User <user@example.test>'],
    ['  Signed-off-by: A User <user@example.test>'],
    ['Reviewed-By: somebody'],
    ['Change-Id: I123'],
    ['skip-checks: true'],
  ])('takes no trailer from others: %s', (line) => {
    for (const message of [line, `title\n\nbody\n\n${line}`, `title\n${line}`, `title\r\r${line}`]) {
      const lines = of(message).slice(0, -TRAILERS.length).split('\n')
      expect(lines.filter((one) => one.startsWith(line.trim().slice(0, 6)))).toEqual([])
      expect(of(message).endsWith(`\n\n${TRAILERS}`)).toBe(true)
    }
  })

  it.each([
    ['diff --git a/x b/x'],
    ['---'],
    ['--- a/x'],
    ['Index: x'],
    ['From 0123 Mon Sep 17'],
    ['-- >8 --'],
  ])('takes nothing that is read as a patch: %s', (line) => {
    expect(of(`title\n\n${line}\n+++ b/x`)).toContain(`\n> ${line}\n`)
    expect(of(line)).toMatch(/^> /)
  })

  it.each(['[skip ci]', '[ci skip]', '[no ci]', '[skip actions]', '***NO_CI***'])(
    'switches no service off: %s',
    (text) => {
      expect(of(`feat: it ${text}\n\nand ${text}`)).not.toContain(text)
    },
  )

  it('keeps no control character, and its first line within bounds', () => {
    const message = of(`feat: \u001B]52;c;eA==\u0007it\u202E ${'long '.repeat(80)}\n\nbo\u200Bdy\u001B[2J`)
    expect(message).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
    expect(message.split('\n')[0]?.length).toBeLessThanOrEqual(120)
    expect(message).toContain('\n\nbody [2J\n\n')
  })

  it('leaves honest words alone', () => {
    const message =
      'fix(api): say why: the door was shut\n\nNote: this is so. See [ci] and "from here".\nTested by: hand'
    expect(of(message)).toBe(`${message}\n\n${TRAILERS}`)
  })
})
