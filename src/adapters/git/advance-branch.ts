import type { AdvanceRequest, AdvanceResult, CheckoutFacts } from '../../kernel/ports/repository.ts'
import { forgetAdvance, noteAdvance, wasBegun } from './advance-intent.ts'
import { findInTheWay } from './find-in-the-way.ts'
import { findStrangers } from './find-strangers.ts'
import type { GitContext } from './git-context.ts'
import { checkoutPlace } from './git-context.ts'
import { isAncestor } from './merge-commits.ts'
import { lastLines } from './run-git.ts'

const UNDER_WAY = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']
const MOST_NAMED = 5

/** Moves the user's branch and the files of the checkout that stands on it, or says why not. */
export async function advanceBranch(
  context: GitContext,
  request: AdvanceRequest,
  look: () => Promise<CheckoutFacts>,
): Promise<AdvanceResult> {
  const begun = await wasBegun(context, request)
  const { branch, to } = request
  const checkout = await look()
  if (checkout.branch === branch && checkout.head === to && (begun || checkout.dirty.length === 0)) {
    await forgetAdvance(context, request.run)
    return { kind: 'advanced' }
  }
  const trouble = begun
    ? await whyNotOn(context, request, checkout)
    : await whyNot(context, request, checkout)
  if (trouble !== null) {
    if (begun) await forgetAdvance(context, request.run)
    return { kind: 'refused', reason: trouble }
  }
  if (!begun) await noteAdvance(context, request)
  return (await moveFiles(context, request, begun)) ?? moveBranch(context, request)
}

/** A checkout in which nobody else's work can be touched. */
async function whyNot(
  context: GitContext,
  request: AdvanceRequest,
  checkout: CheckoutFacts,
): Promise<string | null> {
  const { branch, from, to } = request
  const elsewhere = standsElsewhere(request, checkout)
  if (elsewhere !== null) return elsewhere
  if (checkout.dirty.length > 0) {
    return `Your checkout has changes that are not committed (${named(checkout.dirty)}): commit or stash them, then git merge ${to}.`
  }
  for (const name of UNDER_WAY) {
    if (await isThere(context, name))
      return `Your checkout is in the middle of something (${name}): finish it, then git merge ${to}.`
  }
  const inTheWay = await findInTheWay(context, request)
  if (inTheWay !== null)
    return `${inTheWay} is in the way in your checkout, where git ignores it: move it, then git merge ${to}.`
  if (await isAncestor(context, from, to)) return null
  return `${branch} has commits that the work does not stand on: merge it yourself, with git merge ${to}.`
}

/** After a crash: the checkout was clean when it began, so what is not ours now is somebody's since. */
async function whyNotOn(
  context: GitContext,
  request: AdvanceRequest,
  checkout: CheckoutFacts,
): Promise<string | null> {
  const elsewhere = standsElsewhere(request, checkout)
  if (elsewhere !== null) return elsewhere
  const strangers = await findStrangers(context, request, checkout.dirty)
  if (strangers.length === 0) return null
  return `${request.branch} was being moved when the run was cut off, and ${named(strangers)} changed since: put your changes aside, then git reset --hard ${request.to} brings the rest.`
}

function standsElsewhere({ branch, from, to }: AdvanceRequest, checkout: CheckoutFacts): string | null {
  if (checkout.branch !== branch)
    return `Your checkout stands on ${checkout.branch ?? 'no branch'} now: git switch ${branch}, then git merge ${to}.`
  if (checkout.head !== from)
    return `${branch} has moved on to ${checkout.head.slice(0, 10)} meanwhile: merge it yourself, with git merge ${to}.`
  return null
}

async function moveFiles(
  context: GitContext,
  { run, from, to }: AdvanceRequest,
  begun: boolean,
): Promise<AdvanceResult | null> {
  const place = checkoutPlace(context)
  const how = begun ? ['--reset', '-u', to] : ['-m', '-u', from, to]
  const { code, stderr } = await context.effect('git read-tree', async () => {
    await context.git(place, ['update-index', '-q', '--refresh'], { accept: [1, 128] })
    return context.git(place, ['read-tree', ...how], { accept: [128] })
  })
  if (code === 0) return null
  await forgetAdvance(context, run)
  return { kind: 'refused', reason: `git did not move the files of your checkout: ${lastLines(stderr)}.` }
}

async function moveBranch(
  context: GitContext,
  { run, branch, from, to }: AdvanceRequest,
): Promise<AdvanceResult> {
  const why = ['-m', `tutti: moved by run ${run}`]
  const args = ['update-ref', ...why, `refs/heads/${branch}`, to, from]
  await context.effect('git update-ref', () => context.git(checkoutPlace(context), args))
  await forgetAdvance(context, run)
  return { kind: 'advanced' }
}

async function isThere(context: GitContext, name: string): Promise<boolean> {
  const asked = ['rev-parse', '--verify', '--quiet', name]
  return (await context.git(checkoutPlace(context), asked, { accept: [1, 128] })).code === 0
}

function named(paths: readonly string[]): string {
  const more = paths.length > MOST_NAMED ? ', …' : ''
  return `${paths.slice(0, MOST_NAMED).join(', ')}${more}`
}
