/**
 * What the first process of a namespace does, as a shell's script: it waits at the gate (descriptor 3), runs the
 * program, tells how it ended, and stays until it is let go, so that what the program left can still be counted.
 * When it ends the system ends everybody else in there; a conductor that dies lets it go.
 *
 * What stands `beside` the program is started first, is nobody's leftover, and goes with the namespace.
 *
 * Contract: nothing is started between `ready` and the program, so the program's number follows the one told.
 */
export function firstProcess(fileBytes: number, beside: readonly string[] = []): string {
  // It tells its number and closes its output when it stands, and belongs to nobody in here.
  const start = beside.length === 0 ? [] : [`beside=$(${beside.map(quote).join(' ')} 3<&- &)`]
  return [ulimit(fileBytes), ...start, ...SCRIPT].join('\n')
}

/** The command of a shell that sets the most that one file may grow to. */
export function ulimit(fileBytes: number): string {
  return `ulimit -f ${Math.floor(fileBytes / BLOCK_BYTES)}`
}

/** One word of a shell's command. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** What a shell counts the size of files in. */
const BLOCK_BYTES = 512

const SCRIPT = [
  ': & wait',
  'echo "ready $! ${beside:-0}" >&3',
  'IFS= read -r go <&3 || exit 125',
  '"$@" 3<&-',
  'status=$?',
  'echo "ended $status" >&3',
  'IFS= read -r go <&3',
  'exit $status',
]
