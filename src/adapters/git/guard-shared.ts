import { access } from 'node:fs/promises'
import type { SharedFinding, Workspace } from '../../kernel/ports/workspaces.ts'
import { compareCheckout, readCheckout } from './checkout-state.ts'
import { findForged, readHead } from './forged-trailers.ts'
import type { GitContext } from './git-context.ts'
import { planFiles } from './guard-files.ts'
import { planRefs, planStash } from './guard-refs.ts'
import type { Undone } from './guard-store.ts'
import { amendOpenGuards, keptFile, readGuard, writeGuard } from './guard-store.ts'
import { readSharedState } from './shared-state.ts'
import { safeName } from './safe-name.ts'
import { takeAside } from './tell-aside.ts'
import { findPushes, forgetTrace, traceFile } from './traced-pushes.ts'
import { writeDurably } from './write-durably.ts'

/** Remembers, durably, refs, stash, configuration, hooks, the user's changed files and the workspace's HEAD as they are. */
export function rememberShared(
  context: GitContext,
  run: string,
  step: string,
  workspace: Workspace | undefined,
): Promise<void> {
  return context.serially(async () => {
    const { state, contents } = await readSharedState(context)
    for (const [sha256, content] of contents) {
      const file = keptFile(context, sha256)
      const isKept = await access(file).then(
        () => true,
        () => false,
      )
      if (!isKept) await context.effect('keep shared file', () => writeDurably(file, content))
    }
    const checkout = await readCheckout(context)
    const head = workspace === undefined ? null : await readHead(context, workspace.path)
    await writeGuard(context, run, step, {
      state,
      ...(checkout === null ? {} : { checkout }),
      ...(workspace === undefined || head === null ? {} : { workspace: { path: workspace.path, head } }),
      findings: [],
      settled: false,
    })
  })
}

/**
 * Undoes what is the agent's and reports what may be the user's. Findings are durable before anything is
 * undone, so that a crash in between loses none; repeating gives the same until the next `rememberShared`.
 */
export function inspectShared(
  context: GitContext,
  run: string,
  step: string,
): Promise<readonly SharedFinding[]> {
  return context.serially(async () => {
    const guard = await readGuard(context, run, step)
    if (guard === null || guard.settled) return guard?.findings ?? []
    const now = await readSharedState(context)
    const planned = [
      ...(await planRefs(context, run, guard.state, now.state)),
      ...planStash(context, run, guard.state, now),
      ...(await planFiles(context, { run, step }, guard.state, now)),
    ]
    const expected = planned.map(({ finding }) => finding)
    if (planned.length > 0) {
      await writeGuard(context, run, step, { ...guard, findings: merge(guard.findings, expected) })
    }
    const undone: Undone[] = []
    const settled: SharedFinding[] = []
    for (const { finding, undo } of planned) {
      const result = undo === null ? null : await undo()
      if (result !== null) undone.push(result)
      settled.push(undo !== null && result === null ? missed(finding) : finding)
    }
    await amendOpenGuards(context, undone)
    settled.push(...takeAside(context, safeName(run)))
    // Only now: a branch that was moved under the checkout made its files look changed.
    settled.push(...(await compareCheckout(context, run, guard.checkout)))
    const { workspace } = guard
    const trace = workspace === undefined ? null : traceFile(context, run, workspace.path)
    if (workspace !== undefined && trace !== null) {
      settled.push(...(await findForged(context, workspace.path, workspace.head)))
      settled.push(...(await findPushes(trace, workspace.path)))
    }
    const findings = merge(guard.findings, settled)
    await writeGuard(context, run, step, { state: guard.state, findings, settled: true })
    if (trace !== null) await forgetTrace(context, trace)
    return findings
  })
}

/** What an inspection found before it was interrupted, and what the present one finds. */
function merge(earlier: readonly SharedFinding[], later: readonly SharedFinding[]): readonly SharedFinding[] {
  const messages = new Set(later.map(({ message }) => message))
  return [...earlier.filter(({ message }) => !messages.has(message)), ...later]
}

function missed(finding: SharedFinding): SharedFinding {
  const message = `${finding.name} was changed by an agent, and by somebody else at the same time: look at it yourself.`
  return { ...finding, action: 'reported', message }
}
