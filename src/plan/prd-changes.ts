import { z } from 'zod'
import type { Prd, PrdCriterion } from './prd.ts'
import { prdSchema } from './prd.ts'

const words = z.string().trim().min(1)
const { shape } = prdSchema

/** An id of what is there already; without one it is new. */
const known = z.string().trim().min(1).nullable().default(null)

/** What a PRD gains or says differently. Nothing can be taken out: what no longer holds gets a status that says so. */
export const prdChanges = z.object({
  user_stories: shape.user_stories,
  in_scope: z.array(words).default([]),
  out_of_scope: z.array(words).default([]),
  acceptance_criteria: z
    .array(z.object({ id: known, criterion: words, verification: words }))
    .default([])
    .describe('With the id of an existing one: how it now reads. Without an id: a new one.'),
  needs_clarification: shape.needs_clarification,
  features: shape.features,
  state_machines: shape.state_machines,
  errors: shape.errors,
  decisions: z
    .array(
      z.object({
        id: known,
        status: z.enum(['proposed', 'accepted', 'superseded', 'deprecated']),
        decision: words,
        rationale: z.string().default(''),
        alternatives: z.array(z.string()).default([]),
        consequences: z.array(z.string()).default([]),
        superseded_by: z.string().exactOptional(),
      }),
    )
    .default([]),
  change: words.describe('In one sentence, what is different in the requirements now.'),
})

export type PrdChanges = z.infer<typeof prdChanges>

/** Ids that the changes name and the PRD does not have. */
export function unknownIds(
  prd: Prd | null,
  { acceptance_criteria, decisions }: PrdChanges,
): readonly string[] {
  const there = new Set([...(prd?.acceptance_criteria ?? []), ...(prd?.decisions ?? [])].map(({ id }) => id))
  return [...acceptance_criteria, ...decisions].flatMap(({ id }) =>
    id === null || there.has(id) ? [] : [id],
  )
}

/** The parts of a PRD that say what is required; when one of them changes, the version's second number does. */
const REQUIREMENTS = ['acceptance_criteria', 'scope', 'state_machines', 'errors', 'decisions'] as const

/** Brings a PRD up to date. Contract: ids stay, new ones are counted on, and whatever was there is still there. */
export function mergePrd(prd: Prd | null, changes: PrdChanges, newId: string): Prd {
  const before: Prd = prd ?? prdSchema.parse({ prd_id: newId, version: '1.0.0' })
  const merged: Prd = {
    ...before,
    user_stories: added(before.user_stories, changes.user_stories, (story) => story.i_want),
    scope: {
      in_scope: added(before.scope.in_scope, changes.in_scope, (text) => text),
      out_of_scope: added(before.scope.out_of_scope, changes.out_of_scope, (text) => text),
    },
    acceptance_criteria: numbered('AC', before.acceptance_criteria, changes.acceptance_criteria, (each) =>
      fold(each.criterion),
    ),
    needs_clarification: added(
      before.needs_clarification,
      changes.needs_clarification,
      ({ question }) => question,
    ),
    features: added(before.features, changes.features, ({ name }) => name),
    state_machines: added(before.state_machines, changes.state_machines, ({ name }) => name),
    errors: added(before.errors, changes.errors, ({ code }) => code),
    decisions: numbered('ADR', before.decisions, changes.decisions, (each) => fold(each.decision)),
  }
  if (prd === null) {
    return prdSchema.parse({ ...merged, changes: [{ version: merged.version, change: changes.change }] })
  }
  if (JSON.stringify(merged) === JSON.stringify(before)) return before
  const isRequired = REQUIREMENTS.some(
    (part) => JSON.stringify(merged[part]) !== JSON.stringify(before[part]),
  )
  const version = raised(before.version, isRequired ? 'minor' : 'patch')
  return prdSchema.parse({
    ...merged,
    version,
    changes: [...before.changes, { version, change: changes.change }],
  })
}

/** The criteria that one PRD has and another had not, or not in these words. */
export function changedCriteria(before: Prd | null, after: Prd): readonly PrdCriterion[] {
  const old = new Set((before?.acceptance_criteria ?? []).map((each) => JSON.stringify(each)))
  return after.acceptance_criteria.filter((each) => !old.has(JSON.stringify(each)))
}

/** What has the same key is replaced in its place; the rest comes after it. */
function added<T>(before: readonly T[], changes: readonly T[], keyOf: (each: T) => string): T[] {
  const merged = [...before]
  for (const change of changes) {
    const at = merged.findIndex((each) => fold(keyOf(each)) === fold(keyOf(change)))
    if (at === -1) merged.push(change)
    else merged[at] = change
  }
  return merged
}

function numbered<T extends { readonly id: string }>(
  prefix: string,
  before: readonly T[],
  changes: readonly (Omit<T, 'id'> & { readonly id: string | null })[],
  keyOf: (each: Omit<T, 'id'>) => string,
): T[] {
  const merged = [...before]
  for (const change of changes) {
    const at = merged.findIndex((each) => each.id === change.id || keyOf(each) === keyOf(change))
    const id = merged[at]?.id ?? nextId(prefix, merged)
    const whole = { ...change, id } as unknown as T
    if (at === -1) merged.push(whole)
    else merged[at] = whole
  }
  return merged
}

function nextId(prefix: string, taken: readonly { readonly id: string }[]): string {
  const numbers = taken.map(({ id }) => Number(id.slice(prefix.length + 1)))
  return `${prefix}-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`
}

function raised(version: string, part: 'minor' | 'patch'): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return part === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
