import { parse, stringify } from 'yaml'
import type { Task } from '../../plan/plan.ts'
import { agentOfRole } from './agents.ts'
import type { TaskExtras } from './plan-schema.ts'
import { taskExtras } from './plan-schema.ts'

const MARK = '\n\nFrom plan.yaml:\n'
const KEYS = Object.keys(taskExtras.shape) as readonly (keyof TaskExtras)[]
const SECURITY = /\b(?:auth\w*|security|login|password|token|secret|pii)\b/i
const LIGHT = /\b(?:config\w*|docs?|documentation|readme)\b/i

/** What gem-team's own words say of every task, worked out from the task. */
export function usualExtras(task: Task): TaskExtras {
  const agent = agentOfRole(task.role)
  const words = `${task.title}\n${splitDescription(task.description).text}`
  const isSensitive = SECURITY.test(words)
  const depth = isSensitive ? 'full' : LIGHT.test(words) ? 'lightweight' : 'standard'
  return {
    prototype: false,
    requires_review: true,
    review_depth: depth,
    review_security_sensitive: isSensitive,
    ...(agent === 'gem-devops'
      ? { requires_approval: task.grave.includes('deployment'), devops_security_sensitive: isSensitive }
      : {}),
    ...(agent === 'gem-documentation-writer' ? { task_type: 'documentation', audience: 'developers' } : {}),
    ...(agent === 'gem-browser-tester' || agent === 'gem-mobile-tester'
      ? {
          validation_matrix: task.acceptance.map(({ criterion, verification }) => ({
            scenario: criterion,
            steps: [],
            expected_result: verification ?? criterion,
          })),
        }
      : {}),
  }
}

/** What a task's fields say beyond the usual; nothing that is empty. */
export function ownExtras(written: TaskExtras, task: Task): TaskExtras {
  const usual = usualExtras(task)
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const value = written[key]
      const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0)
      return isEmpty || same(value, usual[key]) ? [] : [[key, value]]
    }),
  )
}

/** A description that carries what a plan has no field for, so that whoever does the task reads it. */
export function joinDescription(text: string, extras: TaskExtras): string {
  if (Object.keys(extras).length === 0) return text
  return `${text}${MARK}${stringify(extras, { lineWidth: 100, aliasDuplicateObjects: false })}`
}

/** The other way round. Contract: text that nobody joined is all text. */
export function splitDescription(description: string): {
  readonly text: string
  readonly extras: TaskExtras
} {
  const plain = { text: description, extras: {} }
  const at = description.lastIndexOf(MARK)
  if (at === -1) return plain
  const read = readExtras(description.slice(at + MARK.length))
  const text = description.slice(0, at)
  return read !== null && joinDescription(text, read) === description ? { text, extras: read } : plain
}

function readExtras(text: string): TaskExtras | null {
  try {
    const read = taskExtras.strict().safeParse(parse(text))
    return read.success && Object.keys(read.data).length > 0 ? read.data : null
  } catch {
    return null
  }
}

export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
