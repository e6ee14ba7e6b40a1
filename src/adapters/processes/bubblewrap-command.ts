import { existsSync, statSync } from 'node:fs'
import { firstProcess } from './first-process.ts'
import { findTool } from './find-tool.ts'
import { boundAt } from './package-caches.ts'
import type { OtherUser } from './other-user.ts'
import { scratchBytes } from './scratch.ts'
import { SYSTEM_SETTINGS } from './system-settings.ts'
import type { Sight } from './view.ts'

export interface BubblewrapRequest {
  readonly sights: readonly Sight[]
  readonly cwd: string
  /** Whether it has that of the machine. */
  readonly network: boolean
  /** What stands beside the program; empty for nothing. */
  readonly beside: readonly string[]
  /** The most that one file may grow to. */
  readonly fileBytes: number
  /** A user namespace of its own: no right that is left counts outside. */
  readonly userNamespace: boolean
  /** Names what has to be mounted before; `null`: nothing, and copies are empty at first. */
  readonly table: string | null
  /** Who it is in there, in a user namespace; `null`: who it is outside. */
  readonly user: OtherUser | null
}

/** Goes on where the system refuses one of them. */
const MOUNT_BEFORE = 'mount -n -a -T "$1" 2> /dev/null; shift; exec "$@"'

/**
 * The command that runs `program` as the child of the first process in a sandbox, which dies with us; `null` where
 * bubblewrap is not installed.
 */
export function bubblewrapCommand(
  { sights, cwd, network, beside, fileBytes, userNamespace, user, table }: BubblewrapRequest,
  program: readonly string[],
): readonly string[] | null {
  const bwrap = findTool('bwrap')
  if (bwrap === null) return null
  const before = table === null ? [] : mountingBefore(table)
  if (before === null) return null
  return [
    ...before,
    bwrap,
    '--die-with-parent',
    '--as-pid-1',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    ...(userNamespace ? ['--unshare-user'] : []),
    ...(userNamespace && user !== null ? ['--uid', String(user.number)] : []),
    ...(network ? [] : ['--unshare-net']),
    '--cap-drop',
    'ALL',
    '--ro-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...SYSTEM_SETTINGS.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path]),
    ...(userNamespace && user !== null ? ['--ro-bind', user.names, '/etc/passwd'] : []),
    ...sights.flatMap((sight) => place(sight, table !== null)),
    // At last: before that the places of other mounts are made in them.
    ...sights.flatMap((sight) =>
      ['hidden', 'masked'].includes(sight.kind) && isFolder(sight.path) ? ['--remount-ro', sight.path] : [],
    ),
    '--remount-ro',
    '/dev',
    '--chdir',
    cwd,
    '--',
    '/bin/sh',
    '-c',
    firstProcess(fileBytes, beside),
    'tutti',
    ...program,
  ]
}

/** In a mount namespace of its own: bubblewrap can bind what is there, and mount no layers. */
function mountingBefore(table: string): readonly string[] | null {
  const [unshare, setpriv, mount] = [findTool('unshare'), findTool('setpriv'), findTool('mount')]
  if (unshare === null || setpriv === null || mount === null) return null
  const script = ['/bin/sh', '-c', MOUNT_BEFORE.replace('mount', mount), 'tutti', table]
  if (process.getuid?.() === 0) return [unshare, '--mount', ...script]
  const without = [setpriv, '--ambient-caps=-all', '--inh-caps=-all']
  return [unshare, '--user', '--map-current-user', '--keep-caps', '--mount', ...script, ...without]
}

function place(sight: Sight, mayMount: boolean): readonly string[] {
  const { path } = sight
  switch (sight.kind) {
    case 'scratch':
      return ['--perms', '1777', '--size', String(scratchBytes()), '--tmpfs', path]
    case 'hidden':
    case 'masked':
      if (!existsSync(path)) return []
      return isFolder(path) ? ['--perms', '0755', '--tmpfs', path] : ['--ro-bind', '/dev/null', path]
    case 'read':
      return existsSync(sight.from) ? ['--ro-bind', sight.from, path] : []
    case 'write':
      return existsSync(sight.from) ? ['--bind', sight.from, path] : []
    case 'copy': {
      const bound = boundAt(sight, mayMount)
      return bound === null ? ['--symlink', sight.plain, path] : ['--bind', bound, path]
    }
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
