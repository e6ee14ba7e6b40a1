import { z } from 'zod'
import { lintPlan } from '../plan/lint-plan.ts'
import type { LintOptions, PlanFinding, PlanRule } from '../plan/plan-finding.ts'
import type { Plan } from '../plan/plan.ts'
import { planSchema } from '../plan/plan-schema.ts'
import { nearestWord } from './nearest-word.ts'
import { readDocument } from './read-document.ts'
import type { Place } from './read-yaml.ts'
import { unknownKeys } from './unknown-keys.ts'

const MOST_KEYS = 100

/** Something wrong with a written plan, and where. `shape`: not what may stand there; `unknown-key`: passed over. */
export interface LocatedFinding extends Omit<PlanFinding, 'rule'>, Place {
  readonly rule: PlanRule | 'shape' | 'unknown-key'
}

export interface ParsedPlan {
  /** `null` when the text has not the shape of a plan. */
  readonly plan: Plan | null
  /** In the order of the text. */
  readonly findings: readonly LocatedFinding[]
}

type Unlocated = Omit<LocatedFinding, keyof Place> & { readonly on: 'key' | 'value' }

/** Reads and judges a written plan, YAML or JSON. Throws `bad-input` only for a text that is neither. */
export function parsePlan(text: string, file: string, options: Partial<LintOptions> = {}): ParsedPlan {
  const document = readDocument(text, file)
  const { value } = document
  const parsed = planSchema.safeParse(value)
  const judged: readonly Unlocated[] = parsed.success
    ? lintPlan(parsed.data, options).map((finding) => ({ ...finding, on: 'value' }))
    : parsed.error.issues.flatMap((issue) => misshapen(issue, value, []))
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

function misshapen(
  issue: z.core.$ZodIssue,
  root: unknown,
  above: readonly (string | number)[],
): readonly Unlocated[] {
  const path = [...above, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))]
  const found = valueAt(root, path)
  if (issue.code === 'invalid_union' && typeof found === 'object' && found !== null) {
    const inner = issue.errors.findLast((errors) => errors.some((each) => each.path.length > 0))
    if (inner !== undefined) return inner.flatMap((each) => misshapen(each, root, path))
  }
  const name = path.length === 0 ? 'The plan' : `\`${path.join('.')}\``
  const expected = issue.message.replace(/^Invalid \w+: /, '')
  const message = found === undefined ? `${name} is missing.` : `${name} does not fit: ${expected}.`
  return [{ rule: 'shape', severity: 'error', tasks: [], path, message, on: 'value' }]
}

function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  let here = root
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined
    here = (here as Readonly<Record<string | number, unknown>>)[key]
  }
  return here
}
