import { z } from 'zod'
import type { Immutable } from '../immutable.ts'

/** What has to be asked when a request leaves too much open. */
export const UNCLEAR_POINTS = ['scope', 'deliverables', 'constraints'] as const

export type UnclearPoint = (typeof UNCLEAR_POINTS)[number]

const texts = z.array(z.string()).default([])

/** One piece of work as the request names it. */
export const analysedTask = z.object({
  id: z.string(),
  goal: z.string().default(''),
  steps: texts,
  key_files: texts,
  upstream_artifacts: texts,
  success_criteria: z.string().default(''),
  constraints: z.string().default(''),
})

const capability = z.object({
  name: z.string(),
  prefix: z.string().default('TASK'),
  responsibility_type: z.string().default(''),
  tasks: z.array(analysedTask).default([]),
  artifacts: texts,
})

const role = z.object({
  name: z.string(),
  prefix: z.string().default('TASK'),
  responsibility_type: z.string().default(''),
  task_count: z.number().default(0),
  inner_loop: z.boolean().default(false).describe('One worker goes through all its tasks.'),
  role_spec_metadata: z
    .object({
      additional_members: texts.describe('Capabilities that were merged into this role.'),
      pattern_hint: z.string().default(''),
      output_type: z
        .enum(['artifact', 'codebase', 'mixed'])
        .default('mixed')
        .describe('Where its work goes: into the session, into the project, or both.'),
      message_types: z
        .object({ success: z.string(), error: z.string().default('error') })
        .default({ success: 'impl_complete', error: 'error' }),
    })
    .prefault({}),
})

/** Three ways of writing a node are about: with `blockedBy`, with `depends_on`, and as the bare list. */
const node = z.union(
  [
    z.array(z.string()).transform((blockedBy) => ({ role: '', blockedBy, priority: '' })),
    z
      .object({
        role: z.string().default(''),
        blockedBy: z.array(z.string()).optional(),
        depends_on: z.array(z.string()).optional(),
        priority: z.string().default('').describe('P0 has nothing to wait for.'),
      })
      .transform(({ role: of, blockedBy, depends_on: before, priority }) => {
        return { role: of, blockedBy: blockedBy ?? before ?? [], priority }
      }),
  ],
  { error: 'must be {role, blockedBy, priority}' },
)

const complexity = z.object({
  capability_count: z.number().default(0),
  cross_domain_factor: z.boolean().default(false),
  parallel_tracks: z.number().default(0),
  serial_depth: z.number().default(0),
  total_score: z.number().default(0),
  level: z.enum(['low', 'medium', 'high']).default('low'),
})

/** `task-analysis.json`, as it is written here and as it was written before. */
export const taskAnalysisSchema = z.object({
  task_description: z.string().default(''),
  capabilities: z.array(capability),
  dependency_graph: z.record(z.string(), node),
  roles: z.array(role).min(1, 'must have at least one role'),
  complexity: complexity.prefault({}),
  needs_research: z.boolean().default(false),
  research: z
    .object({ by: z.string(), summary: z.string() })
    .nullable()
    .default(null)
    .describe('What a researcher found before the roles were made.'),
  unclear: z
    .array(z.enum(UNCLEAR_POINTS))
    .default([])
    .describe('What has to be asked before the team is made.'),
  artifacts: z.array(z.object({ name: z.string(), producer: z.string(), path: z.string() })).default([]),
})

/** What the words of a request say about the team that it needs; nobody has looked at the code for it. */
export type TaskAnalysis = Immutable<z.infer<typeof taskAnalysisSchema>>

export type AnalysedTask = Immutable<z.infer<typeof analysedTask>>
export type AnalysedRole = Immutable<z.infer<typeof role>>
export type GraphNode = TaskAnalysis['dependency_graph'][string]
export type Complexity = TaskAnalysis['complexity']
export type OutputType = AnalysedRole['role_spec_metadata']['output_type']

export function roleIn({ roles }: Pick<TaskAnalysis, 'roles'>, name: string): AnalysedRole | null {
  return roles.find((each) => each.name === name) ?? null
}
