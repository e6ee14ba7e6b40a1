import type { IsolationLevel } from '../../kernel/ports/isolation.ts'
import { DEFAULT_LIMITS } from '../../kernel/ports/isolation.ts'
import type { Confined, LaunchRequest } from '../../kernel/ports/processes.ts'
import { bubblewrapCommand } from './bubblewrap-command.ts'
import type { LaunchView } from './launch-sights.ts'
import { namespaceCommand, namespaceWays } from './namespace-command.ts'
import { PRIVATE_TEMPORARY } from './namespace-script.ts'
import { otherUser } from './other-user.ts'
import { runtimeCommand } from './runtime-command.ts'
import type { WayOut } from './way-out.ts'

/** One way to a level; a system that refuses one may allow another. */
export interface Way {
  readonly level: IsolationLevel
  readonly name: string
  readonly tool: 'bubblewrap' | 'unshare' | 'sandbox-runtime'
  /** Where it has a folder for temporary files in memory; `null`: it needs one on disk. */
  readonly temporary: string | null
  readonly command: (at: Start) => readonly string[] | null | Promise<readonly string[] | null>
}

export interface Start {
  readonly request: LaunchRequest & { readonly confined: Confined }
  readonly view: LaunchView
  readonly wayOut: WayOut | null
  /** Of the mounts that copies need; `null` for none. */
  readonly table: string | null
  readonly cwd: string
  readonly launch: string
  readonly argv: readonly string[]
}

const SANDBOXES = [
  { name: 'sandbox with a user and layers', userNamespace: true, mounts: true },
  { name: 'sandbox with layers', userNamespace: false, mounts: true },
  { name: 'sandbox with a user', userNamespace: true, mounts: false },
  { name: 'sandbox', userNamespace: false, mounts: false },
] as const

const TRIED = ['/', '/tmp', '/var/tmp']

const ON_LINUX: readonly Way[] = [
  ...SANDBOXES.map(({ name, userNamespace, mounts }): Way => ({
    level: 'sandbox',
    name,
    tool: 'bubblewrap',
    temporary: '/tmp',
    command: ({ request, view, wayOut, table, cwd, argv }) =>
      mounts && table === null
        ? null
        : bubblewrapCommand(
            {
              sights: view.sights,
              cwd,
              ...restOf(request.confined),
              ...(wayOut === null ? {} : { network: false }),
              beside: wayOut?.forwarder ?? [],
              userNamespace,
              user: otherUser(request.confined),
              table: mounts ? table : null,
            },
            argv,
          ),
  })),
  ...namespaceWays().map((way): Way => ({
    level: 'namespaces',
    name: `namespaces ${way}`,
    tool: 'unshare',
    temporary: PRIVATE_TEMPORARY,
    command: ({ request, view, cwd, argv, launch }) =>
      namespaceCommand(
        way,
        {
          sights: view.sights,
          cwd,
          tried: [cwd, ...TRIED],
          mark: launch,
          ...restOf(request.confined),
        },
        argv,
      ),
  })),
]

/**
 * The rules for files of macOS, made by a library, which makes the like on Linux, where it is tried. It has neither a
 * process namespace nor a door to listed hosts, and nothing of another place can be shown at a path.
 */
export const RUNTIME_WAY: Way = {
  level: 'namespaces',
  name: 'sandbox-runtime',
  tool: 'sandbox-runtime',
  temporary: null,
  command: ({ request, view, argv }) =>
    runtimeCommand({ view, temporary: request.env['TMPDIR'] ?? '', ...restOf(request.confined) }, argv),
}

/** Best first. */
export function waysOf(platform: NodeJS.Platform): readonly Way[] {
  return platform === 'darwin' ? [RUNTIME_WAY] : ON_LINUX
}

function restOf({ network, limits }: Confined): { readonly network: boolean; readonly fileBytes: number } {
  return { network: network !== 'none', fileBytes: limits?.fileBytes ?? DEFAULT_LIMITS.fileBytes }
}
