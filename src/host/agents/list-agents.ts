import { parseAgentCommand } from '../../adapters/agents/acp/parse-agent-command.ts'
import type { AgentSettings, Settings } from '../../config/settings.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { findProfile, knownProfiles } from '../../profiles/known-profiles.ts'
import { installLine } from '../../profiles/install-line.ts'
import type { ProgramProfile } from '../../profiles/program-profile.ts'
import type { UsageReport } from '../../profiles/usage-report.ts'
import type { Environment } from '../locations.ts'
import { findLogin, type Login } from './find-login.ts'
import { findProgramFile } from './find-program-file.ts'
import { installedVersion, type InstalledVersion } from './installed-version.ts'
import { modelPins } from './model-pins.ts'
import { readOnlyWords } from './read-only-words.ts'

/** One agent as `tutti agents` shows it. */
export interface ListedAgent {
  readonly name: string
  readonly title: string
  /** `known`: a program that comes with a profile; `settings`: an agent of tutti.yaml. */
  readonly source: 'known' | 'settings'
  readonly command: readonly string[]
  /** The file that would be started; `null`: it is not installed. */
  readonly file: string | null
  readonly way: 'acp' | 'headless'
  readonly version: InstalledVersion
  readonly login: Login
  /** `null` for a command of the user's own, of which nothing is known before it is tried. */
  readonly abilities: {
    readonly resumes: boolean
    readonly sessions: 'one' | 'many'
    readonly readOnly: string
    readonly tokens: UsageReport
    readonly usd: UsageReport
    /** Whether it can also be led by a command line for each turn. */
    readonly headless: boolean
  } | null
  /** The models that the settings pin for it, each with who asks for it. */
  readonly models: readonly string[]
  readonly hints: readonly string[]
}

export interface ListRequest {
  readonly settings: Settings
  readonly environment: Environment
  readonly cwd: string
  /** Only this one. */
  readonly only?: string
  /** How long a program may take to tell its version. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 3000
const UNKNOWN: InstalledVersion = { version: null, tried: null, standing: 'unknown' }

/** Every program that is known and every agent of the settings, in that order; all are looked at side by side. */
export async function listAgents(request: ListRequest): Promise<readonly ListedAgent[]> {
  const { settings, only } = request
  const known = knownProfiles.map((profile) => ({
    name: profile.name,
    look: () => ofProfile(profile, request),
  }))
  const own = Object.entries(settings.agents).map(([name, agent]) => ({
    name,
    look: () => ofSettings(name, agent, request),
  }))
  const ownNames = new Set(own.map(({ name }) => name))
  const all = [...known.filter(({ name }) => !ownNames.has(name)), ...own]
  const wanted = only === undefined ? all : all.filter(({ name }) => name === only)
  if (wanted.length === 0) {
    const names = all.map(({ name }) => name).join(', ')
    throw new RunFailure({
      code: 'bad-input',
      message: `There is no agent "${only}"; the known ones are ${names}. A command of your own is tried with: tutti agents test 'COMMAND'.`,
    })
  }
  return Promise.all(wanted.map(({ look }) => look()))
}

async function ofProfile(profile: ProgramProfile, request: ListRequest): Promise<ListedAgent> {
  const { environment, cwd, patienceMs = PATIENCE_MS } = request
  const way = profile.acp === null ? 'headless' : 'acp'
  const command = profile.acp?.command ?? profile.headless?.command ?? profile.version
  const file = findProgramFile(command[0], environment, cwd)
  const login = findLogin(profile, environment)
  const version =
    file === null
      ? { ...UNKNOWN, tried: profile.tried[0]?.version ?? null }
      : await installedVersion(profile, file, environment, patienceMs)
  return {
    name: profile.name,
    title: profile.title,
    source: 'known',
    command,
    file,
    way,
    version,
    login,
    abilities: abilitiesOf(profile, way),
    models: modelPins(profile.name, request.settings),
    hints: hintsFor(profile, file, login, version),
  }
}

async function ofSettings(name: string, agent: AgentSettings, request: ListRequest): Promise<ListedAgent> {
  const { environment, cwd, patienceMs = PATIENCE_MS } = request
  const { way, command, profile } = startOf(agent)
  const file = findProgramFile(command[0], environment, cwd)
  return {
    name,
    title: profile?.title ?? name,
    source: 'settings',
    command,
    file,
    way,
    version:
      profile === null || file === null
        ? UNKNOWN
        : await installedVersion(profile, file, environment, patienceMs),
    login: findLogin(profile, { ...environment, ...agent.env }),
    abilities: profile === null ? null : abilitiesOf(profile, way),
    models: modelPins(name, request.settings),
    hints: hintsOfSettings(name, agent.program, profile, command[0], file),
  }
}

function hintsOfSettings(
  name: string,
  program: string | null,
  profile: ProgramProfile | null,
  command: string,
  file: string | null,
): readonly string[] {
  if (program !== null && profile === null)
    return [`the program ${program} is not known: correct agents.${name} in tutti.yaml`]
  return file === null ? [`install ${command}, or correct agents.${name} in tutti.yaml`] : []
}

/** How an agent of the settings is started: by its own command, or as its program is. */
function startOf({ command, program, way: wanted }: AgentSettings): {
  readonly way: 'acp' | 'headless'
  readonly command: readonly [string, ...string[]]
  readonly profile: ProgramProfile | null
} {
  const given = typeof command === 'string' ? parseAgentCommand(command) : command
  const isSame = ({ acp }: ProgramProfile): boolean => acp?.command.join('\0') === given?.join('\0')
  const profile = program === null ? (knownProfiles.find(isSame) ?? null) : findProfile(program)
  const way = wanted ?? (given === null && profile?.acp === null ? 'headless' : 'acp')
  const usual = way === 'acp' ? profile?.acp?.command : profile?.headless?.command
  return { way, command: given ?? usual ?? [program ?? ''], profile }
}

function abilitiesOf(profile: ProgramProfile, way: 'acp' | 'headless'): ListedAgent['abilities'] {
  const acp = way === 'acp' ? profile.acp : null
  const headless = acp === null ? profile.headless : null
  return {
    resumes: acp?.resumes ?? (headless !== null && headless.resume !== null),
    sessions: acp?.sessions ?? 'one',
    readOnly: readOnlyWords((acp ?? headless)?.access.read ?? {}, acp !== null),
    tokens: acp?.tokens ?? headless?.tokens.report ?? 'never',
    usd: acp?.usd ?? headless?.usd.report ?? 'never',
    headless: profile.headless !== null,
  }
}

function hintsFor(
  profile: ProgramProfile,
  file: string | null,
  login: Login,
  { standing, version, tried: known }: InstalledVersion,
): readonly string[] {
  if (file === null) return [installLine(profile)]
  return [
    ...(standing === 'newer' || standing === 'older'
      ? [
          `version ${version} is ${standing} than the one that was tried, ${known}: tutti agents test tells whether it does`,
        ]
      : []),
    ...(login.state === 'no' ? [profile.login.how] : []),
  ]
}
