import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'

export interface ReflogEntry {
  readonly before: string
  readonly after: string
  readonly email: string
  /** What git was doing; empty when it did not say. */
  readonly reason: string
}

const LINE = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^<]*<([^>]*)>[^\t]*\t?(.*)$/

/** Who moved a ref, oldest first; empty when git keeps no log of it (or keeps it in another format). */
export async function readReflog(context: GitContext, ref: string): Promise<readonly ReflogEntry[]> {
  const text = await readFile(join(context.commonDir, 'logs', ref), 'utf8').catch(whenGone(''))
  return text.split('\n').flatMap((line) => {
    const [, before, after, email, reason = ''] = LINE.exec(line) ?? []
    return before && after && email !== undefined ? [{ before, after, email, reason }] : []
  })
}
