/**
 * What the first process of a namespace does, as a shell's script: it waits at the gate (descriptor 3), runs the
 * program, tells how it ended, and stays until it is let go, so that what the program left can still be counted.
 * When it ends the system ends everybody else in there; a conductor that dies lets it go.
 *
 * Contract: nothing is started between `ready` and the program, so the program's number follows the one told.
 */
export const FIRST_PROCESS = [
  ': & wait',
  'echo "ready $!" >&3',
  'IFS= read -r go <&3 || exit 125',
  '"$@" 3<&-',
  'status=$?',
  'echo "ended $status" >&3',
  'IFS= read -r go <&3',
  'exit $status',
].join('\n')
