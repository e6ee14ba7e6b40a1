import { Document } from 'yaml'
import { z } from 'zod'
import { RunFailure } from '../kernel/failure.ts'
import { readDocument } from './read-document.ts'

/** Where a team notes which of its documents were checked against the code, and as what. */
export const DOCS_STATE_FILE = 'docs/docs_cache_state.yaml'

/** What is missing or unreadable in it counts as nothing. */
export const docsStateSchema = z.object({
  trust_status: z.enum(['trusted', 'stale', 'unknown']).catch('unknown'),
  refresh_required: z.boolean().catch(false),
  /** By path. */
  hashes: z.record(z.string(), z.string()).catch({}),
  workspace_fingerprint: z.string().catch(''),
})

export type DocsState = z.infer<typeof docsStateSchema>

/** Reads the note; one that cannot be read says nothing, and so earns no trust. */
export function parseDocsState(text: string): DocsState | null {
  try {
    const parsed = docsStateSchema.safeParse(readDocument(text, DOCS_STATE_FILE).value)
    return parsed.success ? parsed.data : null
  } catch (thrown) {
    if (thrown instanceof RunFailure) return null
    throw thrown
  }
}

export function formatDocsState(state: DocsState): string {
  return new Document(state).toString()
}
