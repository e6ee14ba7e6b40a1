import type { TestRepository } from '../fixtures/git-repository.ts'
import { GitShelf } from './git-shelf.ts'

/** What sequential `git merge` leaves behind on the same branches; it proves nothing. */
export interface PlainMerge {
  readonly landed: number
  readonly conflicts: number
  /** Commits on the line on which the gate fails. */
  readonly broken: number
}

/** A branch that conflicts is left out; the gate only tells us what stands there after each merge. */
const MERGE = `git checkout --quiet --force --detach "$1"
shift
for commit in "$@"; do
  if git merge --quiet --no-edit "$commit" >/dev/null 2>&1; then
    if sh check.sh >/dev/null 2>&1; then echo landed; else echo broken; fi
  else
    git reset --quiet --hard
    echo conflict
  fi
done`

export async function mergePlainly(
  repository: TestRepository,
  base: string,
  commits: readonly string[],
): Promise<PlainMerge> {
  const said = await new GitShelf(repository).run('sh', ['-c', MERGE, 'sh', base, ...commits])
  const words = said.toString('utf8').trim().split('\n')
  const count = (word: string): number => words.filter((each) => each === word).length
  return { landed: count('landed') + count('broken'), conflicts: count('conflict'), broken: count('broken') }
}
