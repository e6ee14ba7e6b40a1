import type { getDefaultWritePaths, SandboxManager } from '@anthropic-ai/sandbox-runtime'
import { quote, ulimit } from './first-process.ts'
import type { LaunchView } from './launch-sights.ts'
import { isWithin } from './mount-table.ts'
import type { Sight } from './view.ts'

export interface RuntimeRequest {
  readonly view: LaunchView
  /** Its own folder for temporary files. */
  readonly temporary: string
  /** Whether it has that of the machine. */
  readonly network: boolean
  /** The most that one file may grow to. */
  readonly fileBytes: number
}

/** What the runtime is told of files. Contract: `denyWrite` wins over `allowWrite`, `allowRead` over `denyRead`. */
export type RuntimeFiles = {
  readonly allowWrite: string[]
  readonly denyWrite: string[]
  readonly denyRead: string[]
  readonly allowRead: string[]
}

interface Runtime {
  readonly SandboxManager: typeof SandboxManager
  readonly getDefaultWritePaths: typeof getDefaultWritePaths
}

const PATTERN = /[*?[\]{}]/

/**
 * The command that becomes `program` in a sandbox of the runtime, once it is let through its gate; `null` where the
 * package is not installed, or a path would be read as a pattern.
 */
export async function runtimeCommand(
  { view, temporary, network, fileBytes }: RuntimeRequest,
  program: readonly string[],
): Promise<readonly string[] | null> {
  const runtime = await loadRuntime()
  if (runtime === null) return null
  const files = runtimeFiles(view, temporary)
  if (Object.values(files).some((paths) => paths.some((path) => PATTERN.test(path)))) return null
  const script = [
    ulimit(fileBytes),
    `export TMPDIR=${quote(temporary)}`,
    'echo "ready 0 0" >&3',
    'IFS= read -r go <&3 || exit 125',
    'exec 3<&-',
    `exec ${program.map(quote).join(' ')}`,
  ].join('\n')
  const wrapped = await runtime.SandboxManager.wrapWithSandbox(script, '/bin/sh', {
    filesystem: { ...files, denyWrite: [...files.denyWrite, ...unaskedPlaces(runtime)] },
    // Nothing is started beside it: without hosts there is nothing to let through.
    ...(network ? {} : { network: { allowedDomains: [], deniedDomains: [] } }),
  })
  return ['/bin/sh', '-c', `exec ${wrapped}`]
}

/** What of a view can be said by rules for paths; what would have to lie at another place is read-only. */
export function runtimeFiles({ sights }: Pick<LaunchView, 'sights'>, temporary: string): RuntimeFiles {
  const places = (...kinds: readonly Sight['kind'][]): string[] =>
    sights.filter((sight) => kinds.includes(sight.kind) && isAtItsPlace(sight)).map(({ path }) => path)
  const denyRead = places('hidden', 'masked')
  const allowWrite = [...new Set([...places('write'), temporary])]
  const others = sights.filter(({ path }) => !allowWrite.includes(path)).map(({ path }) => path)
  return {
    denyRead,
    allowRead: [...places('read'), ...allowWrite].filter((path) => liesIn(path, denyRead)),
    allowWrite,
    denyWrite: others.filter((path) => liesIn(path, allowWrite)),
  }
}

function isAtItsPlace(sight: Sight): boolean {
  return !('from' in sight) || sight.from === sight.path
}

function liesIn(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => folder !== path && isWithin(path, folder))
}

/** Folders that the runtime lets everybody write to. */
function unaskedPlaces({ getDefaultWritePaths }: Runtime): string[] {
  return getDefaultWritePaths().filter((path) => !path.startsWith('/dev/'))
}

async function loadRuntime(): Promise<Runtime | null> {
  try {
    return await import('@anthropic-ai/sandbox-runtime')
  } catch {
    return null
  }
}
