import { z } from 'zod'
import { lintPlan } from '../plan/lint-plan.ts'
import type { LintOptions } from '../plan/plan-finding.ts'
import type { Plan } from '../plan/plan.ts'
import { planSchema } from '../plan/plan-schema.ts'
import type { LocatedFinding, Unlocated } from './misshapen.ts'
import { misshapen } from './misshapen.ts'
import { nearestWord } from './nearest-word.ts'
import { readDocument } from './read-document.ts'
import { unknownKeys } from './unknown-keys.ts'

const MOST_KEYS = 100

export interface ParsedPlan {
  /** `null` when the text has not the shape of a plan. */
  readonly plan: Plan | null
  /** In the order of the text. */
  readonly findings: readonly LocatedFinding[]
}

/** Reads and judges a written plan, YAML or JSON. Throws `bad-input` only for a text that is neither. */
export function parsePlan(text: string, file: string, options: Partial<LintOptions> = {}): ParsedPlan {
  const document = readDocument(text, file)
  const { value } = document
  const parsed = planSchema.safeParse(value)
  const judged: readonly Unlocated[] = parsed.success
    ? lintPlan(parsed.data, options).map((finding) => ({ ...finding, on: 'value' }))
    : parsed.error.issues.flatMap((issue) => misshapen(issue, value))
  const findings = [...judged, ...strangeKeys(value)].map(({ on, ...finding }) => ({
    ...finding,
    ...document.placeOf(finding.path.map(String), on),
  }))
  return {
    plan: parsed.success ? parsed.data : null,
    findings: findings.toSorted((a, b) => a.line - b.line || a.column - b.column),
  }
}

function strangeKeys(value: unknown): readonly Unlocated[] {
  const schema = z.toJSONSchema(planSchema, { io: 'input' })
  return unknownKeys(value, schema as Parameters<typeof unknownKeys>[1])
    .filter(({ path }) => !isStatus(path))
    .slice(0, MOST_KEYS)
    .map(({ path, key, known }) => {
      const near = nearestWord(key, known)
      const hint = near === null ? `the keys are ${known.join(', ')}` : `did you mean \`${near}\`?`
      const message = `The key \`${key.slice(0, 40)}\` means nothing here; ${hint}`
      return { rule: 'unknown-key', severity: 'warning', tasks: [], path, message, on: 'key' }
    })
}

/** How far a task is stands in a plan's file, and is no part of the plan. */
function isStatus(path: readonly (string | number)[]): boolean {
  return path.length === 3 && path[0] === 'tasks' && path[2] === 'status'
}
