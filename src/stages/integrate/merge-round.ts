import type { Verdict } from '../../gates/verdict.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Task } from '../../plan/plan.ts'
import { findPartner } from './find-partner.ts'
import type { Integration, IntegrationLine, LandedLink, Link, Prove, Submission } from './integration.ts'
import type { Merge } from './merge.ts'
import { merge } from './merge.ts'
import { mergeMessage } from './merge-message.ts'

/** What a commit of the line says about the tasks in it. */
export type MessageOf = (tasks: readonly Task[]) => string

export interface RoundJob {
  readonly prove: Prove
  /** Without it their titles as they are. */
  readonly messageOf?: MessageOf
}

/**
 * Merges a batch onto the line and proves it once, as a whole. When that fails, halving finds the first task that
 * breaks what was proven before it: those before it land, it is sent back, and who comes after it is not judged.
 * The line moves only to a commit whose tree has been proven. Each is answered as soon as its fate is known, and
 * who is not answered must ask again. What has landed is added to the past before anybody hears of it.
 */
export async function playRound(
  run: Run,
  { prove, messageOf = mergeMessage }: RoundJob,
  line: IntegrationLine,
  past: LandedLink[],
  batch: readonly Submission[],
  answer: (key: string, integration: Integration) => void,
): Promise<void> {
  const { links, refused } = await chainUp(run, messageOf, line.head, past, batch)
  const { proven, red } = await findProven(run, prove, line, links)
  const landed = await land(run, messageOf, line, links.slice(0, proven))
  past.push(...landed)
  for (const { key, landed: commit } of landed) answer(key, { kind: 'integrated', commit })
  for (const [key, refusalOf] of refused) answer(key, refusalOf)
  const culprit = links[proven]
  if (culprit !== undefined && red !== null) {
    const others = since(past, culprit.base)
    const commit = await onLine(run, messageOf, line, culprit, landed.length > 0)
    // Tests that are gone are missed only beside the line, where the culprit alone can have hidden them.
    const partner = red.cause === 'vanished-tests' ? [] : await findPartner(run, prove, culprit, others)
    answer(culprit.key, { kind: 'not-proven', verdict: { ...red, commit }, with: partner })
  }
}

/** Merges one on top of the other; only with the line itself is a conflict one that the task must solve. */
async function chainUp(
  run: Run,
  messageOf: MessageOf,
  head: string,
  past: readonly LandedLink[],
  batch: readonly Submission[],
): Promise<{ readonly links: readonly Link[]; readonly refused: ReadonlyMap<string, Integration> }> {
  const links: Link[] = []
  const refused = new Map<string, Integration>()
  for (const { task, commit: theirs, key } of batch) {
    const ours = links.at(-1)?.commit ?? head
    const order = { ours, theirs, message: messageOf([task]), tasks: [task.id] }
    const merged = await merge(run, `merge-${task.id}`, order)
    if (merged.kind === 'merged') links.push({ ...merged, task, key, ours, theirs })
    else if (links.length === 0) refused.set(key, await refusal(run, task.id, merged, past))
  }
  return { links, refused }
}

async function refusal(
  run: Run,
  task: string,
  { kind, paths, files, message, base }: Exclude<Merge, { kind: 'merged' }>,
  past: readonly LandedLink[],
): Promise<Integration> {
  const others = await whoTouched(run, `others-of-${task}`, paths, since(past, base))
  return kind === 'conflict' ? { kind, paths, files, with: others } : { kind, problem: message, with: others }
}

/** The tasks that changed any of these paths when they landed. */
function whoTouched(
  run: Run,
  name: string,
  paths: readonly string[],
  links: readonly LandedLink[],
): Promise<readonly string[]> {
  const landed = links.map(({ task, ours, commit }) => ({ task: task.id, ours, commit }))
  return run.step<string[]>(name, {
    kind: 'repository',
    input: { paths, landed },
    execute: async ({ world: { repository } }) => {
      const tasks: string[] = []
      for (const { task, ours, commit } of landed) {
        const changes = await repository.changes(ours, commit)
        if (changes.some(({ path }) => paths.includes(path))) tasks.push(task)
      }
      return tasks
    },
  })
}

/** How many links from the first are proven, and the verdict on the one after them. */
async function findProven(
  run: Run,
  prove: Prove,
  line: IntegrationLine,
  links: readonly Link[],
): Promise<{ readonly proven: number; readonly red: Verdict | null }> {
  const judge = async (link: Link | undefined): Promise<Verdict | null> =>
    link === undefined ? null : prove(run, `verify-${link.task.id}`, link.commit, link.tree, { ...line })
  let red = await judge(links.at(-1))
  if (red === null || red.status === 'passed') return { proven: links.length, red: null }
  let proven = 0
  for (let failing = links.length; failing - proven > 1;) {
    const middle = (proven + failing) >> 1
    const verdict = await judge(links[middle - 1])
    if (verdict === null || verdict.status === 'passed') proven = middle
    else {
      failing = middle
      red = verdict
    }
  }
  return { proven, red }
}

/** One task lands as the commit that it was merged by, several as one commit that names them all. */
async function land(
  run: Run,
  messageOf: MessageOf,
  line: IntegrationLine,
  links: readonly Link[],
): Promise<readonly LandedLink[]> {
  const last = links.at(-1)
  if (last === undefined) return []
  const head = links.length === 1 ? last.commit : await foldUp(run, messageOf, line.head, links, last)
  line.head = head
  line.tree = last.tree
  return links.map((link) => ({ ...link, landed: head }))
}

async function foldUp(
  run: Run,
  messageOf: MessageOf,
  ours: string,
  links: readonly Link[],
  last: Link,
): Promise<string> {
  const tasks = links.map(({ task }) => task)
  const message = messageOf(tasks)
  const folded = await merge(run, 'land', {
    ours,
    theirs: last.commit,
    base: ours,
    message,
    tasks: tasks.map(({ id }) => id),
  })
  if (folded.kind === 'merged' && folded.tree === last.tree) return folded.commit
  throw new Error(`The tasks ${tasks.map(({ id }) => id).join(', ')} cannot land as they were proven.`)
}

/** The same files on top of the commit that has landed, for the task to go on from. */
async function onLine(
  run: Run,
  messageOf: MessageOf,
  line: IntegrationLine,
  culprit: Link,
  hasMoved: boolean,
): Promise<string> {
  if (!hasMoved) return culprit.commit
  const { task, theirs, base } = culprit
  const order = { ours: line.head, theirs, base, message: messageOf([task]), tasks: [task.id] }
  const merged = await merge(run, 'sent-back', order)
  return merged.kind === 'merged' ? merged.commit : culprit.commit
}

/** What has landed since a commit of the line. */
function since(past: readonly LandedLink[], base: string | null): readonly LandedLink[] {
  return past.slice(past.findLastIndex(({ landed, commit }) => landed === base || commit === base) + 1)
}
