import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { spawn } from 'node:child_process'
import { RunFailure } from '../../kernel/failure.ts'
import { Kept } from './kept-bytes.ts'
import { withoutPipes } from '../places/release-pipes.ts'
import type { GitPlace } from './git-place.ts'
import type { GitIdentity } from './git-settings.ts'
import { gitEnvironment, settingArguments } from './git-settings.ts'
import type { GitStand } from './stand-in-worktree.ts'
import { standIn } from './stand-in-worktree.ts'

export const MINIMUM_GIT = '2.38'

/** The variable by which a git child of a dead conductor is known. */
export const MARKER_VARIABLE = 'TUTTI_MARKER'

export interface GitCall {
  readonly input?: string | Uint8Array
  /** What is printed beyond these bytes is cut off: the command is ended, and its result says so. */
  readonly most?: number
  /** Exit codes besides 0 that are an answer. */
  readonly accept?: readonly number[]
  /** The author's and committer's date, in epoch milliseconds. */
  readonly at?: number
  /** Takes what it prints piece by piece, and the result has none of it. */
  readonly receive?: (chunk: Buffer) => void
}

export interface GitResult {
  readonly code: number
  /** What it printed, as it is and as text. */
  readonly bytes: Buffer
  readonly stdout: string
  readonly stderr: string
  readonly isCut: boolean
}

/** What one git command may print where nobody asked for less: an agent decides how long a list is. */
const MOST_BYTES = 512 * 1024 ** 2
/** Of its complaints the end counts. */
const MOST_ERROR_BYTES = 64 * 1024

/** Runs one git command; an exit code that is no answer throws `workspace-failed`, and so does too much to read. */
export type RunGit = (place: GitPlace, args: readonly string[], call?: GitCall) => Promise<GitResult>

export interface GitRunnerOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly identity: GitIdentity
  readonly marker?: string
  readonly signal?: AbortSignal
}

export function createGitRunner(options: GitRunnerOptions): RunGit {
  const base = gitEnvironment(options.environment, options.identity)
  if (options.marker !== undefined) base[MARKER_VARIABLE] = options.marker
  return async (place, args, call = {}) => {
    const argv = [...settingArguments(place.worktree !== undefined), ...args]
    const stand = await standIn(place)
    const objects = place.alternates?.map(quotePath).join(':')
    const alternates = objects === undefined ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects }
    const environment = { ...base, ...stand.variables, ...alternates, ...dateVariables(call.at) }
    const result = await withoutPipes(place.worktree?.files, () =>
      spawnGit(argv, stand, environment, call, options.signal),
    )
    await stand.verify()
    if (result.isCut && call.most !== undefined) return result
    if (result.isCut) throw tooLong(args)
    if (result.code === 0 || call.accept?.includes(result.code)) return result
    throw gitFailure(args, result)
  }
}

