import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { RunFailure } from '../../../kernel/failure.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { Effect } from '../../../kernel/ports/effect.ts'
import type { CommandRequest, Commands } from '../../../kernel/ports/commands.ts'
import { MOST_OUTPUT_BYTES } from '../../../kernel/ports/isolation.ts'
import type { LaunchedProcess, Processes } from '../../../kernel/ports/processes.ts'
import { commandEnvironment, withoutWorkspace } from './command-environment.ts'
import type { CommandEnvironmentRequest } from './command-environment.ts'
import { copyOutput } from './copy-output.ts'
import type { OpenFile } from './output-log.ts'
import { openOutputLog } from './output-log.ts'
import { readOutput } from './read-output.ts'
import { identifyTools } from './tool-identity.ts'
import { watchReports } from './watch-reports.ts'

export interface CommandsOptions {
  readonly processes: Processes
  readonly clock: Clock
  readonly outputsFolder: string
  readonly effect: Effect
  readonly environment: Omit<CommandEnvironmentRequest, 'workspacePath' | 'git'>
  /** How much one command may print before it is ended. */
  readonly mostOutputBytes?: number
  readonly openFile?: OpenFile
  /** How far commands are kept apart and what they are shown, as far as that may decide how they end. */
  readonly kept?: () => readonly string[]
  /** Variables of git for every command; they differ from run to run, so they are no part of its identity. */
  readonly git?: () => Promise<Readonly<Record<string, string>>>
}

const TAIL_BYTES = 32 * 1024
const GRACE_MS = 4_000
/** How long the output may stay open when all processes that we could find are gone. */
const DRAIN_MS = 1_000

/** Runs command lines in `/bin/sh`, without input; what they print is durable before the result is told. */
export function createCommands(options: CommandsOptions): Commands {
  const { processes, clock, effect } = options
  const mostOutput = options.mostOutputBytes ?? MOST_OUTPUT_BYTES
  return {
    async run(request, hooks) {
      if (hooks.signal.aborted) throw cancelled(request)
      const { path, step } = request
      const git = (await options.git?.()) ?? {}
      const { env, withheld } = commandEnvironment({ ...options.environment, workspacePath: path, git })
      const outputFile = join(options.outputsFolder, outputName(request))
      const log = await effect('open output', async () => {
        await makeTemporaryFolder(`${path}.tmp`)
        return openOutputLog(outputFile, TAIL_BYTES, options.openFile)
      })
      try {
        const watch = await watchReports(path, request.reports ?? [])
        const startedAt = clock.awake()
        const argv = ['/bin/sh', '-c', request.command] as const
        const network = request.network ?? 'open'
        const confined = { writable: [path, `${path}.tmp`], box: `${path}.box`, network }
        const place = { cwd: path, folder: path, confined }
        const launched = await processes.launch({ argv, ...place, env, label: step, mergeOutput: true })
        launched.stdin.close().catch(() => undefined)
        const output = copyOutput(launched.stdout, log, mostOutput, (text) => {
          hooks.onActivity({ step, kind: 'output', text })
        })
        const outcome = await awaitOutcome(launched, output.failed, request, hooks.signal, clock)
        const durationMs = clock.awake() - startedAt
        const leftovers = await launched.end(GRACE_MS)
        await output.finish(DRAIN_MS, clock)
        if (outcome === 'cancelled') throw cancelled(request)
        await log.sync()
        const { code, signal } = await launched.ended
        const timedOut = outcome === 'timed-out'
        const limit = output.overflowed() ? tooMuch(mostOutput) : launched.exceeded()
        const { text, whole } = await readOutput(outputFile)
        const collected = await watch.collect()
        return {
          exitCode: timedOut || limit !== null ? null : code,
          signal: limit ?? signal,
          timedOut,
          durationMs,
          output: log.tail(),
          outputBytes: log.bytes(),
          text,
          reports: collected.reports,
          whole: whole && collected.whole,
          outputFile,
          leftovers,
          withheld,
          isolation: launched.confinement,
        }
      } finally {
        await log.close()
      }
    },
    async identity(commands) {
      const env = withoutWorkspace(commandEnvironment({ ...options.environment, workspacePath: '/' }).env)
      const tools = await identifyTools(commands, env['PATH'] ?? '')
      const variables = Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1))
      return createHash('sha256')
        .update(JSON.stringify([variables, tools, options.kept?.() ?? []]))
        .digest('hex')
    },
  }
}

function tooMuch(bytes: number): string {
  return `the limit of ${Math.round(bytes / 1024 ** 2)} MB of output`
}

type Outcome = 'ended' | 'timed-out' | 'cancelled' | 'output-failed'

async function awaitOutcome(
  launched: LaunchedProcess,
  outputFailed: Promise<void>,
  request: CommandRequest,
  signal: AbortSignal,
  clock: Clock,
): Promise<Outcome> {
  const waiting = new AbortController()
  const stopWaiting = (): void => waiting.abort()
  signal.addEventListener('abort', stopWaiting, { once: true })
  if (signal.aborted) stopWaiting()
  try {
    return await Promise.race([
      launched.ended.then((): Outcome => 'ended'),
      outputFailed.then((): Outcome => 'output-failed'),
      clock.sleep(request.timeoutMs, waiting.signal).then(
        (): Outcome => 'timed-out',
        (): Outcome => 'cancelled',
      ),
    ])
  } finally {
    signal.removeEventListener('abort', stopWaiting)
    stopWaiting()
  }
}

/** The hash keeps apart steps whose names differ only in what a file name cannot hold. */
function outputName({ step, attempt }: CommandRequest): string {
  const readable = step.replaceAll(/[^A-Za-z0-9._@-]+/g, '-').slice(0, 100)
  const hash = createHash('sha256').update(step).digest('hex').slice(0, 8)
  return `${readable}-${hash}-${attempt}.log`
}

/** A missing parent is left to the launch, which says that the workspace is not there. */
async function makeTemporaryFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null
    if (code === 'EEXIST' || code === 'ENOENT') return
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `The temporary folder ${path} could not be made (${reason}); free space or fix its permissions, then resume.`
    throw new RunFailure({ code: 'workspace-failed', message }, { cause })
  }
}

function cancelled(request: CommandRequest): RunFailure {
  const message = `The command of ${request.step} was cancelled; resume the run to start it again.`
  return new RunFailure({ code: 'cancelled', message })
}
