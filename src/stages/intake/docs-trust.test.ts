import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseDocsState } from '../../config/docs-state-file.ts'
import { docsStateOf, trustDocs } from './docs-trust.ts'
import { md5 } from './md5.ts'

describe('the MD5 of a text', () => {
  it.each(['', 'abc', 'größe', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'y'.repeat(100_000)])(
    'is that of everybody: %s',
    (text) => {
      expect(md5(text)).toBe(createHash('md5').update(text).digest('hex'))
    },
  )
})

describe('B17: documents are trusted on evidence alone', () => {
  const texts = new Map([
    ['docs/ARCHITECTURE.md', 'rooms'],
    ['docs/FINDINGS.md', 'none'],
  ])
  const state = docsStateOf(texts)

  it('that fits the texts', () => {
    expect(trustDocs(texts, state)).toEqual({
      status: 'trusted',
      trusted: ['docs/ARCHITECTURE.md', 'docs/FINDINGS.md'],
      refresh: ['docs/CODE_STYLE.md'],
    })
  })

  it.each([
    ['no note', null, 'unknown'],
    ['a note of a stale state', { ...state, trust_status: 'stale' as const }, 'stale'],
    ['no fingerprint', { ...state, workspace_fingerprint: '' }, 'unknown'],
    ['placeholders', { ...state, hashes: { 'docs/ARCHITECTURE.md': '<md5>' } }, 'stale'],
    ['the fingerprint of other texts', { ...state, workspace_fingerprint: md5('') }, 'stale'],
    ['a refresh that is due', { ...state, refresh_required: true }, 'stale'],
  ])('not with %s', (_name, note, status) => {
    expect(trustDocs(texts, note)).toMatchObject({ status, trusted: [] })
  })

  it('not after one was changed, and only that one is to be refreshed', () => {
    const changed = new Map([...texts, ['docs/FINDINGS.md', 'one']])
    expect(trustDocs(changed, state)).toEqual({
      status: 'stale',
      trusted: [],
      refresh: ['docs/CODE_STYLE.md', 'docs/FINDINGS.md'],
    })
  })

  it('not when there is none', () => {
    expect(trustDocs(new Map(), docsStateOf(new Map()))).toMatchObject({ status: 'stale', trusted: [] })
  })

  it.each(['{', '- a', 'trust_status: [', ''])('a note that cannot be read says nothing: %s', (text) => {
    expect(trustDocs(texts, parseDocsState(text))).toMatchObject({ trusted: [] })
  })
})
