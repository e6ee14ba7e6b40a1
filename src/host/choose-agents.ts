import { accessSync, constants, statSync } from 'node:fs'
import { basename, delimiter, isAbsolute, join } from 'node:path'
import type { ConfiguredAgent } from '../adapters/agents/turns/configured-agent.ts'
import { parseAgentCommand } from '../adapters/agents/acp/parse-agent-command.ts'
import type { Settings } from '../config/settings.ts'
import type { Role } from '../plan/role.ts'
import { forEachRole } from '../plan/role.ts'
import { RunFailure } from '../kernel/failure.ts'
import { findProfile, knownProfiles } from '../profiles/known-profiles.ts'
import type { Environment } from './locations.ts'

/** How an agent is started; kept in the journal, so that a resume starts the same one. */
export type AgentProgram = {
  readonly command: readonly [string, ...string[]]
  readonly resume: boolean
  /** The name of its profile; absent for a command of the user's own. */
  readonly program?: string
  /** Absent: whichever it chooses. */
  readonly model?: string
  /** Absent: over the Agent Client Protocol. */
  readonly way?: 'headless'
}

export interface ChosenAgents {
  readonly roles: Readonly<Record<Role, string>>
  readonly programs: Readonly<Record<string, AgentProgram>>
}

/** Gives each role an agent: its own, else the default one, else the first known program that is installed. */
export function chooseAgents(settings: Settings, environment: Environment): ChosenAgents {
  const programs: Record<string, AgentProgram> = {}
  const choose = (wanted: string | null): string => {
    const { name, program } =
      wanted === null ? findInstalled(environment) : findNamed(wanted, settings, environment)
    const taken = programs[name]
    const free = taken === undefined || taken.command.join('\0') === program.command.join('\0')
    const unique = free ? name : `${name}-${Object.keys(programs).length + 1}`
    programs[unique] = program
    return unique
  }
  const pick = (role: Role): string => choose(settings.roles[role].agent ?? settings.agent)
  return { roles: forEachRole(pick), programs }
}

/** The profiles of recorded programs, with what only the present settings know: variables and patience. */
export function profilesOf(
  programs: ChosenAgents['programs'],
  settings: Settings,
): readonly ConfiguredAgent[] {
  const { stallMs, turnMs: totalMs } = settings.limits
  return Object.entries(programs).map(([name, { command, resume, program, model, way }]) => ({
    name,
    command,
    resume,
    stallMs,
    totalMs,
    program: program === undefined ? null : findProfile(program),
    model: model ?? null,
    way: way ?? 'acp',
    env: Object.hasOwn(settings.agents, name) ? (settings.agents[name]?.env ?? {}) : {},
  }))
}

interface Named {
  readonly name: string
  readonly program: AgentProgram
}

/** Every program that is known, as it is led where nobody said otherwise. */
const knownPrograms: readonly Named[] = knownProfiles.flatMap(({ name, acp }) =>
  acp === null ? [] : [{ name, program: { command: acp.command, resume: acp.resumes, program: name } }],
)

function findNamed(wanted: string, settings: Settings, environment: Environment): Named {
  const configured = Object.hasOwn(settings.agents, wanted) ? settings.agents[wanted] : undefined
  if (configured) {
    const { command, resume } = configured
    const argv = typeof command === 'string' ? parseAgentCommand(command) : command
    return installed(wanted, { command: argv, resume }, environment)
  }
  const known = knownPrograms.find(({ name }) => name === wanted)
  if (known) return installed(known.name, known.program, environment)
  const command = parseAgentCommand(wanted)
  if (!isInstalled(command[0], environment)) {
    const names = [...Object.keys(settings.agents), ...knownPrograms.map(({ name }) => name)].join(', ')
    throw missing(
      `There is no agent "${wanted}": it is neither a name (${names}) nor a command whose program can be found. Install it, or choose another with --agent.`,
    )
  }
  return {
    name: basename(command[0]).replaceAll(/[^A-Za-z0-9_-]+/g, '-'),
    program: { command, resume: true },
  }
}

/** A path below the folder an agent works in can only be looked for when it is started. */
function installed(name: string, program: AgentProgram, environment: Environment): Named {
  const [file] = program.command
  const isBelow = file.includes('/') && !isAbsolute(file)
  if (isBelow || isInstalled(file, environment)) return { name, program }
  throw missing(
    `The program "${file}" of agent "${name}" cannot be run: install it, or correct the agent's \`command\` in tutti.yaml.`,
  )
}

function findInstalled(environment: Environment): Named {
  const found = knownPrograms.find(({ program }) => isInstalled(program.command[0], environment))
  if (found) return found
  const programs = knownPrograms.map(({ program }) => program.command[0]).join(', ')
  throw missing(
    `No coding agent was found on the PATH (${programs}). Install one, or name a command that speaks the Agent Client Protocol: --agent 'goose acp'. To see Tutti work without one: tutti demo.`,
  )
}

/** Names of known agents that are installed, for `doctor`. */
export function installedAgents(environment: Environment): readonly string[] {
  return knownPrograms
    .filter(({ program }) => isInstalled(program.command[0], environment))
    .map(({ name }) => name)
}

/** The first known agent that is installed, as `init` writes it down. */
export function findInstalledAgent(
  environment: Environment,
): { readonly name: string; readonly command: string } | null {
  const found = knownPrograms.find(({ program }) => isInstalled(program.command[0], environment))
  return found ? { name: found.name, command: found.program.command.join(' ') } : null
}

function isInstalled(program: string, environment: Environment): boolean {
  if (program.includes('/')) return isExecutable(program)
  return (environment['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && isExecutable(join(folder, program)))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function missing(message: string): RunFailure {
  return new RunFailure({ code: 'agent-missing', message })
}
