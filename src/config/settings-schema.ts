import { z } from 'zod'
import { agentSchema, fallbackSchema, modelSchema, roleSchema, routesSchema } from './agent-schemas.ts'
import { formatDuration } from './duration.ts'
import { policySchema } from './policy-schema.ts'
import { sandboxSchema } from './sandbox-schema.ts'
import { ISOLATION_LEVELS } from '../kernel/ports/isolation.ts'
import type { Role } from '../plan/role.ts'
import { DEFAULT_SETTINGS, DEFAULT_VERIFY_TIMEOUT_MS } from './default-settings.ts'
import { GATE_KINDS, GATE_SCOPES, NETWORKS, TRUST } from './settings.ts'
import {
  AGENT_NAME,
  flag,
  groupBy,
  listOf,
  NAME_EXPECTED,
  oneOf,
  pathInside,
  paths,
  text,
  wholeNumber,
} from '../policy/value-schemas.ts'
import {
  agentOrCommand,
  branchPattern,
  commandLine,
  duration,
  group,
  money,
  statePath,
  variableGlob,
  variables,
} from './value-schemas.ts'

const limits = DEFAULT_SETTINGS.limits

const roles = {
  interpreter: roleSchema('makes an unclear request clear'),
  'code-mapper': roleSchema('finds where in the repository the request belongs'),
  researcher: roleSchema('reads the repository and answers questions about it'),
  planner: roleSchema('writes the plan'),
  splitter: roleSchema('makes tasks of a plan that cannot be used as it is'),
  'plan-auditor': roleSchema('looks for what is wrong with a plan'),
  'assumption-verifier': roleSchema('checks what a plan takes for granted'),
  'executability-verifier': roleSchema('walks through the first tasks of a plan'),
  critic: roleSchema('questions the approach'),
  implementer: roleSchema('does the tasks'),
  'ui-implementer': roleSchema('does the tasks of a user interface'),
  'mobile-implementer': roleSchema('does the tasks of a mobile application'),
  'platform-engineer': roleSchema('does the tasks of builds, deployments and infrastructure'),
  designer: roleSchema('designs and judges user interfaces'),
  'mobile-designer': roleSchema('designs and judges user interfaces of mobile applications'),
  'browser-tester': roleSchema('tests in a browser'),
  'mobile-tester': roleSchema('tests on mobile devices'),
  'documentation-writer': roleSchema('writes documentation'),
  'code-simplifier': roleSchema('makes code simpler without changing what it does'),
  debugger: roleSchema('finds the cause of a failure'),
  reviewer: roleSchema('reviews changes'),
  initializer: roleSchema("keeps the repository's own documentation true"),
} satisfies Record<Role, unknown>

const verifyCommand = group({
  name: text('must be a name').describe('What reports call it. Default: the command.').exactOptional(),
  command: commandLine().describe('The command, as you would type it.'),
  timeout: duration()
    .describe(`How long it may take. Default: ${formatDuration(DEFAULT_VERIFY_TIMEOUT_MS)}.`)
    .exactOptional(),
  kind: oneOf(GATE_KINDS)
    .describe('What it looks at. Only what test and custom print is read for tests. Default: custom.')
    .exactOptional(),
  scope: oneOf(GATE_SCOPES)
    .describe("Whether it decides on a task's work, on what has been merged, or on both. Default: both.")
    .exactOptional(),
  exclusive: flag()
    .describe('Whether nothing else may be proven at the same time. Default: false.')
    .exactOptional(),
  network: oneOf(NETWORKS)
    .describe('Whether it has the network of the machine, or none but its own loopback. Default: open.')
    .exactOptional(),
  report: pathInside()
    .describe(
      'Files that it writes a report of its tests to, such as JUnit XML; *, ** and ? stand for names.',
    )
    .exactOptional(),
})

const verify = listOf(
  z.union([commandLine(), verifyCommand], { error: 'must be a command, or a group with `command`' }),
  'must be a list of at least one command',
)
  .min(1, { error: 'must be a list of at least one command' })
  .superRefine((items, context) => {
    const seen = new Set<string>()
    for (const [index, item] of items.entries()) {
      const name = typeof item === 'string' ? item : (item.name ?? item.command)
      if (seen.has(name))
        context.addIssue({ code: 'custom', path: [index], message: `repeats the name \`${name}\`` })
      seen.add(name)
    }
  })

