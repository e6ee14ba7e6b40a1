import type { ReadStream, WriteStream } from 'node:tty'
import type { Environment } from '../../host/locations.ts'
import { manyLines } from '../../kernel/plain-text.ts'

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan'

const codes: Record<Colour, readonly [number, number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
}

/** What `Paint` puts around a text, and nothing else. */
const PAINTED = new RegExp(`(\\u001B\\[(?:${Object.values(codes).flat().join('|')})m)`)

export type Paint = (colour: Colour, text: string) => string

/** Where a command speaks: results on `out`, everything else on `err`. */
export interface Terminal {
  readonly environment: Environment
  readonly cwd: string
  /** How this program was called, for hints that can be copied. */
  readonly self: string
  readonly stdin: NodeJS.ReadableStream & Partial<ReadStream>
  readonly stdout: NodeJS.WritableStream & Partial<WriteStream>
  readonly stderr: NodeJS.WritableStream & Partial<WriteStream>
  readonly paint: Paint
  /** A person can be asked, and lines can be redrawn. */
  readonly isInteractive: boolean
  out(line: string): void
  err(line: string): void
}

export function openTerminal(own: NodeJS.Process, cwd: string): Terminal {
  const { stdin, stdout, stderr, env } = own
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe)
  const dumb = env['CI'] !== undefined || env['TERM'] === 'dumb'
  return {
    environment: env,
    cwd,
    self: ownCommand(own.argv[1]),
    stdin,
    stdout,
    stderr,
    paint: paintFor(stderr.isTTY === true && stdout.isTTY === true, env),
    isInteractive: stdin.isTTY === true && stderr.isTTY === true && !dumb,
    out: (line) => stdout.write(`${shown(line)}\n`),
    err: (line) => stderr.write(`${shown(line)}\n`),
  }
}

/**
 * Whatever is told may hold words of a repository, of an agent or of git. Each place sees to its own layout; here the
 * last of what a terminal acts on is left out, and only our own colours stay.
 */
function shown(text: string): string {
  if (/^[\t\n\u0020-\u007E]*$/.test(text)) return text
  return text
    .split(PAINTED)
    .map((part, at) => (at % 2 === 1 ? part : manyLines(part)))
    .join('')
}

/** `tutti` where it is installed as a command; otherwise the way it was started. */
function ownCommand(script: string | undefined): string {
  return script === undefined || !script.endsWith('.js') ? 'tutti' : `node ${script}`
}

/** Colours only where a person looks: https://no-color.org, and FORCE_COLOR for those who insist. */
function paintFor(isTerminal: boolean, env: Environment): Paint {
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0'
  const refused = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
  if (refused || !(isTerminal || forced)) return (_colour, text) => text
  return (colour, text) => `\u001B[${codes[colour][0]}m${text}\u001B[${codes[colour][1]}m`
}

/** `tutti list | head` closes our output early, which is nobody's mistake. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
