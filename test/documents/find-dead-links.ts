import { posix } from 'node:path'
import { anchorsIn, linksIn } from './markdown.ts'

/** Every relative link of the documents that leads to no file, or to no heading of another document. */
export function findDeadLinks(
  documents: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
): readonly string[] {
  const dead: string[] = []
  for (const [path, text] of documents) {
    for (const link of linksIn(text)) {
      if (/^[a-z]+:/.test(link)) continue
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file))
      const found = documents.get(target)
      const isThere = !target.startsWith('..') && exists(target)
      const hasAnchor = anchor === undefined || (found !== undefined && anchorsIn(found).includes(anchor))
      if (!isThere || !hasAnchor) dead.push(`${path}: ${link}`)
    }
  }
  return dead
}
