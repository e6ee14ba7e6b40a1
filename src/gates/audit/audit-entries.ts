import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { AuditFinding } from './audit-finding.ts'

/**
 * Links and submodules that a change brings in: what they stand for is in no tree, so that no proof of a tree
 * covers it. No policy sets this free.
 */
export function auditEntries(
  files: readonly ChangedFile[],
  agreed: (path: string) => boolean,
): readonly AuditFinding[] {
  return files.flatMap(({ path, kind, entry, after }): readonly AuditFinding[] => {
    if (entry === 'link' && (after === null || leadsOut(path, after))) {
      const message = `${path}: this link leads to ${after ?? 'nowhere'}, which is not in the repository; put a file there, or link to one that is.`
      return [
        {
          rule: 'link-outside',
          path,
          weight: 'refused',
          message,
          told: `put a link to ${after ?? 'nowhere'} at ${path}, which leads out of the repository`,
        },
      ]
    }
    if (entry === 'submodule') {
      const rule = 'submodule-changed'
      const what = `${path}: this is a repository of its own, and it was ${kind}`
      const told = `${kind === 'deleted' ? 'removed' : 'brought in or moved'} ${path}, which is a repository of its own`
      return agreed(path)
        ? [{ rule, path, weight: 'needs-approval', message: `${what}; a person must agree to that.`, told }]
        : [
            {
              rule,
              path,
              weight: 'refused',
              message: `${what}; put it back, or add its files themselves.`,
              told,
            },
          ]
    }
    return []
  })
}

/**
 * Whether a link may lead out of the root, or into git's own files. Names before a `..` may be links themselves, so
 * only steps up at the beginning are followed, from the folder of the link, which git knows to be a real one.
 */
function leadsOut(path: string, target: string): boolean {
  if (target.startsWith('/') || /^[a-z]:|\\/i.test(target)) return true
  const parts = target.split('/').filter((part) => part !== '' && part !== '.')
  const down = parts.findIndex((part) => part !== '..')
  const ups = down === -1 ? parts.length : down
  const names = parts.slice(ups)
  return (
    ups > path.split('/').length - 1 || names.includes('..') || names.some((name) => /^\.git$/i.test(name))
  )
}
