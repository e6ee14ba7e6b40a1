import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { ALLOWED_VARIABLES } from './allowed-variables.ts'

type Variables = Readonly<Record<string, string | undefined>>

export interface CommandEnvironmentRequest {
  /** The conductor's own environment. */
  readonly own: Variables
  /** Further names that may pass; `*` stands for any run of characters. */
  readonly pass: readonly string[]
  readonly set: Readonly<Record<string, string>>
  /** Variables of git that keep commands off what all worktrees share. */
  readonly git?: Readonly<Record<string, string>>
  readonly workspacePath: string
}

export interface CommandEnvironment {
  readonly env: Readonly<Record<string, string>>
  /** Names only, sorted. */
  readonly withheld: readonly string[]
}

/** What a workspace gets of its own. */
const OF_WORKSPACE = ['PWD', 'TMPDIR', 'PORT', 'TUTTI_PORTS', 'COMPOSE_PROJECT_NAME']

/** What every shell makes anew, or a workspace gets of its own: its absence is no news. */
const NOT_MISSED = new Set([...OF_WORKSPACE, '_', 'OLDPWD', 'SHLVL', 'TMP', 'TEMP'])

const LOOKS_SECRET = /key|token|secret|passw|credential|auth|private/i

const FIRST_PORT = 20_000
const LAST_PORT = 59_999
const PORTS = 20

/**
 * The environment of a build or test command. Contract: nothing that looks like a secret passes by a pattern,
 * only by its full name in `pass`; inherited `GIT_*` and `TUTTI_*` never pass; `set` has the last word.
 */
export function commandEnvironment(request: CommandEnvironmentRequest): CommandEnvironment {
  const names = new Set([...Object.values(ALLOWED_VARIABLES).flat(), ...request.pass])
  const patterns = [...names].filter((name) => name.includes('*')).map(toPattern)
  const mayPass = (name: string): boolean =>
    !/^(GIT|TUTTI)_/.test(name) &&
    !NOT_MISSED.has(name) &&
    (names.has(name) || (!LOOKS_SECRET.test(name) && patterns.some((pattern) => pattern.test(name))))

  const inherited = Object.entries(request.own).flatMap(([name, value]) =>
    value !== undefined && mayPass(name) ? [[name, value] as const] : [],
  )
  const env = {
    ...Object.fromEntries(inherited),
    ...workspaceVariables(request.workspacePath),
    ...request.git,
    ...request.set,
  }
  const withheld = Object.keys(request.own)
    .filter(
      (name) =>
        request.own[name] !== undefined &&
        !(name in env) &&
        !NOT_MISSED.has(name) &&
        !name.startsWith('TUTTI_'),
    )
    .toSorted()
  return { env, withheld }
}

/** Keeps commands of different workspaces apart, as far as two paths do not share one hash in 2,000. */
function workspaceVariables(path: string): Readonly<Record<string, string>> {
  const hash = createHash('sha256').update(path).digest()
  const slots = (LAST_PORT + 1 - FIRST_PORT) / PORTS
  const first = FIRST_PORT + (hash.readUInt32BE(0) % slots) * PORTS
  const name = basename(path)
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '-')
    .slice(0, 30)
  return {
    CI: '1',
    PWD: path,
    TMPDIR: `${path}.tmp`,
    PORT: String(first),
    TUTTI_PORTS: `${first}-${first + PORTS - 1}`,
    COMPOSE_PROJECT_NAME: `tutti-${name}-${hash.toString('hex', 0, 4)}`,
  }
}

/** The variables that are the same in every workspace. */
export function withoutWorkspace(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OF_WORKSPACE.includes(name)))
}

function toPattern(glob: string): RegExp {
  const parts = glob.split('*').map((part) => part.replaceAll(/[^A-Za-z0-9_]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`)
}
