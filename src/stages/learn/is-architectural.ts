import type { FileChange } from '../../kernel/ports/workspaces.ts'

/** Files that say what a repository is made of, how it is built and what it offers. */
const STRUCTURAL = [
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|gemfile|deno\.jsonc?)$/i,
  /(?:^|\/)(?:dockerfile|docker-compose[^/]*|compose\.ya?ml|makefile|tsconfig[^/]*\.json|pnpm-workspace\.yaml)$/i,
  /(?:^|\/)(?:openapi|swagger)[^/]*\.(?:ya?ml|json)$|\.(?:proto|graphql|prisma)$/i,
  /(?:^|\/)migrations?\//i,
  /^\.github\/workflows\/|(?:^|\/)(?:terraform|k8s|helm)\/|\.tf$/i,
]

/** Whether a change is one that documents about the architecture should know of: structure, or a folder that is new or gone. */
export function isArchitectural(
  changes: readonly FileChange[],
  filesBefore: readonly string[],
  filesAfter: readonly string[],
): boolean {
  if (changes.some(({ path }) => STRUCTURAL.some((pattern) => pattern.test(path)))) return true
  const [before, after] = [foldersOf(filesBefore), foldersOf(filesAfter)]
  return [...after].some((folder) => !before.has(folder)) || [...before].some((folder) => !after.has(folder))
}

/** Deeper ones come and go with ordinary work. */
const DEPTH = 2

function foldersOf(files: readonly string[]): ReadonlySet<string> {
  return new Set(
    files.flatMap((path) => {
      const steps = path.split('/').slice(0, -1)
      return steps.slice(0, DEPTH).map((_, index) => steps.slice(0, index + 1).join('/'))
    }),
  )
}
