import { expect, test } from 'vitest'
import { formatHost, hostOf, matchesHost, parseHostPattern } from './host-pattern.ts'

function fits(written: string, host: string, port: number): boolean {
  const pattern = parseHostPattern(written)
  if (pattern === null) throw new Error(`${written} is no pattern`)
  return matchesHost(pattern, host, port)
}

test.each([
  ['api.openai.com', 'api.openai.com', 443, true],
  ['api.openai.com', 'api.openai.com', 80, true],
  ['api.openai.com', 'api.openai.com', 22, false],
  ['api.openai.com', 'evil-api.openai.com', 443, false],
  ['api.openai.com', 'api.openai.com.evil.org', 443, false],
  ['API.OpenAI.com', 'api.openai.com', 443, true],
  ['*.github.com', 'a.b.github.com', 443, true],
  ['*.github.com', 'github.com', 443, false],
  ['*.github.com', 'evilgithub.com', 443, false],
  ['llm.corp:8443', 'llm.corp', 8443, true],
  ['llm.corp:8443', 'llm.corp', 443, false],
  ['localhost:11434', 'localhost', 11_434, true],
  ['localhost:11434', '127.0.0.1', 11_434, true],
  ['127.0.0.1:11434', '::1', 11_434, true],
  ['localhost:11434', '127.0.0.1', 11_435, false],
  ['[2001:db8::1]:443', '2001:db8::1', 443, true],
])('P11: %s lets %s at %d be reached: %s', (written, host, port, isLet) => {
  expect(fits(written, host, port)).toBe(isLet)
})

test.each([
  '',
  '*',
  '*.',
  '*.com',
  '*.10.0.0.1',
  'a*.example.com',
  'localhost',
  '127.0.0.1',
  'https://example.com',
  'example.com/path',
  'example.com:0',
  'example.com:65536',
  'example com',
  'user@example.com',
  '127.1',
  '0x7f.0.0.1:80',
  '2130706433:80',
  '-example.com',
  'a..b',
])('%s is no pattern', (written) => {
  expect(parseHostPattern(written)).toBeNull()
})

test('P11: another spelling of a host is the same host, or none', () => {
  expect(hostOf('Example.COM.')).toBe('example.com')
  expect(hostOf('[::1]')).toBe('::1')
  expect(hostOf('127.0.0.1')).toBe('127.0.0.1')
  for (const strange of ['0177.0.0.1', '0x7f000001', '127.1', 'a b', 'a\u0000b', 'ex\u0430mple.com', '[a]']) {
    expect(hostOf(strange), strange).toBeNull()
  }
})

test('a host is told as it would be written', () => {
  expect(formatHost('example.com', 443)).toBe('example.com')
  expect(formatHost('example.com', 22)).toBe('example.com:22')
  expect(formatHost('localhost', 80)).toBe('localhost:80')
  expect(formatHost('::1', 8080)).toBe('[::1]:8080')
})
