import type { Task } from './plan.ts'

/** Actions that only a person allows, and the words of a phase that tell them. */
const APPROVAL_REQUIRED: readonly (readonly [string, RegExp])[] = [
  [
    'destructive_file_delete',
    /\b(?:delete|remove)s?\s+(?:all|every|the\s+whole|\S+\s+files?|files?\b|director|folder)/i,
  ],
  [
    'bulk_contract_rewrite',
    /\b(?:rewrite|replace)s?\s+(?:all|every|the)\s+(?:\w+\s+)?(?:contract|schema|interface|api)s?\b/i,
  ],
  ['git_force_push', /\bforce[- ]push|\bpush\s+(?:--force|-f)\b/i],
  ['git_reset_hard', /\breset\s+--hard\b/i],
  ['drop_table', /\b(?:drop|truncate)s?\s+(?:the\s+)?(?:\w+\s+)?(?:table|database|schema|collection)s?\b/i],
  ['rm_rf', /\brm\s+-\w*(?:rf|fr)/i],
  [
    'amend_published_commit',
    /\bamend\w*\s+(?:a\s+|the\s+)?(?:published|pushed)|\brewrite\s+(?:the\s+)?(?:git\s+)?history\b/i,
  ],
  [
    'merge_to_protected_branch',
    /\bmerge\w*\s+(?:it\s+)?(?:in)?to\s+(?:the\s+)?(?:main|master|protected|release)\b/i,
  ],
  [
    'push_to_shared_infrastructure',
    /\b(?:push|deploy|publish)\w*\s+(?:it\s+)?to\s+(?:the\s+)?(?:shared|production|staging|registry|infrastructure)/i,
  ],
]

/** What of these a task says that it does. */
export function highRiskActions({
  title,
  description,
}: Pick<Task, 'title' | 'description'>): readonly string[] {
  return APPROVAL_REQUIRED.filter(([, words]) => words.test(`${title}\n${description}`)).map(
    ([action]) => action,
  )
}
