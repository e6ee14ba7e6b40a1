import { covers } from '../../plan/write-set.ts'
import { isCodeFile } from './test-file.ts'

/** What is made by a build or comes from elsewhere, and may well be ignored although it is there. */
const made = /(?:^|\/)(?:dist|build|out|coverage|vendor|generated|__generated__|tmp|temp|cache)\//

/**
 * The first file of the base that a change of a `.gitignore` has checkers leave out that ask git; those of git itself
 * are not touched by it, so that nothing else can be meant.
 */
export function hiddenByGit(
  path: string,
  before: string | null,
  after: string | null,
  paths: ReadonlySet<string>,
): string | null {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()))
  const lines = (after ?? '').split('\n').map((line) => line.trim())
  const shown = lines.filter((line) => line.startsWith('!')).flatMap((line) => globsOf(folder, line.slice(1)))
  const hides = lines
    .filter((line) => line !== '' && !/^[#!]/.test(line) && !known.has(line))
    .flatMap((line) => globsOf(folder, line))
  if (hides.length === 0) return null
  return (
    [...paths].find(
      (each) => isCodeFile(each) && !made.test(each) && covers(hides, each) && !covers(shown, each),
    ) ?? null
  )
}

/** A pattern of git as one that is anchored at the root of the repository. */
function globsOf(folder: string, line: string): readonly string[] {
  const bare = line.replace(/\/+$/, '')
  const place = bare.includes('/') ? bare.replace(/^\//, '') : `**/${bare}`
  return [`${folder}${place}`, `${folder}${place}/**`]
}
