import { toRunFailure } from '../../kernel/failure.ts'
import { complaint } from './complaint.ts'
import { buildProgram } from './program.ts'
import { exitStatus, statusOfFailure } from './exit-status.ts'
import { openTerminal } from './terminal.ts'

/** Runs the command line and gives the exit status; a user's mistake is one clear sentence, never a trace. */
export async function main(own: NodeJS.Process): Promise<number> {
  if (own.platform === 'win32') {
    own.stderr.write('tutti: Tutti does not run on Windows itself; use it inside WSL2.\n')
    return exitStatus.usage
  }
  const cwd = presentFolder(own)
  if (cwd === null) {
    own.stderr.write('tutti: The folder you are in is gone; go to another one with cd.\n')
    return exitStatus.repository
  }
  const terminal = openTerminal(own, cwd)
  let status: number = exitStatus.ok
  const program = buildProgram(terminal, (given) => {
    status = given
  })
  try {
    await program.parseAsync(own.argv)
    return status
  } catch (thrown) {
    if (isCommanderExit(thrown)) return thrown.exitCode === 0 ? exitStatus.ok : exitStatus.usage
    if (cannotLoad(thrown)) throw thrown
    const { failure } = toRunFailure(thrown)
    terminal.err(complaint(failure.message, terminal.paint))
    if (failure.code === 'bug')
      terminal.err(`This is a bug in Tutti. Please report it with this:\n${failure.trace}`)
    return statusOfFailure(failure.code)
  }
}

function presentFolder(own: NodeJS.Process): string | null {
  try {
    return own.cwd()
  } catch {
    return null
  }
}

/** A file of our own is not there, or the system does not let us open one more to find it. */
function cannotLoad(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND'
}

/** commander throws instead of exiting, after it has printed its own help or error. */
function isCommanderExit(thrown: unknown): thrown is { readonly exitCode: number } {
  return (
    thrown instanceof Error &&
    'code' in thrown &&
    String(thrown.code).startsWith('commander.') &&
    'exitCode' in thrown
  )
}
