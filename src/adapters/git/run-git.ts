import { spawn } from 'node:child_process'
import { RunFailure } from '../../kernel/failure.ts'
import type { GitIdentity } from './git-settings.ts'
import { gitEnvironment, settingArguments } from './git-settings.ts'

export const MINIMUM_GIT = '2.38'

/** The variable by which a git child of a dead conductor is known. */
export const MARKER_VARIABLE = 'TUTTI_MARKER'

/** Where a git command acts. Without `gitDir` git looks for the repository from `cwd`. */
export interface GitPlace {
  readonly cwd: string
  readonly gitDir?: string
  readonly workTree?: string
  readonly indexFile?: string
}

export interface GitCall {
  readonly input?: string
  /** Exit codes besides 0 that are an answer. */
  readonly accept?: readonly number[]
  /** The author's and committer's date, in epoch milliseconds. */
  readonly at?: number
}

export interface GitResult {
  readonly code: number
  /** What it printed, as it is and as text. */
  readonly bytes: Buffer
  readonly stdout: string
  readonly stderr: string
}

/** Runs one git command; an exit code that is no answer throws `workspace-failed`. */
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
    const argv = [...settingArguments(place.workTree !== undefined), ...args]
    const environment = { ...base, ...placeVariables(place), ...dateVariables(call.at) }
    const result = await spawnGit(argv, place.cwd, environment, call.input, options.signal)
    if (result.code === 0 || call.accept?.includes(result.code)) return result
    throw gitFailure(args, result)
  }
}

function placeVariables(place: GitPlace): Record<string, string> {
  return {
    ...(place.gitDir !== undefined && { GIT_DIR: place.gitDir }),
    ...(place.workTree !== undefined && { GIT_WORK_TREE: place.workTree }),
    ...(place.indexFile !== undefined && { GIT_INDEX_FILE: place.indexFile }),
  }
}

function dateVariables(at: number | undefined): Record<string, string> {
  if (at === undefined) return {}
  const date = `@${Math.floor(at / 1000)} +0000`
  return { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
}

/** In a process group of its own, so that a person's Ctrl-C ends the run and not a git command halfway. */
function spawnGit(
  argv: readonly string[],
  cwd: string,
  env: Record<string, string>,
  input: string | undefined,
  signal: AbortSignal | undefined,
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(cancelled(signal))
      return
    }
    // `-C` and not the child's cwd: a missing folder is then git's own message, and ENOENT means that git is missing.
    const child = spawn('git', ['-C', cwd, ...argv], { cwd: '/', env, detached: true })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    const abort = (): void => void child.kill('SIGTERM')
    signal?.addEventListener('abort', abort, { once: true })
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
    child.on('error', (error) => {
      signal?.removeEventListener('abort', abort)
      reject(spawnFailure(error))
    })
    child.on('close', (code) => {
      signal?.removeEventListener('abort', abort)
      if (signal?.aborted) reject(cancelled(signal))
      else resolve(resultOf(code ?? 255, Buffer.concat(stdout), Buffer.concat(stderr)))
    })
  })
}

function resultOf(code: number, bytes: Buffer, stderr: Buffer): GitResult {
  return { code, bytes, stdout: bytes.toString('utf8'), stderr: stderr.toString('utf8') }
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

/** Of a file that it cannot write git does not always say why. */
function advice(command: string, said: string, stderr: string): string {
  if (/No space left on device|Disk quota exceeded/.test(stderr))
    return `The disk is full: free some space, then resume (git ${command}: ${said}).`
  if (/unable to (write|create)|could not (write|create)|cannot (write|create)/i.test(stderr))
    return `git ${command} cannot write: free some space or mend the permissions, then resume (${said}).`
  return `git ${command} failed: ${said}.`
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
