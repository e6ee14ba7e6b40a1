import type { Task } from './plan.ts'

/** The fault that a task claims to repair, by its own word or by its title; `null` when it claims none. */
export function fixOfTask({ fixes, title }: Pick<Task, 'fixes' | 'title'>): string | null {
  if (fixes !== null) return fixes.trim() === '' ? null : fixes
  return /\b(fix|fixes|bug|repair|repairs|regression)\b/i.test(title) ? title : null
}
