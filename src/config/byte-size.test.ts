import { expect, test } from 'vitest'
import { formatByteSize, parseByteSize } from './byte-size.ts'

test.each([
  ['1KB', 1024],
  ['512MB', 536_870_912],
  ['8GB', 8_589_934_592],
])('%s is %d bytes, and is written so', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes)
  expect(formatByteSize(bytes)).toBe(text)
})

test.each(['', '0MB', '1.5GB', '8G', '8 GB', '8gb', '-1MB', '12345678KB'])('"%s" is no size', (text) => {
  expect(parseByteSize(text)).toBeNull()
})
