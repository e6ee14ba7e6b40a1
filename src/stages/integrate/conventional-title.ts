import { oneLine } from '../../kernel/plain-text.ts'
import type { Task } from '../../plan/plan.ts'
import type { CommitKind } from '../../policy/process-policy.ts'
import { COMMIT_KINDS } from '../../policy/process-policy.ts'

const CONVENTIONAL = new RegExp(`^(${COMMIT_KINDS.join('|')})((?:\\([^()]+\\))?!?: \\S.*)$`)
const LONGEST = 72

/** A task's title as the subject of a conventional commit; one that is none gets its kind from who does it and why. */
export function conventionalTitle(
  task: Pick<Task, 'title' | 'role' | 'fixes'>,
  kinds: readonly CommitKind[] = COMMIT_KINDS,
): string {
  const title = oneLine(task.title)
  const [, kind, rest] = CONVENTIONAL.exec(title) ?? []
  if (kind !== undefined) return `${kindAmong(kind, kinds)}${rest ?? ''}`
  const isWord = /^[A-Z][a-z]/.test(title)
  const words = (isWord ? title.slice(0, 1).toLowerCase() + title.slice(1) : title).replace(/\.$/, '')
  return shorten(`${kindAmong(kindOf(task, title), kinds)}: ${words}`)
}

/** What a process has no kind for is a chore. */
export function kindAmong(kind: string, kinds: readonly string[]): string {
  return kinds.includes(kind) ? kind : 'chore'
}

function kindOf({ role, fixes }: Pick<Task, 'role' | 'fixes'>, title: string): string {
  if (fixes !== null || /^(?:fix|repair|correct)\b/i.test(title)) return 'fix'
  switch (role) {
    case 'documentation-writer':
      return 'docs'
    case 'code-simplifier':
      return 'refactor'
    case 'browser-tester':
    case 'mobile-tester':
      return 'test'
    case 'platform-engineer':
      return 'chore'
    default:
      return 'feat'
  }
}

function shorten(title: string): string {
  if (title.length <= LONGEST) return title
  const cut = title.slice(0, LONGEST - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST / 2)).trimEnd()}…`
}
