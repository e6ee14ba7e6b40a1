import type { Task } from '../../plan/plan.ts'

const CONVENTIONAL = /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([^()]+\))?!?: \S/
const LONGEST = 72

/** A task's title as the subject of a conventional commit; one that is none gets its kind from who does it and why. */
export function conventionalTitle(task: Pick<Task, 'title' | 'role' | 'fixes'>): string {
  const title = task.title.replaceAll(/\s+/g, ' ').trim()
  if (CONVENTIONAL.test(title)) return title
  const isWord = /^[A-Z][a-z]/.test(title)
  const words = (isWord ? title.slice(0, 1).toLowerCase() + title.slice(1) : title).replace(/\.$/, '')
  return shorten(`${kindOf(task, title)}: ${words}`)
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
