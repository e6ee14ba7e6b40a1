import { forEachRole } from '../plan/role.ts'
import type { Limits } from '../kernel/usage.ts'
import type { BuiltInPolicy } from '../policy/built-in-policies.ts'
import { builtInPolicies, PARALLEL_BY_CORES } from '../policy/built-in-policies.ts'
import { completeAgent, completeRoute } from './complete-agent.ts'
import type { SettingsChoice, SettingsLayer, SettingSource } from './choose-settings.ts'
import { chooseSettings } from './choose-settings.ts'
import { parseDuration } from './duration.ts'
import { environmentValues } from './environment-values.ts'
import { isBuiltIn } from './policy-settings.ts'
import { refuseAny } from './refuse-values.ts'
import { refuseContradictions } from './refuse-contradictions.ts'
import type { ParsedSettings } from './parse-settings.ts'
import type { GivenValue } from './read-values.ts'
import { readValues } from './read-values.ts'
import type { WrittenSettings } from './settings-schema.ts'
import type { AgentChoice, Settings, VerifyCommand } from './settings.ts'
import { DEFAULT_SETTINGS, DEFAULT_VERIFY_TIMEOUT_MS } from './default-settings.ts'
import { takeSandbox } from './take-sandbox.ts'
import { takePolicy } from './take-policy.ts'

export interface SettingsInput {
  readonly flags: readonly GivenValue[]
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Names of variables that look like settings and are not. */
  readonly ignoredVariables: readonly string[]
  readonly repositoryFile: ParsedSettings | null
  readonly userFile: ParsedSettings | null
  /** The file that `policy.base` names, once it is known. */
  readonly policyFile?: ParsedSettings
  /** The policy that the chosen process is made of: only a flag may name another. */
  readonly processPolicy?: BuiltInPolicy
  /** Cores of the machine, for processes that go by them. */
  readonly cores?: number
}

export interface ResolvedSettings {
  readonly settings: Settings
  /** From dotted key, as it is written in tutti.yaml, to where its value came from. */
  readonly sources: Readonly<Record<string, SettingSource>>
  /** The built-in policy at the bottom of everything. */
  readonly builtIn: BuiltInPolicy
}

const NOTHING: ParsedSettings = { settings: {}, locations: {} }

/**
 * Chooses every value by itself: flags, then variables, then the repository's file, then the user's, then the
 * default; a policy file comes before the user's file, or right after it when it is the user's file that names it. Agents and variables are chosen by name, each as a whole, so that a repository's command is never
 * given what a user wrote for his own; lists are replaced. Throws `bad-input` that names each bad flag and variable.
 */
export function resolveSettings(input: SettingsInput): ResolvedSettings {
  const variables = environmentValues(input.environment, input.ignoredVariables)
  const environment = readValues(variables.values)
  const flags = readValues(input.flags)
  refuseAny([...flags.problems, ...variables.problems, ...environment.problems])

  refuseOwnTrust(input.repositoryFile)

  const { processPolicy } = input
  const given = processPolicy === undefined ? asItIs : withoutBase
  const first: readonly SettingsLayer[] = [
    { source: 'flag', ...flags },
    { source: 'environment', ...given(environment) },
    { source: 'repository', ...given(input.repositoryFile ?? NOTHING) },
  ]
  const user: SettingsLayer = { source: 'user', ...given(input.userFile ?? NOTHING) }
  const policy: SettingsLayer = { source: 'policy', ...(input.policyFile ?? NOTHING) }
  const isNamedFirst = first.some(({ settings }) => settings.policy?.base !== undefined)
  const choice = chooseSettings([...first, ...(isNamedFirst ? [policy, user] : [user, policy])])
  const { take, takeByName, sources } = choice
  const builtIn = builtInOf(choice, input.policyFile, processPolicy ?? 'standard')
  const expand: Expand = (path, key) => expandHome(path, sources[key]?.where ?? key, input.environment)
  const agents = takeByName('agents', (written) => written.agents)
  const settings: Settings = {
    agent: take('agent', (written) => written.agent) ?? null,
    model: take('model', (written) => written.model) ?? null,
    fallback: take('fallback', (written) => written.fallback) ?? [],
    agents: Object.fromEntries(agents.map(([name, agent]) => [name, completeAgent(agent)])),
    roles: forEachRole((role) => takeRole(choice, role)),
    routes: (take('routes', (written) => written.routes) ?? []).map(completeRoute),
    verify: completeVerify(take('verify', (written) => written.verify)),
    prepare: take('prepare', (written) => written.prepare) ?? null,
    copy: take('copy', (written) => written.copy) ?? [],
    env: {
      pass: take('env.pass', (written) => written.env?.pass) ?? [],
      set: Object.fromEntries(takeByName('env.set', (written) => written.env?.set)),
    },
    freshHome: take('fresh-home', (written) => written['fresh-home']) ?? DEFAULT_SETTINGS.freshHome,
    isolation: take('isolation', (written) => written.isolation) ?? DEFAULT_SETTINGS.isolation,
    sandbox: takeSandbox(choice, expand),
    limits: takeLimits(choice, builtIn, input.cores),
    policy: takePolicy(choice, builtIn),
    deliver: {
      branch: take('deliver.branch', (written) => written.deliver?.branch) ?? DEFAULT_SETTINGS.deliver.branch,
    },
    state: {
      journals: takeFolder(choice, 'journals', expand),
      worktrees: takeFolder(choice, 'worktrees', expand),
    },
    trust: take('trust', (written) => written.trust) ?? DEFAULT_SETTINGS.trust,
  }
  // Values that contradict each other may be put right by a file that is still to be read.
  if (input.policyFile !== undefined || isBuiltIn(settings.policy.base))
    refuseContradictions(settings, sources)
  return { settings, sources, builtIn }
}

