import { covers } from '../../plan/write-set.ts'
import type { AuditFinding } from './audit-finding.ts'

/** Whether the path is the task's own to write; Unicode letters count the same in either way of writing them. */
export function isOwn(writeSet: readonly string[], path: string): boolean {
  if (path.split('/').includes('..')) return false
  return covers(
    writeSet.map((each) => each.normalize('NFC')),
    path.normalize('NFC'),
  )
}

/** What is said of a change outside the write-set. */
export function outsideFinding(
  path: string,
  holder: string | null,
  policy: 'refuse' | 'extend',
): AuditFinding {
  const rule = 'outside-write-set'
  if (holder !== null) {
    const message = `${path}: task ${holder} holds this path; undo the change and work only inside the write-set.`
    return {
      rule,
      path,
      weight: 'refused',
      message,
      told: `also changed ${path}, which task ${holder} holds`,
    }
  }
  const told = `also changed ${path}, which the plan does not list`
  if (policy === 'extend') {
    return { rule, path, weight: 'extended', message: `${path}: the write-set now has this path too.`, told }
  }
  const message = `${path}: this path is outside the write-set; undo the change, or say in your reply why it is needed.`
  return { rule, path, weight: 'refused', message, told }
}
