import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { realOf } from './real-of.ts'
import type { Sight } from './view.ts'
import { sightOf } from './view.ts'
import { readText } from './without-secrets.ts'

/** Through these a program could let a service act for it. */
const SERVICES = [
  '/run/docker.sock',
  '/run/containerd',
  '/run/crio',
  '/run/podman',
  '/run/systemd/private',
  '/run/systemd/notify',
  '/run/dbus',
  '/run/snapd.socket',
  '/run/user',
  '/proc/sysrq-trigger',
]

/** What opens the machine, or stands for it: whoever is root would read it. */
const SECRETS = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/ssl/private',
  '/etc/krb5.keytab',
  '/etc/wireguard',
  '/etc/NetworkManager/system-connections',
  '/etc/kubernetes',
  '/run/secrets',
]

/** Where services listen, and what of it is no service but is led to from elsewhere. */
const RUNNING = '/run'
const NOT_SERVICES = [
  '/run/systemd/resolve',
  '/run/NetworkManager/resolv.conf',
  '/run/resolvconf',
  '/run/lock',
  '/run/current-system',
  '/run/opengl-driver',
  '/run/wrappers',
]

/** Nothing of it can be read or connected to, at any level that keeps files apart. */
export function masked(): readonly Sight[] {
  return [...SERVICES, ...SECRETS, ...hostKeys()].flatMap((path) => maskOf(path))
}

/**
 * For whoever has no network of the machine: all services that listen at a path. Those that are started later are seen
 * nowhere but where most of them are, and there nothing of them is.
 */
export function services(sights: readonly Sight[]): readonly Sight[] {
  const running = realOf(RUNNING)
  const hidden: readonly Sight[] = running === null ? [] : [{ kind: 'hidden', path: running }]
  const shown = NOT_SERVICES.flatMap((path): readonly Sight[] => {
    const from = realOf(path)
    return from === null ? [] : [{ kind: 'read', path: from, from }]
  })
  const all = new Map([...hidden, ...shown, ...sights].map((sight) => [sight.path, sight]))
  const seen = (path: string): boolean => {
    const kind = sightOf(path, all)?.kind ?? 'read'
    return kind === 'read' || kind === 'write'
  }
  return [...hidden, ...shown, ...listening().filter(seen).flatMap(maskOf)]
}

function maskOf(path: string): readonly Sight[] {
  const real = existsSync(path) ? realOf(path) : null
  return real === null ? [] : [{ kind: 'masked', path: real }]
}

function hostKeys(): readonly string[] {
  const folder = '/etc/ssh'
  try {
    return readdirSync(folder).flatMap((name) => (/^ssh_host_.*_key$/.test(name) ? [join(folder, name)] : []))
  } catch {
    return []
  }
}

function listening(): readonly string[] {
  const table = readText('/proc/net/unix') ?? ''
  const paths = table.split('\n').flatMap((line) => / (\/.*)$/.exec(line)?.[1] ?? [])
  return [...new Set(paths)].filter(isSocket)
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket()
  } catch {
    return false
  }
}