/** The built-in policy that everything else changes parts of. */
function builtInOf(
  { take }: SettingsChoice,
  file: ParsedSettings | undefined,
  usual: BuiltInPolicy,
): BuiltInPolicy {
  const named = take('policy.base', (written) => written.policy?.base) ?? usual
  const base = isBuiltIn(named) ? named : (file?.settings.policy?.base ?? usual)
  return isBuiltIn(base) ? base : usual
}

function asItIs<Layer extends ParsedSettings>(layer: Layer): Layer {
  return layer
}

/** A process is not turned into another by what the settings usually begin with. */
function withoutBase<Layer extends ParsedSettings>(layer: Layer): Layer {
  if (layer.settings.policy?.base === undefined) return layer
  const { base: _, ...policy } = layer.settings.policy
  return { ...layer, settings: { ...layer.settings, policy } }
}

/** A repository that may say of itself that it is to be trusted would need no trust. */
function refuseOwnTrust(file: ParsedSettings | null): void {
  if (file?.settings.trust === undefined) return
  const where = file.locations['trust'] ?? 'tutti.yaml'
  refuseAny([{ name: where, text: "`trust` is not the repository's to give; write it in your own file" }])
}

function takeRole({ take }: SettingsChoice, role: keyof Settings['roles']): AgentChoice {
  return {
    agent: take(`roles.${role}.agent`, (written) => written.roles?.[role]?.agent) ?? null,
    model: take(`roles.${role}.model`, (written) => written.roles?.[role]?.model) ?? null,
    fallback: take(`roles.${role}.fallback`, (written) => written.roles?.[role]?.fallback) ?? null,
  }
}

function takeLimits(
  choice: SettingsChoice,
  builtIn: BuiltInPolicy,
  cores: number | undefined,
): Settings['limits'] {
  const { run, task, turnMs, stallMs } = DEFAULT_SETTINGS.limits
  const { parallel: usual, gates, attempts } = builtInPolicies[builtIn]
  const parallel = PARALLEL_BY_CORES.has(builtIn) ? Math.max(1, cores ?? usual) : usual
  const { take } = choice
  return {
    run: takeCaps(choice, 'limits', (written) => written.limits, run),
    task: takeCaps(choice, 'limits.task', (written) => written.limits?.task, task),
    parallel: take('limits.parallel', (written) => written.limits?.parallel) ?? parallel,
    gates: take('limits.gates', (written) => written.limits?.gates) ?? gates,
    attempts: take('limits.attempts', (written) => written.limits?.attempts) ?? attempts,
    turnMs: toMs(take('limits.turn-time', (written) => written.limits?.['turn-time'])) ?? turnMs,
    stallMs: toMs(take('limits.stall-time', (written) => written.limits?.['stall-time'])) ?? stallMs,
  }
}

function takeCaps(
  { take }: SettingsChoice,
  key: string,
  read: (written: WrittenSettings) => NonNullable<WrittenSettings['limits']>['task'],
  base: Limits,
): Limits {
  const turns = take(`${key}.turns`, (written) => read(written)?.turns)
  const tokens = take(`${key}.tokens`, (written) => read(written)?.tokens)
  const usd = take(`${key}.usd`, (written) => read(written)?.usd)
  const wallMs = toMs(take(`${key}.time`, (written) => read(written)?.time))
  return {
    ...base,
    ...(turns === undefined ? {} : { turns }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(usd === undefined ? {} : { usd }),
    ...(wallMs === undefined ? {} : { wallMs }),
  }
}

type Expand = (path: string, key: string) => string

function takeFolder({ take }: SettingsChoice, name: keyof Settings['state'], expand: Expand): string | null {
  const key = `state.${name}`
  const path = take(key, (written) => written.state?.[name])
  return path === undefined ? null : expand(path, key)
}

function expandHome(path: string, where: string, environment: SettingsInput['environment']): string {
  if (!path.startsWith('~/')) return path
  const home = environment['HOME']
  if (home === undefined || home === '')
    refuseAny([{ name: where, text: '`~/` needs HOME; write the whole path' }])
  return `${home}${path.slice(1)}`
}

function completeVerify(written: WrittenSettings['verify']): Settings['verify'] {
  const [first, ...others] = written ?? []
  return first === undefined ? null : [completeCommand(first), ...others.map(completeCommand)]
}

function completeCommand(written: NonNullable<WrittenSettings['verify']>[number]): VerifyCommand {
  const { name, command, timeout, ...about } = typeof written === 'string' ? { command: written } : written
  return { ...about, name: name ?? command, command, timeoutMs: toMs(timeout) ?? DEFAULT_VERIFY_TIMEOUT_MS }
}

function toMs(duration: string | undefined): number | undefined {
  return duration === undefined ? undefined : (parseDuration(duration) ?? undefined)
}
