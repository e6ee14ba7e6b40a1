/** Packages looked into at most, where a command runs a script of all of them. */
const MOST_PACKAGES = 100

/** Commands that run a script of many packages, or of one by its name. */
const manyPackages =
  /\s(?:--workspaces?|-ws?)\b|\s(?:--filter|-F|--recursive)\b|\bpnpm\b.*\s-r\b|\byarn\s+workspaces?\b|\b(?:turbo|nx|lerna|rush|wsrun)\b/
const byName = /\s(?:--workspace|-w|--filter|-F|workspace)[\s=]+["']?([@\w./-]+)|\bnx\s+run\s+([@\w/-]+):/g
const recipeFile = /(?:^|\/)(?:(?:GNUm|m|M)akefile|justfile)$/

/** Where in a repository a command line may find scripts and recipes. */
export type ScriptPlaces = {
  /** Those of these folders that are there; what a variable stands for is not known. */
  readonly known: (folders: ReadonlySet<string>) => readonly string[]
  /** Folders of nested packages whose scripts a line may run. */
  readonly packagesFor: (line: string, folders: ReadonlySet<string>) => readonly string[]
  /** The makefiles and justfiles that a line may run. */
  readonly recipesFor: (folders: ReadonlySet<string>) => readonly string[]
}

export function scriptPlaces(paths: readonly string[]): ScriptPlaces {
  const all = new Set(paths.flatMap(foldersAbove))
  const packages = paths
    .filter((path) => path.endsWith('/package.json') && !/(?:^|\/)node_modules\//.test(path))
    .map(folderOf)
  const recipes = paths.filter((path) => recipeFile.test(path))
  const within = (folders: ReadonlySet<string>): ((folder: string) => boolean) => {
    const fronts = [...folders]
      .filter((each) => unknown.test(each))
      .map((each) => each.replace(/[$*=].*$|[\w.-]+=.*$/, ''))
    return (folder) =>
      folders.has(folder) || (folder !== '' && fronts.some((front) => folder.startsWith(front)))
  }
  return {
    known: (folders) => [...folders].filter((folder) => all.has(folder)),
    packagesFor: (line, folders) => {
      const isWithin = within(folders)
      const found = manyPackages.test(line) ? named(line, packages) : packages.filter(isWithin)
      return found.slice(0, MOST_PACKAGES)
    },
    recipesFor: (folders) => {
      const isWithin = within(folders)
      return recipes.filter((path) => !path.includes('/') || isWithin(folderOf(path))).slice(0, MOST_PACKAGES)
    },
  }
}

/** What stands for more than one folder, or for none that can be told. */
const unknown = /\$\w|\*|=/

/** Packages that a command for all of them seldom means. */
const apart = /(?:^|\/)(?:examples?|templates?|fixtures?|__fixtures__|demos?|samples?|docs)\//

/** The packages that a line names, or all when it names none of them. */
function named(line: string, packages: readonly string[]): readonly string[] {
  const names = [...line.matchAll(byName)].map(([, flagged, run]) => (flagged ?? run ?? '').split('/').at(-1))
  const found = packages.filter((folder) => names.includes(folder.split('/').at(-1)))
  return found.length > 0 ? found : packages.filter((folder) => !apart.test(`${folder}/`))
}

export function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}

function foldersAbove(path: string): readonly string[] {
  const steps = path.split('/').slice(0, -1)
  return steps.map((_, at) => steps.slice(0, at + 1).join('/'))
}
