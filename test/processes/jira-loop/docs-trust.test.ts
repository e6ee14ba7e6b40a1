import { expect, test } from 'vitest'
import { docsStateOf, trustDocs } from '../../../src/stages/intake/docs-trust.ts'

const texts = new Map([
  ['docs/ARCHITECTURE.md', 'parts\n'],
  ['docs/CODE_STYLE.md', 'names\n'],
  ['docs/FINDINGS.md', 'traps\n'],
])
const state = docsStateOf(texts)
const changed = new Map([...texts, ['docs/FINDINGS.md', 'other traps\n']])
const missing = new Map([...texts].slice(0, 2))

test.each([
  ['B17: all of it fits', texts, state, 'trusted', []],
  ['B17: there is no note', texts, null, 'unknown', [...texts.keys()]],
  [
    'B17: the note has no fingerprint',
    texts,
    { ...state, workspace_fingerprint: '' },
    'unknown',
    [...texts.keys()],
  ],
  [
    'B17: hashes are placeholders',
    texts,
    { ...state, hashes: { 'docs/FINDINGS.md': 'TBD' } },
    'stale',
    [...texts.keys()],
  ],
  ['B17: a refresh is required', texts, { ...state, refresh_required: true }, 'stale', [...texts.keys()]],
  [
    'B17: it says that it is stale',
    texts,
    { ...state, trust_status: 'stale' as const },
    'stale',
    [...texts.keys()],
  ],
  ['B17: only what has changed is refreshed', changed, state, 'stale', ['docs/FINDINGS.md']],
  ['B17: only what is missing is refreshed', missing, docsStateOf(missing), 'trusted', ['docs/FINDINGS.md']],
])('%s', (_, of, note, status, refresh) => {
  const trust = trustDocs(of, note)
  expect([trust.status, trust.refresh]).toEqual([status, refresh])
})
