import { calledBy } from './called-by-commands.ts'
import { scriptBodies } from './package-manifest.ts'
import { recipesFor } from './recipes-for.ts'
import { scriptLines } from './script-lines.ts'
import { folderOf, scriptPlaces } from './script-places.ts'
import { taskFilesFor, taskLines } from './task-lines.ts'
import { testPart } from './test-file.ts'

/** Files looked into and lines found at most; beyond them nothing is followed. */
const MOST_FILES = 150
const MOST_LINES = 20_000
/** Lines that ask one makefile for something; what more ask for is not followed. */
const MOST_ASKS = 200

const makefile = /(?:^|\/)(?:GNUm|m|M)akefile$/
const makes = /^(?!\s*@?(?:echo|printf)\b).*\b(?:g?make|just)\b/i
const product =
  /(^|[\s"'`(=])(?:(?:\.{1,2}|\$\{?\w+\}?)\/)*(?:src|lib|app|source|pkg|internal|cmd|bin)\/[\w./-]+/g
const started =
  /\b((?:python[\d.]*|node|ruby|perl|php|(?:ba)?sh)\s+)(?:\.{1,2}\/)*(?![\w.-]*(?:test|spec|check|lint|verify|run|gate|ci\b))[\w-]+\.\w+/g

/** What a test's script runs of the product is what it tests, and does not say how. */
function withoutProduct(line: string): string {
  return line.replace(product, '$1').replace(started, '$1')
}

/**
 * The commands, and all lines that they come by in the repository's own files: package scripts, Makefiles,
 * justfiles, files of tasks and shell scripts. The audit finds in them which files a gate runs. A line that runs
 * in another folder begins by going there.
 */
export async function spellOutCommands(
  commands: readonly string[],
  read: (path: string) => Promise<string | null>,
  paths: readonly string[],
): Promise<readonly string[]> {
  const isThere = new Set(paths)
  const places = scriptPlaces(paths)
  const texts = new Map<string, string | null>()
  const textOf = async (path: string): Promise<string | null> => {
    if (!texts.has(path) && (texts.size >= MOST_FILES || !isThere.has(path))) return null
    const text = texts.has(path) ? (texts.get(path) ?? null) : await read(path)
    texts.set(path, text)
    return text
  }
  const asks = new Map<string, Set<string>>()
  /** Where a line hands on what it was asked for, that is whatever was asked before; `null`: nothing new. */
  const askedOf = (path: string, line: string): readonly string[] | null => {
    const asked = asks.get(path) ?? new Set()
    const before = asked.size
    const handedOn = /\$@|MAKECMDGOALS/.test(line) ? (asks.get('Makefile') ?? []) : []
    for (const each of [line, ...handedOn]) if (asked.size < MOST_ASKS) asked.add(each)
    asks.set(path, asked)
    return asked.size === before ? null : [...asked]
  }
  const seen = new Set<string>()
  const manifest = await textOf('package.json')
  const bodies = (text: string | null, asked: readonly string[]): readonly string[] =>
    text === null ? [] : scriptBodies(text, asked)
  const lines = new Set([...commands, ...bodies(manifest, commands)])
  // A set gives also what is added to it meanwhile.
  for (const line of lines) {
    if (lines.size > MOST_LINES) break
    const { scripts, files, folders } = calledBy([line])
    if (scripts.size > 0) {
      const asked = [line, line.replaceAll(/[@\w./-]+[:#](?=\w)/g, '')]
      for (const body of bodies(manifest, [line])) lines.add(body)
      for (const folder of places.packagesFor(line, folders))
        for (const body of bodies(await textOf(`${folder}/package.json`), asked))
          lines.add(`cd ${folder} && ${body}`)
    }
    const recipes = makes.test(line) ? places.recipesFor(folders) : []
    for (const path of recipes) {
      const asked = askedOf(path, line)
      if (asked === null) continue
      const text = (await textOf(path)) ?? ''
      const isElsewhere = path.includes('/') || places.known(folders).length > 0
      const made = makefile.test(path) ? recipesFor(text, asked, isElsewhere) : text.split('\n')
      for (const each of made) lines.add(goingTo([folderOf(path)], each)[0] ?? each)
    }
    const tasks = taskFilesFor(line)
    for (const folder of tasks.length === 0 ? [] : ['', ...places.known(folders)])
      for (const file of tasks) {
        const text = (await textOf(folder === '' ? file : `${folder}/${file}`)) ?? ''
        for (const each of taskLines(file, text, line)) lines.add(goingTo([folder], each)[0] ?? each)
      }
    for (const path of shellScripts(files)) {
      const visit = [path, ...folders].join('\n')
      if (seen.has(visit)) continue
      seen.add(visit)
      const found = scriptLines((await textOf(path)) ?? '', path)
      const entered = places.known(new Set([...folders, ...calledBy(found).folders]))
      for (const each of found)
        for (const next of goingTo(entered, testPart(path) === null ? each : withoutProduct(each)))
          lines.add(next)
    }
  }
  return [...lines]
}

function goingTo(folders: readonly string[], line: string): readonly string[] {
  const others = folders.filter((folder) => folder !== '')
  return line.trim() === '' || others.length === 0
    ? [line]
    : others.map((folder) => `cd ${folder} && ${line}`)
}

function shellScripts(files: ReadonlySet<string>): readonly string[] {
  return [...files].filter((path) => /\.(?:ba|z)?sh$|(?:^|\/)[^./]+$/.test(path))
}