/** As git takes a path in a list that colons part. */
function quotePath(path: string): string {
  return /[:"\\]/.test(path) ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"` : path
}

function dateVariables(at: number | undefined): Record<string, string> {
  if (at === undefined) return {}
  const date = `@${Math.floor(at / 1000)} +0000`
  return { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
}

/** In a process group of its own, so that a person's Ctrl-C ends the run and not a git command halfway. */
function spawnGit(
  argv: readonly string[],
  { cwd, stay, command, descriptors }: GitStand,
  env: Record<string, string>,
  { input, receive, most = MOST_BYTES }: GitCall,
  signal: AbortSignal | undefined,
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(cancelled(signal))
      return
    }
    // `-C` and not the child's cwd: a missing folder is then git's own message, and ENOENT means that git is missing.
    const [program = 'git', ...before] = [...command, 'git', ...(stay ? [] : ['-C', cwd])]
    const child = spawn(program, [...before, ...argv], {
      cwd: stay ? cwd : '/',
      env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', ...descriptors],
    }) as ChildProcessWithoutNullStreams
    const printed = new Kept(most)
    let complained = Buffer.alloc(0)
    const abort = (): void => void child.kill('SIGTERM')
    signal?.addEventListener('abort', abort, { once: true })
    const keep = (chunk: Buffer): void => {
      if (printed.add(chunk)) return
      child.stdout.destroy()
      child.kill('SIGTERM')
    }
    child.stdout.on('data', receive ?? keep)
    child.stderr.on('data', (chunk: Buffer) => {
      complained = Buffer.concat([complained, chunk]).subarray(-MOST_ERROR_BYTES)
    })
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
    child.on('error', (error) => {
      signal?.removeEventListener('abort', abort)
      reject(spawnFailure(error))
    })
    child.on('close', (code) => {
      signal?.removeEventListener('abort', abort)
      if (signal?.aborted) reject(cancelled(signal))
      else resolve(resultOf(code ?? 255, printed, complained))
    })
  })
}

/** The text is made when somebody asks for it: whoever wants the bytes does not hold both. */
function resultOf(code: number, printed: Kept, complained: Buffer): GitResult {
  const bytes = printed.bytes()
  return {
    code,
    bytes,
    get stdout() {
      return bytes.toString('utf8')
    },
    stderr: complained.toString('utf8'),
    isCut: printed.isCut,
  }
}

function tooLong(args: readonly string[]): RunFailure {
  const message = `git ${args[0] ?? ''} printed more than ${MOST_BYTES / 1024 ** 2} MB: there are too many files, or they are too large.`
  return new RunFailure({ code: 'workspace-failed', message })
}

function cancelled(signal: AbortSignal): RunFailure {
  return new RunFailure(
    { code: 'cancelled', message: 'A git command was cancelled.' },
    { cause: signal.reason },
  )
}

function spawnFailure(error: NodeJS.ErrnoException): RunFailure {
  if (error.code === 'ENOENT' || error.code === 'EACCES') {
    const message = `git cannot be started: install git ${MINIMUM_GIT} or newer and put it on the PATH.`
    return new RunFailure({ code: 'repository-unfit', message }, { cause: error })
  }
  const message = `git cannot be started (${error.message}): free processes or memory, then resume.`
  return new RunFailure({ code: 'workspace-failed', message }, { cause: error })
}

function gitFailure(args: readonly string[], result: GitResult): RunFailure {
  const said = lastLines(result.stderr) || `exit code ${result.code}`
  return new RunFailure({ code: 'workspace-failed', message: advice(args[0] ?? '', said, result.stderr) })
}

const TROUBLES: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Disk quota exceeded/, 'The disk is full: free some space'],
  [/Too many open files/, 'Too many files are open: raise that limit (`ulimit -n`) to 256 or more'],
  [
    /Cannot allocate memory|out of memory|Resource temporarily unavailable|unable to (fork|create threads?)/i,
    'The system has no memory or processes left: free some',
  ],
  [
    /Read-only file system|insufficient permission|Permission denied/i,
    'Git may not read or write a file: make it writable for this user',
  ],
  [/Input\/output error/, 'The disk reported an error: check it'],
  // Of a file that it cannot write git does not always say why.
  [
    /unable to (write|create)|(could|can)\s?not (write|create)/i,
    'Git cannot write: free some space or mend the permissions',
  ],
]

/** Whether a failure of git, by its message, is of the machine or of permissions outside a worktree. */
export function isOfMachine(message: string): boolean {
  if (/^git cannot be started|insufficient permission|Read-only file system/.test(message)) return true
  return TROUBLES.some(([words, advised]) => message.startsWith(advised) && !words.test('Permission denied'))
}

function advice(command: string, said: string, stderr: string): string {
  const trouble = TROUBLES.find(([words]) => words.test(stderr))
  if (trouble === undefined) return `git ${command} failed: ${said}.`
  return `${trouble[1]}, then resume (git ${command}: ${said}).`
}

/** The end of what git wrote, as one line. */
export function lastLines(stderr: string): string {
  return stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-4)
    .join(' · ')
    .replace(/\.$/, '')
}
