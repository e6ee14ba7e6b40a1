import { calledBy } from './called-by-commands.ts'
import { scriptBodies } from './package-manifest.ts'

/** Files looked into at most; beyond them nothing is followed. */
const MOST_FILES = 40

/**
 * The commands, and all lines that they come by in the repository's own files: package scripts, Makefiles,
 * justfiles and shell scripts. The audit finds in them which files a gate runs.
 */
export async function spellOutCommands(
  commands: readonly string[],
  read: (path: string) => Promise<string | null>,
): Promise<readonly string[]> {
  const manifest = await read('package.json')
  const lines = [...commands, ...(manifest === null ? [] : scriptBodies(manifest, commands))]
  const recipes = lines.some((line) => /\b(?:make|just)\b/.test(line))
    ? ['Makefile', 'makefile', 'GNUmakefile', 'justfile']
    : []
  const seen = new Set<string>()
  const open = [...recipes, ...shellScripts(lines)]
  for (let path = open.shift(); path !== undefined && seen.size < MOST_FILES; path = open.shift()) {
    if (seen.has(path)) continue
    seen.add(path)
    const found = (await read(path))?.split('\n') ?? []
    lines.push(...found)
    open.push(...shellScripts(found))
  }
  return [...new Set(lines)]
}

function shellScripts(lines: readonly string[]): readonly string[] {
  return [...calledBy(lines).files].filter((path) => /\.(?:ba|z)?sh$|(?:^|\/)[^./]+$/.test(path))
}
