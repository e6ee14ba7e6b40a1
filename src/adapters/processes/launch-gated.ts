import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Duplex } from 'node:stream'
import type { Readable, Writable } from 'node:stream'
import { RunFailure } from '../../kernel/failure.ts'
import type { LaunchRequest, ProcessEnd } from '../../kernel/ports/processes.ts'
import { keepTail, readFrom, writeTo } from './child-streams.ts'
import { readReports } from './gate-reports.ts'
import { openOutputPipe } from './output-pipe.ts'

/** A process that waits behind its gate: its program has not started, and never will if the gate is lost. */
export interface GatedProcess {
  readonly pid: number
  readonly input: Writable
  readonly stdin: WritableStream<Uint8Array>
  readonly stdout: ReadableStream<Uint8Array>
  readonly stderrTail: () => string
  /** When the process that was started has ended. */
  readonly gone: Promise<ProcessEnd>
  /** When the program has ended, as far as the first process of its namespace told; `null` when it did not. */
  readonly told: Promise<ProcessEnd | null>
  /** The number that the program will have in its namespace, once that stands; `null` when it does not. */
  readonly inside: Promise<number | null>
  /** The number of what stands beside the program there; 0 for nothing. */
  readonly beside: () => number
  readonly release: () => Promise<void>
  /** The first process of a namespace ends, once it has told how its program ended. */
  letGo(): void
  /** Whoever waits at the gate ends by itself, as it does when the conductor dies. */
  abandon(): void
}

const STDERR_TAIL_BYTES = 16 * 1024
const WAIT_AT_GATE = 'IFS= read -r go <&3 || exit 125; exec 3<&-; exec "$@"'

/** The command of a shell that becomes the program once it is released. */
export function gatedCommand(program: readonly string[]): readonly string[] {
  return ['/bin/sh', '-c', WAIT_AT_GATE, 'tutti', ...program]
}

/** Starts a command that waits at the gate (descriptor 3), in a group and session of its own. */
export async function launchGated(
  request: LaunchRequest,
  [command = '', ...rest]: readonly string[],
): Promise<GatedProcess> {
  const pipe = request.mergeOutput === true ? await openOutputPipe() : null
  try {
    const output = pipe?.writerDescriptor ?? 'pipe'
    const child = spawn(command, rest, {
      cwd: request.cwd,
      env: request.env,
      detached: true,
      stdio: ['pipe', output, output, 'pipe'],
    })
    await once(child, 'spawn')
    return behindGate(child, request, pipe?.reader ?? null)
  } catch (error) {
    pipe?.reader.destroy()
    throw cannotStart(request, error)
  } finally {
    await pipe?.closeWriter()
  }
}

/** Says why the system would not start a process. */
export function cannotStart(request: LaunchRequest, cause: unknown): RunFailure {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  if (code === 'E2BIG' || code === 'ERR_INVALID_ARG_VALUE' || code === 'command_too_long') {
    const message = `The command line or environment of ${request.label} cannot be passed to a process; shorten it and remove NUL characters.`
    return new RunFailure({ code: 'bad-input', message }, { cause })
  }
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `The system could not start ${request.label} (${reason}); free processes, files or memory, then resume.`
  return new RunFailure({ code: 'workspace-failed', message }, { cause })
}

function behindGate(child: ChildProcess, request: LaunchRequest, merged: Readable | null): GatedProcess {
  const { pid, stdin, stderr } = child
  const gate = child.stdio[3]
  const stdout = merged ?? child.stdout
  if (pid === undefined || stdin === null || stdout === null || !(gate instanceof Duplex)) {
    throw new Error('the child has no pipes')
  }
  child.on('error', () => undefined)
  gate.on('error', () => undefined)
  const reports = readReports(gate)
  return {
    pid,
    input: stdin,
    stdin: writeTo(stdin),
    stdout: readFrom(stdout),
    stderrTail: stderr === null ? () => '' : keepTail(stderr, STDERR_TAIL_BYTES),
    gone: new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }))
    }),
    told: reports.ended,
    inside: reports.ready,
    beside: reports.beside,
    release: () =>
      new Promise((resolve, reject) => {
        gate.write('go\n', (error) => (error ? reject(cannotStart(request, error)) : resolve()))
      }),
    letGo: () => gate.end(),
    abandon: () => gate.destroy(),
  }
}
