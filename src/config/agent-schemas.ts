import { z } from 'zod'
import { ROLE_NAME } from '../plan/role.ts'
import { flag, listOf, oneOf, paths, text } from '../policy/value-schemas.ts'
import { agentOrCommand, commandLine, group, variables } from './value-schemas.ts'

export const AGENT_WAYS = ['acp', 'headless'] as const
export const EFFORTS = ['small', 'medium', 'large'] as const

const model = text('must be the name of a model')
const fallback = listOf(agentOrCommand(), 'must be a list of agents')

/** One agent under `agents`: a known program, or a command of the user's own. */
export const agentSchema = group({
  program: text('must be the name of a known program')
    .describe('The known program that it is, such as codex or goose; tutti agents lists them.')
    .exactOptional(),
  command: z
    .union([commandLine(), z.tuple([commandLine()], text('must be text'))], {
      error: 'must be a command, or a list of its words',
    })
    .describe(
      'The command that starts the agent, speaking the Agent Client Protocol on standard input and output. Default: the one of its program.',
    )
    .exactOptional(),
  model: model
    .describe('The model it must run. Default: whichever the agent is set up with.')
    .exactOptional(),
  way: oneOf(AGENT_WAYS)
    .describe(
      'How a known program is led: over the Agent Client Protocol, or by one command line for each turn. Default: acp where it can.',
    )
    .exactOptional(),
  env: variables().describe('Environment variables for this agent only.').exactOptional(),
  resume: flag()
    .describe('Whether its sessions may be taken up again after its process has died. Default: true.')
    .exactOptional(),
})
  .superRefine(({ program, command, way }, context) => {
    const refuse = (message: string): void => context.addIssue({ code: 'custom', message })
    if (program === undefined && command === undefined) refuse('needs `program` or `command`')
    if (way === 'headless' && program === undefined) refuse('needs `program`, for `way: headless`')
    if (way === 'headless' && command !== undefined) refuse('takes no `command` beside `way: headless`')
  })
  .describe('One agent: a known program, or a command.')

export const modelSchema = model
  .describe('The model that `agent` must run. Default: the one it is set up with.')
  .exactOptional()

export const fallbackSchema = fallback
  .describe('Agents that take over, in this order, when the one that was chosen cannot be used.')
  .exactOptional()

/** Who takes one role. */
export function roleSchema(work: string) {
  return group({
    agent: agentOrCommand()
      .describe(`The agent that ${work}: its name, or the command that starts it.`)
      .exactOptional(),
    model: model.describe('The model it must run in this role.').exactOptional(),
    fallback: fallback.describe('Who takes over in this role, in this order.').exactOptional(),
  })
    .describe(`Who ${work}; without it, the default agent.`)
    .exactOptional()
}

const route = group({
  role: text('must be a role')
    .regex(ROLE_NAME, { error: 'must be a role' })
    .describe('Only where this role is asked about the task. Default: whoever does the task.')
    .exactOptional(),
  task: text('must be the id of a task, in which * stands for any letters')
    .describe('Only tasks with this id; * stands for any letters.')
    .exactOptional(),
  paths: paths().describe('Only tasks that may write one of these paths and globs.').exactOptional(),
  effort: oneOf(EFFORTS).describe('Only tasks that the plan takes for so large.').exactOptional(),
  agent: agentOrCommand().describe('The agent. Default: the one of the role.').exactOptional(),
  model: model.describe('The model it must run.').exactOptional(),
  fallback: fallback.describe('Who takes over, in this order.').exactOptional(),
}).superRefine(({ agent, model: wanted, fallback: others }, context) => {
  if (agent === undefined && wanted === undefined && others === undefined)
    context.addIssue({ code: 'custom', message: 'needs `agent`, `model` or `fallback`' })
})

/** Which agent takes which task; the first that fits counts. */
export function routesSchema(words: string) {
  return listOf(route, 'must be a list of routes').describe(words).exactOptional()
}

export type WrittenAgent = z.infer<typeof agentSchema>
export type WrittenRoute = z.infer<typeof route>
