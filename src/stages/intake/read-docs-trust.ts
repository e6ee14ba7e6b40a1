import type { DocsState } from '../../config/docs-state-file.ts'
import { DOCS_STATE_FILE, docsStateSchema, parseDocsState } from '../../config/docs-state-file.ts'
import type { World } from '../../kernel/ports/world.ts'
import type { DocsTrust } from './docs-trust.ts'
import { PLANNING_DOCS, trustDocs } from './docs-trust.ts'

/** Where the note is kept between runs when the repository does not keep it: most teams ignore that file. */
export const DOCS_STATE_ENTRY = { kind: 'docs-state', key: 'planning' } as const

export interface ReadDocs {
  readonly texts: ReadonlyMap<string, string>
  readonly trust: DocsTrust
}

/** Reads the planning documents of a commit and what is known about them. For use in a recorded step. */
export async function readDocsTrust(
  { repository, store }: Pick<World, 'repository' | 'store'>,
  commit: string,
): Promise<ReadDocs> {
  const texts = new Map<string, string>()
  for (const path of PLANNING_DOCS) {
    const text = await repository.readFile(commit, path)
    if (text !== null && text.trim() !== '') texts.set(path, text)
  }
  const written = await repository.readFile(commit, DOCS_STATE_FILE)
  const state = written === null ? await stored(store) : parseDocsState(written)
  return { texts, trust: trustDocs(texts, state) }
}

async function stored(store: World['store']): Promise<DocsState | null> {
  const entry = await store.read(DOCS_STATE_ENTRY.kind, DOCS_STATE_ENTRY.key)
  const parsed = docsStateSchema.safeParse(entry?.value ?? null)
  return parsed.success ? parsed.data : null
}
