import { accessSync, constants, statSync } from 'node:fs'
import { basename, delimiter, isAbsolute, join } from 'node:path'
import { parseAgentCommand } from '../adapters/agents/acp/parse-agent-command.ts'
import type { AgentSettings, Settings } from '../config/settings.ts'
import { RunFailure } from '../kernel/failure.ts'
import { installLine } from '../profiles/install-line.ts'
import { findProfile, knownProfiles } from '../profiles/known-profiles.ts'
import type { ProgramProfile } from '../profiles/program-profile.ts'
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
  /** The name under `agents` that its variables stand at, where it is not the agent's own. */
  readonly configured?: string
  /** Whether it gets the run's own home instead of the user's. */
  readonly freshHome?: true
}

/** An agent by the name that people see. */
export interface Named {
  readonly name: string
  readonly program: AgentProgram
}

/** Every program that is known, as it is led where nobody said otherwise, those that speak ACP here first. */
function knownHere(environment: Environment): readonly Named[] {
  const known = knownProfiles.flatMap((profile) => {
    const program = ledHere(profile, environment)
    return program === null ? [] : [{ name: profile.name, program }]
  })
  return [
    ...known.filter(({ program }) => program.way === undefined),
    ...known.filter(({ program }) => program.way !== undefined),
  ]
}

/** Over ACP, unless only the program itself is installed and not what speaks ACP for it. */
function ledHere(profile: ProgramProfile, environment: Environment): AgentProgram | null {
  const ways = [ledAs(profile, 'acp'), ledAs(profile, 'headless')].filter((led) => led !== null)
  return ways.find(({ command }) => isInstalled(command[0], environment)) ?? ways[0] ?? null
}

function ledAs({ name, acp, headless }: ProgramProfile, way: 'acp' | 'headless' | null): AgentProgram | null {
  if (way !== 'headless') {
    return acp === null ? null : { command: acp.command, resume: acp.resumes, program: name }
  }
  if (headless === null) return null
  return { command: headless.command, resume: headless.resume !== null, program: name, way }
}

/** The agent of a name or a command, with the model that it must run; `null` stands for one that is installed. */
export function findAgent(
  wanted: string | null,
  model: string | null,
  settings: Settings,
  environment: Environment,
): Named {
  const found = wanted === null ? findInstalled(environment) : findNamed(wanted, settings, environment)
  const { name, program } = found
  if (model === null || model === program.model) return found
  return { name: `${name} (${model})`, program: { ...program, model, configured: name } }
}

function findNamed(wanted: string, settings: Settings, environment: Environment): Named {
  const configured = Object.hasOwn(settings.agents, wanted) ? settings.agents[wanted] : undefined
  if (configured) return installed(wanted, programOf(wanted, configured, environment), environment)
  const known = knownHere(environment).find(({ name }) => name === wanted)
  if (known) return installed(known.name, known.program, environment)
  const command = parseAgentCommand(wanted)
  if (!isInstalled(command[0], environment)) {
    const names = [...Object.keys(settings.agents), ...knownProfiles.map(({ name }) => name)].join(', ')
    throw missing(
      `There is no agent "${wanted}": it is neither a name (${names}) nor a command whose program can be found. Install it, or choose another with --agent.`,
    )
  }
  return {
    name: basename(command[0]).replaceAll(/[^A-Za-z0-9_-]+/g, '-'),
    program: { command, resume: true },
  }
}

/** An agent of the settings: a known program, perhaps started in its own way, or a command alone. */
export function programOf(
  name: string,
  { program, command, model, way, resume }: AgentSettings,
  environment: Environment,
): AgentProgram {
  const argv = typeof command === 'string' ? parseAgentCommand(command) : command
  const own = model === null ? {} : { model }
  if (program === null) {
    if (argv === null) throw unfit(name, 'needs `program` or `command`')
    return { command: argv, resume, ...own }
  }
  const profile = findProfile(program)
  if (profile === null) {
    const names = knownProfiles.map((each) => each.name).join(', ')
    throw unfit(
      name,
      `names the program "${program}", which is not known; write one of ${names}, or a command`,
    )
  }
  const led = argv === null && way === null ? ledHere(profile, environment) : ledAs(profile, way)
  if (led === null) {
    throw unfit(
      name,
      `cannot be led that way: ${profile.title} has no way "${way ?? 'acp'}"; leave \`way\` out`,
    )
  }
  return { ...led, ...(argv === null ? {} : { command: argv }), resume: led.resume && resume, ...own }
}

function unfit(name: string, problem: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message: `The agent "${name}" in tutti.yaml ${problem}.` })
}

/** A path below the folder an agent works in can only be looked for when it is started. */
function installed(name: string, program: AgentProgram, environment: Environment): Named {
  const [file] = program.command
  const isBelow = file.includes('/') && !isAbsolute(file)
  if (isBelow || isInstalled(file, environment)) return { name, program }
  const profile = program.program === undefined ? null : findProfile(program.program)
  const isOwnWay = profile === null || ledAs(profile, program.way ?? 'acp')?.command[0] !== file
  const install = isOwnWay ? 'install it' : `install it (${installLine(profile)})`
  throw missing(
    `The program "${file}" of agent "${name}" cannot be run: ${install}, or correct the agent's \`command\` in tutti.yaml.`,
  )
}

function findInstalled(environment: Environment): Named {
  const known = knownHere(environment)
  const found = known.find(({ program }) => isInstalled(program.command[0], environment))
  if (found) return found
  const programs = known.map(({ program }) => program.command[0]).join(', ')
  throw missing(
    `No coding agent was found on the PATH (${programs}). Install one, or name a command that speaks the Agent Client Protocol: --agent 'goose acp'. To see Tutti work without one: tutti demo.`,
  )
}

/** Names of known agents that are installed, for `doctor`. */
export function installedAgents(environment: Environment): readonly string[] {
  return knownHere(environment)
    .filter(({ program }) => isInstalled(program.command[0], environment))
    .map(({ name }) => name)
}

/** The first known agent that is installed and speaks ACP, as `init` writes it down. */
export function findInstalledAgent(
  environment: Environment,
): { readonly name: string; readonly command: string } | null {
  const found = knownHere(environment).find(
    ({ program }) => program.way === undefined && isInstalled(program.command[0], environment),
  )
  return found ? { name: found.name, command: found.program.command.join(' ') } : null
}

function isInstalled(program: string, environment: Environment): boolean {
  if (program.includes('/')) return isExecutable(program)
  return (environment['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => isAbsolute(folder) && isExecutable(join(folder, program)))
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
