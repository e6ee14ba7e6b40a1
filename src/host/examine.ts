import { execFile } from 'node:child_process'
import { mkdir, statfs } from 'node:fs/promises'
import { promisify } from 'node:util'
import { RunFailure } from '../kernel/failure.ts'
import { findProfile } from '../profiles/known-profiles.ts'
import { agentEnvironment } from './agent-environment.ts'
import { findIsolation } from '../adapters/processes/find-isolation.ts'
import type { Environment } from './locations.ts'
import { chooseAgents } from './choose-agents.ts'
import { installedAgents } from './find-agent.ts'
import type { Host } from './host.ts'
import { listKeepsakes } from './clean-runs.ts'
import { gatesOfCheckout } from './gates-of-checkout.ts'

export interface Examined {
  readonly name: string
  readonly state: 'good' | 'weak' | 'bad'
  readonly message: string
}

/** Looks at the machine: what Tutti needs, what it can do here, and which promises are weaker. */
export async function examineMachine(environment: Environment): Promise<readonly Examined[]> {
  return [node(), await gitProgram(environment), platform(), await isolation(), agents(environment)]
}

/** Looks at a repository's state folders and what runs keep in them. */
export async function examineRepository(host: Host): Promise<readonly Examined[]> {
  const { runs, worktrees } = host.locations
  const kept = await listKeepsakes(host)
  const megabytes = kept.reduce((sum, { bytes }) => sum + bytes, 0) / 1_048_576
  const message = `${kept.length} kept, worktrees of ${megabytes.toFixed(1)} MB; tutti clean removes those that have ended`
  return [
    secrets(host),
    await gates(host),
    await folder('journals', runs),
    await folder('worktrees', worktrees),
    { name: 'runs', state: 'good', message },
  ]
}

function node(): Examined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const fits = major > 20 || (major === 20 && minor >= 19)
  const old = major < 22 ? ' (past its end of life; 22 or newer is better)' : ''
  return {
    name: 'node',
    state: fits ? 'good' : 'bad',
    message: `${process.version}${fits ? old : '; 20.19 or newer is needed'}`,
  }
}

async function gitProgram(environment: Environment): Promise<Examined> {
  try {
    const { stdout } = await promisify(execFile)('git', ['version'], { env: environment })
    const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number)
    const fits = major > 2 || (major === 2 && minor >= 38)
    return {
      name: 'git',
      state: fits ? 'good' : 'bad',
      message: `${stdout.trim()}${fits ? '' : '; 2.38 or newer is needed'}`,
    }
  } catch {
    return { name: 'git', state: 'bad', message: 'not found; install git 2.38 or newer' }
  }
}

function platform(): Examined {
  if (process.platform === 'linux') return { name: 'platform', state: 'good', message: 'Linux: supported' }
  const message = `${process.platform}: best effort; a process that leaves its group may outlive an interrupted run`
  return { name: 'platform', state: 'weak', message }
}

/** Tried for real: what a system says of itself is not what a container lets one do. */
async function isolation(): Promise<Examined> {
  const { level, holds, lacks, missing } = await findIsolation()
  const told = [holds.join('; '), lacks.length === 0 ? '' : `not covered: ${lacks.join('; ')}`]
  const better = missing === null ? '' : ` (for a better level: ${missing})`
  return {
    name: 'isolation',
    state: level === 'sandbox' ? 'good' : 'weak',
    message: `${level}: ${told.filter((part) => part !== '').join('. ')}${better}`,
  }
}

function agents(environment: Environment): Examined {
  const found = installedAgents(environment)
  return found.length > 0
    ? { name: 'agents', state: 'good', message: found.join(', ') }
    : {
        name: 'agents',
        state: 'weak',
        message: 'none of the known ones on the PATH; name yours with --agent or in tutti.yaml',
      }
}

/** The agents that the settings choose, found as a run would find them. */
export function examineAgents({
  settings,
  environment,
  sources,
}: Pick<Host, 'settings' | 'environment' | 'sources'>): Examined {
  const name = 'agents'
  try {
    const { notices } = chooseAgents(settings, environment)
    if (notices.length > 0) return { name, state: 'weak', message: notices.join(' ') }
    if (settings.agent === null) return agents(environment)
    const message = `${settings.agent} (${sources['agent']?.where ?? 'settings'})`
    return { name, state: 'good', message }
  } catch (thrown) {
    if (!(thrown instanceof RunFailure)) throw thrown
    // Without any agent there is still the demo, and --agent.
    return { name, state: settings.agent === null ? 'weak' : 'bad', message: thrown.message }
  }
}

/** Names only, of what looks like a secret and is no business of the agents that are here. */
function secrets({ environment, settings }: Host): Examined {
  const name = 'secrets'
  const withheld = installedAgents(environment).flatMap((agent) => {
    const program = findProfile(agent)
    if (program === null) return []
    const request = { own: environment, pass: settings.env.pass, agent: { program }, home: null }
    const names = agentEnvironment(request).withheld
    return names.length === 0 ? [] : [`${names.join(', ')} from ${agent}`]
  })
  return withheld.length === 0
    ? { name, state: 'good', message: 'no variable is withheld from agents' }
    : { name, state: 'good', message: `withheld ${withheld.join('; ')}; env.pass lets a name through` }
}

async function gates({ settings, locations }: Host): Promise<Examined> {
  const named = settings.verify ?? []
  const found = named.length > 0 ? named : await gatesOfCheckout(locations.repository.root)
  const commands = found.map(({ command }) => command).join(', ')
  return found.length > 0
    ? { name: 'gates', state: 'good', message: `${commands} (${named.length > 0 ? 'set' : 'found'})` }
    : { name: 'gates', state: 'weak', message: 'nothing found that proves work; name a command under verify' }
}

async function folder(name: string, path: string): Promise<Examined> {
  try {
    await mkdir(path, { recursive: true })
    const { bavail, bsize } = await statfs(path)
    const free = (bavail * bsize) / 1_073_741_824
    return { name, state: free < 1 ? 'weak' : 'good', message: `${path} (${free.toFixed(1)} GB free)` }
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown)
    return { name, state: 'bad', message: `${path} cannot be used: ${reason}` }
  }
}
