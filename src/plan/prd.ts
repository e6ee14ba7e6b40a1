import { z } from 'zod'

const text = z.string()
const texts = z.array(text).default([])

const criterion = z.object({
  id: text.regex(/^AC-\d{3,}$/, { error: 'must be like AC-001' }),
  criterion: text.min(1),
  verification: text.default(''),
})

/** What is to be true in the end, kept beside the code through all runs: one document, validated and versioned. */
export const prdSchema = z.object({
  prd_id: text.min(1),
  version: text.regex(/^\d+\.\d+\.\d+$/, { error: 'must be a version like 1.0.0' }),
  user_stories: z.array(z.object({ as_a: text, i_want: text, so_that: text })).default([]),
  scope: z.object({ in_scope: texts, out_of_scope: texts }).prefault({}),
  acceptance_criteria: z.array(criterion).default([]),
  needs_clarification: z
    .array(
      z.object({
        question: text,
        context: text.default(''),
        impact: text.default(''),
        status: z.enum(['open', 'resolved', 'deferred']),
        owner: text.default(''),
      }),
    )
    .default([]),
  features: z
    .array(
      z.object({
        name: text,
        overview: text.default(''),
        status: z.enum(['planned', 'in_progress', 'complete']),
      }),
    )
    .default([]),
  state_machines: z
    .array(
      z.object({
        name: text,
        states: texts,
        transitions: z.array(z.object({ from: text, to: text, trigger: text })).default([]),
      }),
    )
    .default([]),
  errors: z
    .array(
      z.object({
        code: text.regex(/^ERR_[A-Z0-9]+_\d{3}$/, { error: 'must be like ERR_AUTH_001' }),
        message: text,
      }),
    )
    .default([]),
  decisions: z
    .array(
      z.object({
        id: text.regex(/^ADR-\d{3,}$/, { error: 'must be like ADR-001' }),
        status: z.enum(['proposed', 'accepted', 'superseded', 'deprecated']),
        decision: text,
        rationale: text.default(''),
        alternatives: texts,
        consequences: texts,
        superseded_by: text.exactOptional(),
      }),
    )
    .default([]),
  changes: z.array(z.object({ version: text, change: text })).default([]),
})

export type Prd = z.infer<typeof prdSchema>
export type PrdCriterion = z.infer<typeof criterion>
