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
  const format = '--format=%(refname) %(objectname)'
  const { stdout } = await context.git(sharedPlace(context), ['for-each-ref', format, ...Object.keys(refs)])
  const present = new Map(stdout.split('\n').map((line) => line.split(' ') as [string, string]))
  const lines = Object.entries(refs).flatMap(([ref, commit]) => {
    const old = present.get(ref) ?? '0'.repeat(commit.length)
    return old === commit ? [] : [`update ${ref}\0${commit}\0${old}\0`]
  })
  if (lines.length === 0) return
  await context.effect('git update-ref', () =>
    context.git(sharedPlace(context), ['update-ref', '--stdin', '-z'], { input: lines.join('') }),
  )
}

/** Points a ref of a run's own at a commit, whatever it held. */
export async function keepCommit(context: GitContext, ref: string, commit: string): Promise<void> {
  await context.effect('git update-ref', () =>
    context.git(sharedPlace(context), ['update-ref', '--no-deref', ref, commit]),
  )
}
