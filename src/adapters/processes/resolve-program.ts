import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import type { LaunchRequest } from '../../kernel/ports/processes.ts'

/**
 * Finds the program a request names, as the shell would, but for relative paths and empty words on the PATH: they lead
 * into the workspace, where an agent may have put a program of that name. Throws `workspace-failed` for a missing folder and
 * `command-missing` for a missing program, which a failed start alone could not tell apart.
 */
export async function resolveProgram(request: LaunchRequest): Promise<string> {
  await requireFolder(request.cwd)
  const [program] = request.argv
  const candidates = program.includes('/')
    ? [resolve(request.cwd, program)]
    : (request.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin')
        .split(delimiter)
        .filter(isAbsolute)
        .map((folder) => join(folder, program))
  for (const candidate of candidates) {
    if (await isProgram(candidate)) return candidate
  }
  throw new RunFailure({
    code: 'command-missing',
    message: program.includes('/')
      ? `${program} is not a program that can be run; check the path and its permissions.`
      : `The program ${program} was not found on PATH; install it, or name it by its full path.`,
  })
}

async function requireFolder(path: string): Promise<void> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isFolder) return
  throw new RunFailure({
    code: 'workspace-failed',
    message: `The folder ${path} is not there; put it back or resume the run, which makes it again.`,
  })
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
