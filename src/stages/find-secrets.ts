import type { ChangedFile } from '../kernel/ports/repository.ts'
import type { FoundSecret } from '../kernel/ports/secrets.ts'
import type { World } from '../kernel/ports/world.ts'

/** So much is looked at at once; each part goes on into the next by more than the longest key takes. */
const PART_BYTES = 1_000_000
const OVERLAP_BYTES = 32_000

/**
 * The secrets that a change brings in. A file that is no text, or too large to be compared as one, is looked through
 * for what stands in it in plain letters, also where each letter takes two bytes.
 */
export async function findSecrets(
  { repository, secrets }: Pick<World, 'repository' | 'secrets'>,
  {
    base,
    head,
    files,
  }: { readonly base: string; readonly head: string; readonly files: readonly ChangedFile[] },
): Promise<readonly FoundSecret[]> {
  const inLetters = async (commit: string, path: string): Promise<ReadonlyMap<string, FoundSecret>> => {
    const bytes = (await repository.readBytes(commit, path)) ?? new Uint8Array()
    const found = new Map<string, FoundSecret>()
    let above = 0
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const after = lettersOf(bytes.subarray(at, at + PART_BYTES + OVERLAP_BYTES))
      for (const secret of await secrets.find([{ path, kind: 'modified', before: null, after }])) {
        if (!found.has(secret.id)) found.set(secret.id, { ...secret, line: above + secret.line })
      }
      above += newlinesIn(bytes.subarray(at, at + PART_BYTES))
    }
    return found
  }
  const found = [...(await secrets.find(files))]
  for (const { path, kind, after, entry } of files) {
    if (kind === 'deleted' || after !== null || entry !== undefined) continue
    const now = await inLetters(head, path)
    const before = now.size === 0 || kind === 'added' ? new Map() : await inLetters(base, path)
    found.push(...[...now.values()].filter(({ id }) => !before.has(id)))
  }
  return found
}

function lettersOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes).replaceAll('\0', '')
}

function newlinesIn(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte === 10) count += 1
  return count
}
