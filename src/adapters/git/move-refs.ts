import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'

/** The commit a ref holds now, or `null`. */
export async function readRef(context: GitContext, ref: string): Promise<string | null> {
  const asked = ['rev-parse', '--verify', '--quiet', ref]
  const { code, stdout } = await context.git(sharedPlace(context), asked, { accept: [1, 128] })
  return code === 0 ? stdout.trim() : null
}

/** Points refs at commits, all or none, each compared with what it held a moment before. */
export async function moveRefs(context: GitContext, refs: Readonly<Record<string, string>>): Promise<void> {
  const lines: string[] = []
  for (const [ref, commit] of Object.entries(refs)) {
    const present = await readRef(context, ref)
    if (present !== commit) lines.push(`update ${ref}\0${commit}\0${present ?? '0'.repeat(commit.length)}\0`)
  }
  if (lines.length === 0) return
  await context.effect('git update-ref', () =>
    context.git(sharedPlace(context), ['update-ref', '--stdin', '-z'], { input: lines.join('') }),
  )
}
