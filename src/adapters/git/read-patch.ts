import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'

/** Neither the user's taste in diffs nor the version of git is to be seen in a patch. */
const PLAINLY = [
  '--stdout',
  '--binary',
  '--full-index',
  '--no-signature',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--no-attach',
  '--no-thread',
  '--no-cover-letter',
  '--no-notes',
  '--no-color',
  '--no-relative',
  '--subject-prefix=PATCH',
  '--numbered',
  '--diff-algorithm=myers',
  '--unified=3',
  '--src-prefix=a/',
  '--dst-prefix=b/',
]

/** A mailbox that is larger is of no use to anybody. */
const MOST_BYTES = 256 * 1024 ** 2

/** A line of commits as one mailbox; `null`: it is too large. Contract: the same commits give the same bytes. */
export async function readPatch(context: GitContext, from: string, to: string): Promise<Uint8Array | null> {
  const settings = ['-c', 'format.pretty=email', '-c', 'format.headers=']
  const args = [...settings, 'format-patch', ...PLAINLY, `${from}..${to}`]
  const { bytes, isCut } = await context.git(sharedPlace(context), args, { most: MOST_BYTES })
  return isCut ? null : bytes
}
