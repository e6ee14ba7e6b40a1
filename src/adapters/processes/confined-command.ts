import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_PROCESS } from './first-process.ts'
import { readOnlyScript } from './read-only-script.ts'
import type { ReadOnlyPlaces } from './read-only-script.ts'

/** How a namespace of its own is made: by a user that may, or inside a user namespace. */
export type NamespaceWay = 'directly' | 'as user'

const TOOL_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin']

/** Without the right to mount, to make devices, to load modules or to look into processes of others. */
const KEPT_RIGHTS = ['chown', 'dac_override', 'fowner', 'fsetid', 'kill', 'setgid', 'setuid']
const RIGHTS = ['-all', ...[...KEPT_RIGHTS, 'net_bind_service', 'setfcap'].map((name) => `+${name}`)].join(
  ',',
)

/** Through these a program could let a service write for it. */
const SERVICES = [
  '/run/docker.sock',
  '/run/containerd/containerd.sock',
  '/run/crio/crio.sock',
  '/run/podman/podman.sock',
  '/run/systemd/private',
  '/run/dbus/system_bus_socket',
  '/run/snapd.socket',
  '/proc/sysrq-trigger',
]
const OWN_SERVICES = ['bus', 'docker.sock', 'podman/podman.sock', 'systemd/private']

/** The ways that are worth trying here, best first. */
export function namespaceWays(): readonly NamespaceWay[] {
  if (process.platform !== 'linux' || findTool('unshare') === null) return []
  return process.getuid?.() === 0 ? ['directly', 'as user'] : ['as user']
}

/**
 * The command that runs `program` as the child of the first process in a namespace of its own, which dies with us
 * where the system can arrange that. With `places` it cannot write elsewhere; `null` when that needs a tool that is
 * not there.
 */
export function confinedCommand(
  way: NamespaceWay,
  places: ReadOnlyPlaces | null,
  program: readonly string[],
): readonly string[] | null {
  const [unshare, setpriv] = [findTool('unshare'), findTool('setpriv')]
  if (unshare === null || (places !== null && setpriv === null)) return null
  const diesWithUs = setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL']
  const user = way === 'directly' ? [] : ['--user', '--map-current-user']
  const mounts = places === null ? ['--propagation', 'slave'] : way === 'directly' ? [] : ['--keep-caps']
  const namespace = ['--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc', ...user, ...mounts]
  const readOnly =
    places === null || setpriv === null
      ? []
      : ['/bin/sh', '-c', readOnlyScript(places), 'tutti', setpriv, ...withoutRights()]
  return [
    ...diesWithUs,
    unshare,
    ...namespace,
    ...readOnly,
    '/bin/sh',
    '-c',
    FIRST_PROCESS,
    'tutti',
    ...program,
  ]
}

/** The services that are there, of the system and of this user. */
export function servicesToMask(runtimeFolder: string | undefined): readonly string[] {
  const own = runtimeFolder === undefined ? [] : OWN_SERVICES.map((name) => join(runtimeFolder, name))
  return [...SERVICES, ...own].filter((path) => existsSync(path))
}

function withoutRights(): readonly string[] {
  return ['--ambient-caps=-all', '--inh-caps=-all', `--bounding-set=${RIGHTS}`, '--no-new-privs']
}

/** Never from the PATH: what a project puts there must not make its own confinement. */
function findTool(name: string): string | null {
  return TOOL_FOLDERS.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
