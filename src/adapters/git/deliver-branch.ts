import type { DeliveryResult } from '../../kernel/ports/repository.ts'
import { forgetDelivery, noteDelivery } from './delivery-intent.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import { readRef } from './move-refs.ts'
import { lastLines } from './run-git.ts'

/** Makes a new branch at a commit. A branch that exists is never moved: it is there already, or it is refused. */
export async function deliverBranch(
  context: GitContext,
  { run, branch, commit }: { readonly run: string; readonly branch: string; readonly commit: string },
): Promise<DeliveryResult> {
  const place = sharedPlace(context)
  const ref = `refs/heads/${branch}`
  const format = await context.git(place, ['check-ref-format', '--branch', branch], { accept: [1, 128] })
  if (format.code !== 0 || format.stdout.trim() !== branch) {
    return { kind: 'refused', reason: `${branch} is no name for a branch: choose another.` }
  }
  const present = await readRef(context, ref)
  if (present === commit) return { kind: 'delivered', branch, commit }
  if (present !== null) {
    const reason = `The branch ${branch} exists and holds another commit (${present.slice(0, 10)}): make another one yourself, with git branch NAME ${commit}.`
    return { kind: 'refused', reason }
  }
  const holder = await checkoutOf(context, ref)
  if (holder !== null) {
    const reason = `${holder} stands on the unborn branch ${branch}: choose another name.`
    return { kind: 'refused', reason }
  }
  await noteDelivery(context, run, ref)
  const why = ['-m', `tutti: delivered by run ${run}`]
  const { code, stderr } = await context.effect('git update-ref', () =>
    context.git(place, ['update-ref', ...why, ref, commit, '0'.repeat(commit.length)], { accept: [1, 128] }),
  )
  await forgetDelivery(context, run)
  if (code === 0) return { kind: 'delivered', branch, commit }
  return { kind: 'refused', reason: `git did not make the branch ${branch}: ${lastLines(stderr)}.` }
}

/** The worktree whose HEAD is attached to a branch. */
async function checkoutOf(context: GitContext, ref: string): Promise<string | null> {
  const { stdout } = await context.git(sharedPlace(context), ['worktree', 'list', '--porcelain', '-z'])
  const worktree = stdout.split('\0\0').find((entry) => entry.split('\0').includes(`branch ${ref}`))
  return worktree?.split('\0')[0]?.replace(/^worktree /, '') ?? null
}
