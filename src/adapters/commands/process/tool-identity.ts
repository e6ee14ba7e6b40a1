import { readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'

/** What builds and tests start without naming it. */
const COMMON_TOOLS = {
  shell: ['sh', 'bash', 'git', 'make', 'just', 'cmake', 'cc', 'gcc', 'g++', 'clang', 'ld', 'docker'],
  javascript: ['node', 'npm', 'npx', 'pnpm', 'yarn', 'bun', 'deno', 'tsc', 'corepack'],
  python: ['python', 'python3', 'pytest', 'pip', 'uv', 'poetry', 'tox', 'nox'],
  compiled: ['go', 'cargo', 'rustc', 'rustup', 'java', 'javac', 'mvn', 'gradle', 'dotnet'],
  others: ['ruby', 'bundle', 'php', 'composer'],
  // With another of these, commands may be kept apart in another way.
  isolation: ['bwrap', 'unshare'],
}

/**
 * One line for each program that the command lines name or that builds commonly start: where it is and which
 * file that is. Nothing is started, so a version manager's shim counts as itself, whatever it would choose.
 */
export async function identifyTools(
  commands: readonly string[],
  searchPath: string,
): Promise<readonly string[]> {
  const words = commands.flatMap((command) => command.split(/[\s;&|(){}<>$`"']+/))
  const named = words.filter((word) => /^[\w.+/-]+$/.test(word) && !word.startsWith('-'))
  const programs = [...new Set([...Object.values(COMMON_TOOLS).flat(), ...named])].filter(
    (word) => !word.includes('/') || isAbsolute(word),
  )
  const folders = await Promise.all(
    searchPath
      .split(':')
      .filter((folder) => isAbsolute(folder))
      .map(async (folder) => ({ folder, names: new Set(await readdir(folder).catch(() => [])) })),
  )
  const placesOf = (program: string): readonly string[] =>
    isAbsolute(program)
      ? [program]
      : folders.flatMap(({ folder, names }) => (names.has(program) ? [join(folder, program)] : []))
  const lines = await Promise.all(programs.map((program) => identify(program, placesOf(program))))
  return lines.filter((line) => line !== null).toSorted()
}

async function identify(program: string, places: readonly string[]): Promise<string | null> {
  for (const place of places) {
    const state = await stat(place).catch(() => null)
    if (!state?.isFile() || (state.mode & 0o111) === 0) continue
    const file = await realpath(place).catch(() => place)
    return `${program} ${file} ${state.size} ${state.mtimeMs}`
  }
  return null
}
