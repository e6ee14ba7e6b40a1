import type { HostPattern } from '../kernel/host-pattern.ts'
import { hostOf, parseHostPattern } from '../kernel/host-pattern.ts'
import { isOwnVariable } from './is-own-variable.ts'
import { REGISTRY_HOSTS } from './known-hosts.ts'
import { knownProfiles } from './known-profiles.ts'
import type { ProgramProfile } from './program-profile.ts'

export interface ReachingAgent {
  /** `null` for a command of the user's own. */
  readonly program: Pick<ProgramProfile, 'hosts' | 'variables'> | null
  /** Variables that were set for this agent by name. */
  readonly env?: Readonly<Record<string, string>>
}

const URLS = /\bhttps?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?/gi
const NAMES_HOST = /_(BASE_URL|API_BASE|ENDPOINT|HOST)$/

/**
 * Whom an agent may ask: its service, the registries of packages, and whoever its own variables name. Of a command of
 * the user's own nobody knows which model it asks: it may ask all of them.
 */
export function agentHosts(
  { program, env: own = {} }: ReachingAgent,
  env: Readonly<Record<string, string>>,
): readonly HostPattern[] {
  const service = program?.hosts ?? knownProfiles.flatMap(({ hosts }) => hosts)
  const isOwn = (name: string): boolean =>
    Object.hasOwn(own, name) || (program === null ? NAMES_HOST.test(name) : isOwnVariable(name, program))
  const named = Object.entries(env).flatMap(([name, value]) => (isOwn(name) ? hostsIn(name, value) : []))
  const known = [...new Set([...service, ...REGISTRY_HOSTS])].flatMap((host) => parseHostPattern(host) ?? [])
  return [...known, ...named]
}

function hostsIn(name: string, value: string): readonly HostPattern[] {
  const urls = [...value.matchAll(URLS)].flatMap(([url, host = '', port]): readonly HostPattern[] => {
    const known = hostOf(host)
    const usual = url.toLowerCase().startsWith('https:') ? 443 : 80
    return known === null ? [] : [{ host: known, port: Number(port ?? usual), below: false }]
  })
  if (urls.length > 0 || !NAMES_HOST.test(name)) return urls
  const alone = parseHostPattern(value)
  return alone === null ? [] : [alone]
}
