import type { FoundLine } from '../../kernel/ports/repository.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'

/** More lines of one file than this say nothing new. */
const MOST_IN_A_FILE = 50

/** Longer lines are generated, and cut. */
const LONGEST = 1000

/** The lines of a commit's text files that hold one of the words, found by one git process. */
export async function findLines(
  context: GitContext,
  commit: string,
  words: readonly string[],
): Promise<readonly FoundLine[]> {
  if (words.length === 0) return []
  const options = ['-I', '-F', '-z', '--full-name', '--no-color', `--max-count=${MOST_IN_A_FILE}`]
  const patterns = words.flatMap((word) => ['-e', word])
  const args = ['grep', ...options, ...patterns, commit, '--']
  const { stdout } = await context.git(sharedPlace(context), args, { accept: [1] })
  return stdout.split('\n').flatMap((line) => {
    const cut = line.indexOf('\0')
    if (cut < 0) return []
    return [{ path: line.slice(commit.length + 1, cut), text: line.slice(cut + 1, cut + LONGEST) }]
  })
}