/** What tutti.yaml may hold. Every description here is what an editor shows beside the key. */
export const settingsSchema = group({
  agent: agentOrCommand()
    .describe(
      'The agent that takes every role without one of its own: its name, or the command that starts it.',
    )
    .exactOptional(),
  model: modelSchema,
  fallback: fallbackSchema,
  agents: groupBy(AGENT_NAME, NAME_EXPECTED, agentSchema)
    .describe('Agents by name, each with the program that it is or the command that starts it.')
    .exactOptional(),
  roles: group(roles).describe('Which agent takes which role.').exactOptional(),
  routes: routesSchema(
    'Which agent takes which task, where it is not the one of the role; the first that fits counts.',
  ),
  verify: verify.describe('The commands that prove the work; all of them must pass.').exactOptional(),
  prepare: z
    .union([commandLine(), z.literal(false)], { error: 'must be a command, or false' })
    .describe(
      'The command that makes a fresh workspace ready, or false for none. Default: found by lock file.',
    )
    .exactOptional(),
  copy: paths()
    .describe('Ignored files that every workspace gets a copy of, by their path in the repository.')
    .exactOptional(),
  env: group({
    pass: listOf(variableGlob(), 'must be a list of names')
      .describe('Names of your environment variables that commands may see; * stands for any letters.')
      .exactOptional(),
    set: variables().describe('Environment variables that commands get.').exactOptional(),
  })
    .describe('The environment of prepare and verify commands.')
    .exactOptional(),
  'fresh-home': flag()
    .describe(
      "Whether a run's agents get a fresh home instead of yours, so that they find only the logins that are in variables. Default: false.",
    )
    .exactOptional(),
  isolation: oneOf(ISOLATION_LEVELS)
    .describe(
      'How far agents and commands are kept apart from your machine where that can be done; `policy.isolation` says what is the least. Default: sandbox.',
    )
    .exactOptional(),
  sandbox: sandboxSchema
    .describe('What agents and commands may touch in the sandbox beside what they always may.')
    .exactOptional(),
  limits: group({
    turns: wholeNumber().describe(`Agents' turns in a run. Default: ${limits.run.turns}.`).exactOptional(),
    tokens: wholeNumber().describe('Tokens in a run. Default: no limit.').exactOptional(),
    usd: money().describe('US dollars in a run. Default: no limit.').exactOptional(),
    time: duration()
      .describe(`Working time of a run. Default: ${formatDuration(limits.run.wallMs)}.`)
      .exactOptional(),
    parallel: wholeNumber().describe(`Agents at work at once. Default: ${limits.parallel}.`).exactOptional(),
    gates: wholeNumber()
      .describe(`Verify commands at work at once. Default: ${limits.gates}.`)
      .exactOptional(),
    attempts: wholeNumber().describe(`Attempts at one task. Default: ${limits.attempts}.`).exactOptional(),
    'turn-time': duration()
      .describe(`How long one turn may take. Default: ${formatDuration(limits.turnMs)}.`)
      .exactOptional(),
    'stall-time': duration()
      .describe(`How long an agent may be silent. Default: ${formatDuration(limits.stallMs)}.`)
      .exactOptional(),
    task: group({
      turns: wholeNumber().describe("Agents' turns on one task. Default: no limit.").exactOptional(),
      tokens: wholeNumber().describe('Tokens on one task. Default: no limit.').exactOptional(),
      usd: money().describe('US dollars on one task. Default: no limit.').exactOptional(),
      time: duration().describe('Working time on one task. Default: no limit.').exactOptional(),
    })
      .describe('Limits for each task.')
      .exactOptional(),
  })
    .describe('Caps on spend and on work at once; a reached cap on spend asks you.')
    .exactOptional(),
  policy: policySchema
    .describe('How the work is organised, what is protected, and what is done about failures.')
    .exactOptional(),
  deliver: group({
    branch: branchPattern()
      .describe(
        `The branch to deliver to; {run} is the run's name. Default: ${DEFAULT_SETTINGS.deliver.branch}.`,
      )
      .exactOptional(),
  })
    .describe('How finished work reaches you.')
    .exactOptional(),
  state: group({
    journals: statePath().describe('Folder for journals. Default: tutti in the .git folder.').exactOptional(),
    worktrees: statePath()
      .describe('Folder for workspaces, outside the repository. Default: tutti in $XDG_STATE_HOME.')
      .exactOptional(),
  })
    .describe('Where Tutti keeps its own files.')
    .exactOptional(),
  trust: oneOf(TRUST)
    .describe(
      "Whether what a repository brings is used only after you allowed it, or always. Never from the repository's own file. Default: ask.",
    )
    .exactOptional(),
}).meta({ title: 'Tutti settings', description: 'Settings of Tutti for one repository or one user.' })

/** The settings as a file, the variables or the flags give them: every key may be missing. */
export type WrittenSettings = z.infer<typeof settingsSchema>
