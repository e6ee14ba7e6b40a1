import type { AuditFinding } from '../../gates/audit/audit-finding.ts'
import { findLostHunks } from '../../gates/audit/find-lost-hunks.ts'
import type { MergeVersions, Repository } from '../../kernel/ports/repository.ts'

/** What of either side is not in the result, of a merge or of a conflict that somebody has solved. */
export async function findLost(
  repository: Repository,
  versions: MergeVersions,
): Promise<readonly AuditFinding[]> {
  return findLostHunks(await repository.readMerge(versions))
}
