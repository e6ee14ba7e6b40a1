import type { SharedFinding } from '../../kernel/ports/workspaces.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import type { PlannedFinding } from './planned-finding.ts'
import { agentEmail, judgeRef } from './judge-ref.ts'
import { moveRefs, readRef } from './move-refs.ts'
import { readReflog } from './read-reflog.ts'
import { runRef } from './run-refs.ts'
import { safeName } from './safe-name.ts'
import type { SharedReading, SharedState } from './shared-state.ts'

/** Moved by every fetch of the user's editor: without proof against the agent not worth a word. */
const FETCHED = /^refs\/(remotes|prefetch)\//

/** What became of the refs since `before`, and how to put back what the agent of this run did. */
export async function planRefs(
  context: GitContext,
  run: string,
  before: SharedState,
  now: SharedState,
): Promise<readonly PlannedFinding[]> {
  const emails = { agent: agentEmail(safeName(run)), own: context.identity.email }
  const planned: PlannedFinding[] = []
  for (const ref of new Set([...Object.keys(before.refs), ...Object.keys(now.refs)])) {
    const was = before.refs[ref] ?? null
    const is = now.refs[ref] ?? null
    if (was === is) continue
    const log = await readReflog(context, ref)
    const judged = judgeRef({ before: was, after: is, log }, emails)
    if (judged.kind === 'ours') continue
    if (judged.kind === 'unknown' && FETCHED.test(ref)) {
      if (is !== null && log.at(-1)?.reason === 'update by push') planned.push(pushed(ref))
    } else if (judged.kind === 'unknown' || is === null)
      planned.push({ finding: reported(ref, was, is), undo: null })
    else planned.push(undoMove(context, run, ref, is, judged.to))
  }
  return planned
}

/** Nobody but the user can push as long as an agent keeps the environment it was given. */
function pushed(ref: string): PlannedFinding {
  const message = `Somebody pushed to ${ref} meanwhile. If that was not you, an agent got around the refusal: look at the remote.`
  return { finding: { what: 'push', name: ref, action: 'reported', message }, undo: null }
}

/** Drops what the agent stashed; what is missing or somebody else's is only reported. */
export function planStash(
  context: GitContext,
  run: string,
  before: SharedState,
  now: SharedReading,
): readonly PlannedFinding[] {
  const agent = agentEmail(safeName(run))
  const planned: PlannedFinding[] = []
  for (const entry of now.stashLog) {
    if (before.stash.includes(entry.after)) continue
    if (entry.email === agent) planned.push(dropStash(context, run, entry.after))
    else {
      const message = `The stash ${entry.after} appeared meanwhile; it may be your own, so it was left alone.`
      planned.push({ finding: finding('refs/stash', 'reported', message), undo: null })
    }
  }
  for (const stash of before.stash) {
    if (now.state.stash.includes(stash)) continue
    const message = `The stash ${stash} is gone; if that was not you, run git stash store ${stash}.`
    planned.push({ finding: finding('refs/stash', 'reported', message), undo: null })
  }
  return planned
}

function undoMove(
  context: GitContext,
  run: string,
  ref: string,
  from: string,
  to: string | null,
): PlannedFinding {
  const kept = runRef(run, 'undone', from)
  const did = to === null ? 'It was removed' : `It was put back to ${to}`
  const message = `The agent changed the shared ref ${ref}. ${did}; what it pointed at is kept as ${kept}.`
  return {
    finding: finding(ref, 'undone', message),
    undo: async () => {
      await moveRefs(context, { [kept]: from })
      const why = ['-m', 'tutti: undo a change by an agent', '--no-deref']
      const args = to === null ? [...why, '-d', ref, from] : [...why, ref, to, from]
      const { code } = await context.effect('git update-ref', () =>
        context.git(sharedPlace(context), ['update-ref', ...args], { accept: [1, 128] }),
      )
      return code === 0 ? { ref, from, to } : null
    },
  }
}

function dropStash(context: GitContext, run: string, stash: string): PlannedFinding {
  const kept = runRef(run, 'undone', stash)
  const message = `The agent put work into the shared stash. It was taken out and is kept as ${kept}.`
  return {
    finding: finding('refs/stash', 'undone', message),
    undo: async () => {
      await moveRefs(context, { [kept]: stash })
      const log = (await readReflog(context, 'refs/stash')).toReversed()
      const name = `refs/stash@{${log.findIndex((entry) => entry.after === stash)}}`
      if ((await readRef(context, name)) !== stash) return null
      const place = { cwd: context.root, gitDir: context.gitDir }
      await context.effect('git stash-drop', () => context.git(place, ['stash', 'drop', '--quiet', name]))
      return { ref: 'refs/stash', from: stash, to: null }
    },
  }
}

function reported(ref: string, was: string | null, is: string | null): SharedFinding {
  const change = `from ${was ?? 'nothing'} to ${is ?? 'nothing'}`
  const advice = was === null ? '' : ` If that was not you, run git update-ref ${ref} ${was}.`
  const message = `The ref ${ref} went ${change} meanwhile; it may be your own work, so it was left alone.${advice}`
  return finding(ref, 'reported', message)
}

function finding(name: string, action: SharedFinding['action'], message: string): SharedFinding {
  return { what: 'ref', name, action, message }
}
