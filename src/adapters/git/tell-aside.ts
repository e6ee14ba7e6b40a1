import type { SharedFinding } from '../../kernel/ports/workspaces.ts'
import type { GitContext } from './git-context.ts'

/** Keeps in mind, for the next inspection of the run, that something was set aside. */
export function tellAside(context: GitContext, run: string, path: string, aside: string | null): void {
  if (aside === null) return
  const message = `${path} was not what Tutti had made there. It was moved to ${aside}, untouched, and the place was made anew.`
  const found: SharedFinding = { what: 'worktree', name: path, action: 'reported', message }
  context.setAside.set(run, [...(context.setAside.get(run) ?? []), found])
}

/** What was set aside since the last time it was told. */
export function takeAside(context: GitContext, run: string): readonly SharedFinding[] {
  const found = context.setAside.get(run) ?? []
  context.setAside.delete(run)
  return found
}
