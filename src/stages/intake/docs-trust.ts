import type { DocsState } from '../../config/docs-state-file.ts'
import { md5 } from './md5.ts'

/** The documents about a repository that a planner may rely on once they are known to be true. */
export const PLANNING_DOCS = ['docs/ARCHITECTURE.md', 'docs/CODE_STYLE.md', 'docs/FINDINGS.md'] as const

export type DocsTrust = {
  readonly status: 'trusted' | 'stale' | 'unknown'
  /** Documents that are there and are just as they were when they were checked. */
  readonly trusted: readonly string[]
  /** Documents that are missing, or are not as they were checked. */
  readonly refresh: readonly string[]
}

/**
 * Which documents can be relied on. Contract: only evidence makes one trusted: the note says so, asks for no
 * refresh, and its hashes and fingerprint are those of the texts.
 */
export function trustDocs(texts: ReadonlyMap<string, string>, state: DocsState | null): DocsTrust {
  const present = PLANNING_DOCS.filter((path) => texts.has(path))
  const absent = PLANNING_DOCS.filter((path) => !texts.has(path))
  if (state === null || state.trust_status !== 'trusted' || state.workspace_fingerprint === '') {
    const status = state?.trust_status === 'stale' ? 'stale' : 'unknown'
    return { status, trusted: [], refresh: [...PLANNING_DOCS] }
  }
  const fitting = present.filter((path) => state.hashes[path] === md5(texts.get(path) ?? ''))
  const isWhole = state.workspace_fingerprint === docsFingerprint(texts) && !state.refresh_required
  if (isWhole && fitting.length === present.length && present.length > 0) {
    return { status: 'trusted', trusted: present, refresh: absent }
  }
  const changed = present.filter((path) => !fitting.includes(path))
  return {
    status: 'stale',
    trusted: [],
    refresh: state.refresh_required ? [...PLANNING_DOCS] : [...absent, ...changed],
  }
}

/** What the note must say for these texts. */
export function docsStateOf(texts: ReadonlyMap<string, string>): DocsState {
  return {
    trust_status: 'trusted',
    refresh_required: false,
    hashes: Object.fromEntries(hashesOf(texts)),
    workspace_fingerprint: docsFingerprint(texts),
  }
}

/** The MD5 of the sorted lines `path:md5` of the documents. */
export function docsFingerprint(texts: ReadonlyMap<string, string>): string {
  return md5(
    hashesOf(texts)
      .map(([path, hash]) => `${path}:${hash}`)
      .toSorted()
      .join('\n'),
  )
}

function hashesOf(texts: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return PLANNING_DOCS.flatMap((path) => {
    const text = texts.get(path)
    return text === undefined ? [] : [[path, md5(text)] as const]
  })
}
