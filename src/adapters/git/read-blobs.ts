import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import { requireGenuine } from './verify-objects.ts'

/** Larger files are not read. */
const MOST_BYTES = 1_000_000

/** Nor are more than these bytes read at once. */
const MOST_BYTES_TOGETHER = 64_000_000

/** What a look decides on whether a file is text, as git itself does it. */
const SNIFFED_BYTES = 8000

/** The texts of stored files by their ids, in two git processes however many there are; what is no text is left out. */
export async function readBlobs(
  context: GitContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = await readableOf(context, [...new Set(ids)])
  if (wanted.length === 0) return new Map()
  const { bytes } = await context.git(sharedPlace(context), ['cat-file', '--batch'], { input: lines(wanted) })
  const texts = new Map<string, string>()
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at)
    const [id = '', type = '', size = '0'] = bytes.toString('latin1', at, end).split(' ')
    const content = bytes.subarray(end + 1, end + 1 + Number(size))
    requireGenuine(id, type, content)
    const text = decode(content)
    if (text !== null) texts.set(id, text)
    at = end + 2 + Number(size)
  }
  return texts
}

/** Those that are files of a size that may be read. */
async function readableOf(context: GitContext, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const check = ['cat-file', '--batch-check']
  const { stdout } = await context.git(sharedPlace(context), check, { input: lines(ids) })
  let together = 0
  return stdout.split('\n').flatMap((line) => {
    const [id = '', type, size = '0'] = line.split(' ')
    if (type !== 'blob' || Number(size) > MOST_BYTES || together + Number(size) > MOST_BYTES_TOGETHER) {
      return []
    }
    together += Number(size)
    return [id]
  })
}

function lines(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join('')
}

function decode(bytes: Buffer): string | null {
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
