import type { ReflogEntry } from './read-reflog.ts'

/** Whose doing the change of a ref was: the agent's is put back `to` a commit, or removed when `to` is null. */
export type RefJudgement =
  | { readonly kind: 'agent'; readonly to: string | null }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ours' }

export interface RefChange {
  readonly before: string | null
  readonly after: string | null
  /** Oldest first. */
  readonly log: readonly Omit<ReflogEntry, 'reason'>[]
}

const AGENT_DOMAIN = '@agent.tutti.invalid'

/** The address by which git's logs tell what an agent of this run did. */
export function agentEmail(safeRun: string): string {
  return `${safeRun}${AGENT_DOMAIN}`
}

/**
 * Judges by the log alone. Contract: only what the agent did last is undone, down to the newest state that
 * somebody else made; without proof it is `unknown`, because it may be the user's own work.
 */
export function judgeRef(
  change: RefChange,
  emails: { readonly agent: string; readonly own: string },
): RefJudgement {
  const newest = change.log.at(-1)
  if (change.after === null || newest === undefined || newest.after !== change.after)
    return { kind: 'unknown' }
  if (newest.email === emails.own) return { kind: 'ours' }
  // Another run's agent is the business of that run's own guard.
  if (newest.email !== emails.agent) return { kind: newest.email.endsWith(AGENT_DOMAIN) ? 'ours' : 'unknown' }
  let to = newest.after
  for (const entry of change.log.toReversed()) {
    if (entry.email !== emails.agent || to === change.before) break
    to = entry.before
  }
  return { kind: 'agent', to: /^0+$/.test(to) ? null : to }
}
