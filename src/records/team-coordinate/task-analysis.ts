import { z } from 'zod'

/** What has to be asked when a request leaves too much open. */
export const UNCLEAR_POINTS = ['scope', 'deliverables', 'constraints'] as const

export type UnclearPoint = (typeof UNCLEAR_POINTS)[number]

/** Where the work of a role goes: into the session, into the project, or both. */
export type OutputType = 'artifact' | 'codebase' | 'mixed'

/** One piece of work as the request names it. */
export type AnalysedTask = {
  readonly id: string
  readonly goal: string
  readonly steps: readonly string[]
  readonly key_files: readonly string[]
  readonly upstream_artifacts: readonly string[]
  readonly success_criteria: string
  readonly constraints: string
}

export type AnalysedCapability = {
  readonly name: string
  readonly prefix: string
  readonly responsibility_type: string
  readonly tasks: readonly AnalysedTask[]
  readonly artifacts: readonly string[]
}

/** A task in the graph; `P0` has nothing to wait for. */
export type GraphNode = {
  readonly role: string
  readonly blockedBy: readonly string[]
  readonly priority: string
}

export type AnalysedRole = {
  readonly name: string
  readonly prefix: string
  readonly responsibility_type: string
  readonly task_count: number
  /** One worker goes through all its tasks, with what it knows from those before. */
  readonly inner_loop: boolean
  readonly role_spec_metadata: {
    /** Capabilities that were merged into this role. */
    readonly additional_members: readonly string[]
    readonly pattern_hint: string
    readonly output_type: OutputType
    readonly message_types: { readonly success: string; readonly error: string }
  }
}

export type Complexity = {
  readonly capability_count: number
  readonly cross_domain_factor: boolean
  readonly parallel_tracks: number
  readonly serial_depth: number
  readonly total_score: number
  readonly level: 'low' | 'medium' | 'high'
}

export type AnalysedArtifact = { readonly name: string; readonly producer: string; readonly path: string }

/** What the words of a request say about the team that it needs; nobody has looked at the code for it. */
export type TaskAnalysis = {
  readonly task_description: string
  readonly capabilities: readonly AnalysedCapability[]
  readonly dependency_graph: Readonly<Record<string, GraphNode>>
  readonly roles: readonly AnalysedRole[]
  readonly complexity: Complexity
  readonly needs_research: boolean
  /** What a researcher found before the roles were made; `null` before, or when nobody had to look. */
  readonly research: { readonly by: string; readonly summary: string } | null
  /** What has to be asked before the team is made. */
  readonly unclear: readonly UnclearPoint[]
  readonly artifacts: readonly AnalysedArtifact[]
}

const texts = z.array(z.string()).default([])

const analysedTask = z.object({
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

const metadata = z.object({
  additional_members: texts,
  pattern_hint: z.string().default(''),
  output_type: z.enum(['artifact', 'codebase', 'mixed']).default('mixed'),
  message_types: z
    .object({ success: z.string(), error: z.string().default('error') })
    .default({ success: 'impl_complete', error: 'error' }),
})

const role = z.object({
  name: z.string(),
  prefix: z.string().default('TASK'),
  responsibility_type: z.string().default(''),
  task_count: z.number().default(0),
  inner_loop: z.boolean().default(false),
  role_spec_metadata: metadata.prefault({}),
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
        priority: z.string().default(''),
      })
      .transform(({ role: of, blockedBy, depends_on, priority }) => ({
        role: of,
        blockedBy: blockedBy ?? depends_on ?? [],
        priority,
      })),
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
  research: z.object({ by: z.string(), summary: z.string() }).nullable().default(null),
  unclear: z.array(z.enum(UNCLEAR_POINTS)).default([]),
  artifacts: z.array(z.object({ name: z.string(), producer: z.string(), path: z.string() })).default([]),
}) satisfies z.ZodType<TaskAnalysis>
