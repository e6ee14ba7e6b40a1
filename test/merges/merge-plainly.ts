import type { TestRepository } from '../fixtures/git-repository.ts'
import { runGate } from './git-shelf.ts'

/** What sequential `git merge` leaves behind on the same branches; it proves nothing. */
export interface PlainMerge {
  readonly landed: number
  readonly conflicts: number
  /** Commits on the line on which the gate fails. */
  readonly broken: number
}

/** Merges branch after branch with plain git, and leaves out those that conflict. */
export async function mergePlainly(
  repository: TestRepository,
  base: string,
  commits: readonly string[],
): Promise<PlainMerge> {
  const git = (args: readonly string[]): Promise<string> => repository.git(args)
  await git(['checkout', '--quiet', '--force', '--detach', base])
  const counts = { landed: 0, conflicts: 0, broken: 0 }
  for (const commit of commits) {
    try {
      await git(['merge', '--quiet', '--no-edit', commit])
    } catch {
      counts.conflicts += 1
      await git(['reset', '--quiet', '--hard'])
      continue
    }
    counts.landed += 1
    if ((await runGate(repository.root)) !== 0) counts.broken += 1
  }
  return counts
}
