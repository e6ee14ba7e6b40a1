import { z } from 'zod'
import { RunFailure } from '../kernel/failure.ts'
import type { Json } from '../kernel/json.ts'
import { givenFiles } from '../records/given-files.ts'
import { policyInput } from './policy-input.ts'

const limits = z.object({
  turns: z.number().optional(),
  tokens: z.number().optional(),
  usd: z.number().optional(),
  wallMs: z.number().optional(),
})

const gateInput = z.object({
  name: z.string(),
  command: z.string(),
  timeoutMs: z.number(),
  kind: z.enum(['build', 'test', 'lint', 'typecheck', 'custom']).exactOptional(),
  scope: z.enum(['task', 'integration', 'both']).exactOptional(),
  exclusive: z.boolean().exactOptional(),
  network: z.enum(['open', 'none']).exactOptional(),
  report: z.string().exactOptional(),
})

const teamRole = z.object({
  name: z.string(),
  description: z.string(),
  instructions: z.string(),
  from: z.string(),
  access: z.enum(['read', 'write']),
})

const route = z.object({
  role: z.string().exactOptional(),
  task: z.string().exactOptional(),
  paths: z.array(z.string()).readonly().exactOptional(),
  effort: z.enum(['small', 'medium', 'large']).exactOptional(),
  agents: z.array(z.string()).readonly(),
})

const standardInput = z.object({
  objective: z.string().trim().min(1, 'The objective is empty: say what is to be done.'),
  /** Which agent takes which role. */
  agents: z.record(z.string(), z.string()),
  /** How each agent is started; the host's to read on a resume. */
  programs: z.record(
    z.string(),
    z.object({
      command: z.array(z.string()),
      resume: z.boolean(),
      program: z.string().exactOptional(),
      model: z.string().exactOptional(),
      way: z.literal('headless').exactOptional(),
      configured: z.string().exactOptional(),
      freshHome: z.literal(true).exactOptional(),
    }),
  ),
  /** Who takes over from a role's agent, in order. */
  fallbacks: z.record(z.string(), z.array(z.string()).readonly()).readonly().default({}),
  /** Who takes which task; the first that fits counts. */
  routes: z.array(route).readonly().default([]),
  /** `null`: find out from the repository's own files. */
  verify: z.array(gateInput).nullable(),
  /** `null`: the ecosystem's install; `''`: nothing. */
  prepare: z.string().nullable(),
  copy: z.array(z.string()),
  policy: policyInput,
  taskLimits: limits,
  /** Roles as the repository's own files have them. */
  teamRoles: z.array(teamRole).readonly().default([]),
  /** A plan to begin with, as its file has it. */
  plan: z.object({ path: z.string(), text: z.string() }).nullable().default(null),
  /** Files that one of the processes wrote, to begin with or to go on with; paths are from the folder named. */
  from: givenFiles.nullable().default(null),
  /** Whether the process's own files are also written into the user's checkout as they grow. */
  inPlace: z.boolean().default(false),
  branch: z.string().min(1),
})

export type StandardInput = z.infer<typeof standardInput>

/** The input as a new run is given it: what nobody configured is left out, as in the first journals. */
export type WrittenInput = Omit<StandardInput, 'fallbacks' | 'routes'> &
  Partial<Pick<StandardInput, 'fallbacks' | 'routes'>>

/** Throws `bad-input` that names everything which is wrong. */
export function parseStandardInput(input: Json): StandardInput {
  const parsed = standardInput.safeParse(input)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new RunFailure({ code: 'bad-input', message: problems.join('; ') })
}
