import { expect, it } from 'vitest'
import { isOutcome, RunFailure, toRunFailure } from './failure.ts'

const codes =
  'ENOSPC EDQUOT EFBIG EIO EROFS EACCES EPERM EMFILE ENFILE ENOMEM EAGAIN EBUSY ETXTBSY ESTALE ENOTCONN ENODEV ERR_STRING_TOO_LONG'.split(
    ' ',
  )

it.each(codes)(
  'P1: %s from any place is trouble of the machine, with its cause, and can be resumed',
  (code) => {
    const error = Object.assign(new Error(`${code}: words, open '/x'`), { code })
    const failure = toRunFailure(error)
    expect(failure.code).toBe('workspace-failed')
    expect(isOutcome(failure.failure)).toBe(false)
    expect(failure.message).toContain(`then resume (${code}: words, open '/x').`)
    expect(failure.message).not.toMatch(/undefined|null/)
    expect(failure.cause).toBe(error)
  },
)

it('P1: memory that is not there is trouble of the machine too', () => {
  expect(toRunFailure(new RangeError('Array buffer allocation failed')).code).toBe('workspace-failed')
})

it.each(['ENOENT', 'ENOTDIR'])('P1: a folder for temporary files that is not there (%s) is, too', (code) => {
  const error = Object.assign(new Error(`${code}: words, mkdtemp '/x'`), { code, syscall: 'mkdtemp' })
  expect(toRunFailure(error)).toMatchObject({
    code: 'workspace-failed',
    message: expect.stringContaining('TMPDIR'),
  })
})

it('what nobody foresaw is a bug that keeps its cause', () => {
  const strangers = [
    new TypeError('x is not a function'),
    Object.assign(new Error('gone'), { code: 'ENOENT' }),
    'words',
  ]
  for (const stranger of strangers) {
    const failure = toRunFailure(stranger)
    expect(failure.failure).toMatchObject({
      code: 'bug',
      trace: expect.stringMatching(/function|gone|words/),
    })
    expect(failure.cause).toBe(stranger)
  }
  const known = new RunFailure({ code: 'cancelled', message: '' })
  expect(toRunFailure(known)).toBe(known)
})
