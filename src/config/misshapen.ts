import type { z } from 'zod'
import type { PlanFinding, PlanRule } from '../plan/plan-finding.ts'
import type { Place } from './read-yaml.ts'

/** Something wrong with a written plan, and where. `shape`: not what may stand there; `unknown-key`: passed over. */
export interface LocatedFinding extends Omit<PlanFinding, 'rule'>, Place {
  readonly rule: PlanRule | 'shape' | 'unknown-key'
}

/** A finding before anybody has looked where it stands. */
export type Unlocated = Omit<LocatedFinding, keyof Place> & { readonly on: 'key' | 'value' }

/** What a written plan has in a wrong shape, with the way to it. */
export function misshapen(
  issue: z.core.$ZodIssue,
  root: unknown,
  above: readonly (string | number)[] = [],
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
