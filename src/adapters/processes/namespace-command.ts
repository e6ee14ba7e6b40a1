import { findTool } from './find-tool.ts'
import { firstProcess, quote } from './first-process.ts'
import { namespaceScript } from './namespace-script.ts'
import type { NamespacePlaces } from './namespace-script.ts'

/** How a namespace of its own is made: by a user that may, or inside a user namespace. */
export type NamespaceWay = 'directly' | 'as user'

/** Without the right to mount, to make devices, to load modules or to look into processes of others. */
const KEPT_RIGHTS = ['chown', 'dac_override', 'fowner', 'fsetid', 'kill', 'setgid', 'setuid']
const RIGHTS = ['-all', ...[...KEPT_RIGHTS, 'net_bind_service', 'setfcap'].map((name) => `+${name}`)].join(
  ',',
)

/** The ways that are worth trying here, best first. */
export function namespaceWays(): readonly NamespaceWay[] {
  if (process.platform !== 'linux' || findTool('unshare') === null) return []
  return process.getuid?.() === 0 ? ['directly', 'as user'] : ['as user']
}

export interface NamespaceRequest extends Omit<NamespacePlaces, 'loopback'> {
  readonly cwd: string
  /** Whether it has that of the machine. */
  readonly network: boolean
  /** The most that one file may grow to. */
  readonly fileBytes: number
}

/**
 * The command that runs `program` as the child of the first process in namespaces of its own, which dies with us;
 * `null` when that needs a tool that is not there.
 */
export function namespaceCommand(
  way: NamespaceWay,
  { network, fileBytes, cwd, ...places }: NamespaceRequest,
  program: readonly string[],
): readonly string[] | null {
  const [unshare, setpriv, loopback] = [findTool('unshare'), findTool('setpriv'), findTool('ip')]
  if (unshare === null || setpriv === null || (!network && loopback === null)) return null
  const user = way === 'directly' ? [] : ['--user', '--map-current-user', '--keep-caps']
  const namespace = ['--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc', '--ipc', ...user]
  const script = namespaceScript({ ...places, loopback: network ? null : loopback })
  return [
    setpriv,
    '--pdeathsig',
    'KILL',
    unshare,
    ...namespace,
    ...(network ? [] : ['--net']),
    '/bin/sh',
    '-c',
    script,
    'tutti',
    setpriv,
    '--ambient-caps=-all',
    '--inh-caps=-all',
    `--bounding-set=${RIGHTS}`,
    '--no-new-privs',
    '/bin/sh',
    '-c',
    // Not before its rights are gone: programs that make the place could load what lies there.
    [`cd ${quote(cwd)}`, firstProcess(fileBytes)].join(' || exit 125\n'),
    'tutti',
    ...program,
  ]
}
