import { z } from 'zod'
import { RISK_CATEGORIES } from '../../plan/plan.ts'
import { EXECUTOR_AGENTS } from './agents.ts'
import { traceId } from './gate-event-schema.ts'

const texts = listOf(z.string())
const words = z.string().trim().min(1)
const phaseId = z.int().min(1)

const phase = z.object({
  phase_id: phaseId,
  title: words,
  objective: words,
  wave: z.int().min(1),
  executor_agent: z.enum(EXECUTOR_AGENTS),
  dependencies: listOf(phaseId),
  failure_expectations: listOf(
    z.object({
      scenario: z.string(),
      classification: z.enum(['transient', 'fixable', 'needs_replan', 'escalate', 'model_unavailable']),
      mitigation: z.string(),
    }),
  ),
  files: listOf(
    z.object({
      path: words,
      action: z.enum(['create', 'modify', 'review', 'reference']),
      reason: z.string().default(''),
    }),
  ),
  tests: texts,
  steps: texts,
  acceptance_criteria: texts,
  quality_gates: listOf(
    z.enum(['tests_pass', 'lint_clean', 'schema_valid', 'safety_clear', 'human_approved_if_required']),
  ),
  skill_references: z.array(z.string()).max(3).default([]),
})

/** A plan of the planner's, in the form 1.2.0. */
export const controlflowPlanSchema = z.object({
  schema_version: z.literal('1.2.0').default('1.2.0'),
  trace_id: traceId.exactOptional(),
  agent: z.literal('Planner').default('Planner'),
  status: z.enum(['READY_FOR_EXECUTION', 'ABSTAIN', 'REPLAN_REQUIRED']).default('READY_FOR_EXECUTION'),
  task_title: words,
  summary: z.string().default(''),
  confidence: z.number().min(0).max(1).nullable().default(null),
  abstain: z
    .object({ is_abstaining: z.boolean(), reasons: texts })
    .default({ is_abstaining: false, reasons: [] }),
  phases: z.array(phase).min(1),
  contracts: listOf(
    z.object({
      from_phase: phaseId,
      to_phase: phaseId,
      interface: z.string(),
      format: z.string().default(''),
    }),
  ),
  max_parallel_agents: z.int().min(1).max(10).default(10),
  open_questions: listOf(
    z.object({ question: z.string(), options: texts, recommendation: z.string().default('') }),
  ),
  risks: listOf(z.object({ risk: z.string(), mitigation: z.string() })),
  risk_review: listOf(
    z.object({
      category: z.enum(RISK_CATEGORIES.map((category) => category.replaceAll('-', '_'))),
      applicability: z.enum(['applicable', 'not_applicable', 'uncertain']),
      impact: z.enum(['HIGH', 'MEDIUM', 'LOW', 'UNKNOWN']),
      evidence_source: z.string().default(''),
      disposition: z.enum(['resolved', 'open_question', 'research_phase_added', 'not_applicable']),
    }),
  ),
  success_criteria: texts,
  complexity_tier: z.enum(['TRIVIAL', 'SMALL', 'MEDIUM', 'LARGE']).default('MEDIUM'),
  iteration_budget: z.int().min(1).max(5).default(5),
  revision_of: z.string().exactOptional(),
  handoff: z
    .object({ target_agent: z.string(), prompt: z.string() })
    .default({ target_agent: 'Orchestrator', prompt: '' }),
})

/**
 * The same as a file has it that was written by hand or by an older version: a phase may lack its executor. It also has
 * the id of its task, and what about it somebody must allow; the form has no place for them.
 */
export const writtenPlanSchema = controlflowPlanSchema.extend({
  schema_version: z.string().default('1.2.0'),
  phases: z
    .array(
      phase.extend({
        executor_agent: z.string().default(''),
        wave: z.int().min(1).nullable().default(null),
        id: z.string().exactOptional(),
        grave: z.array(z.string()).exactOptional(),
      }),
    )
    .min(1),
})

export type WrittenPlan = z.infer<typeof writtenPlanSchema>
export type WrittenPhase = WrittenPlan['phases'][number]

function listOf<Each extends z.ZodType>(each: Each) {
  return z.array(each).default([])
}
