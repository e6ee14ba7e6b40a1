import type { ChangedFile, FoundLine } from '../../kernel/ports/repository.ts'
import { covers } from '../../plan/write-set.ts'
import { followGates } from './follow-gates.ts'
import { isGateFile } from './gate-definition.ts'
import { loadedBySettings } from './loaded-by-settings.ts'
import { isLockFile } from './lock-file.ts'
import { loads, names, quotedIn, resolveFrom } from './named-files.ts'
import { isCodeFile, testPart } from './test-file.ts'
import { isAssertion } from './test-lines.ts'

/** What a change stands among: as much of its base as the audit needs. */
export type Surroundings = {
  /** Every file of the base. */
  readonly paths: ReadonlySet<string>
  /** Changed files that only tests speak of, wherever they lie. */
  readonly support: ReadonlySet<string>
  /** Changed code that only tests load and that may as well be the product: they are run with its old version, too. */
  readonly perhaps: ReadonlySet<string>
  /** Files that gates load or read, besides those that their commands name. */
  readonly gateSide: ReadonlySet<string>
}

export const nothingAround: Surroundings = {
  paths: new Set(),
  support: new Set(),
  perhaps: new Set(),
  gateSide: new Set(),
}

type Base = {
  readonly paths: () => Promise<readonly string[]>
  readonly read: (path: string) => Promise<string | null>
  readonly findLines: (words: readonly string[]) => Promise<readonly FoundLine[]>
}

/** Looks around a change in its base: what tests and gates load and read of the files that were there before. */
export async function lookAround(
  files: readonly ChangedFile[],
  commands: readonly string[],
  base: Base,
): Promise<Surroundings> {
  const paths = new Set(await base.paths())
  const asked = files.filter(
    ({ path, kind }) => kind !== 'added' && testPart(path) === null && maySupport(path),
  )
  const support = new Set(
    files.flatMap(({ path, kind, after }) => (kind === 'added' && isUnnamedTest(path, after) ? [path] : [])),
  )
  if (asked.length === 0) return { ...nothingAround, paths, support }
  const gateFiles = await followGates(commands, paths, base.read)
  const lines = await base.findLines([
    ...new Set(asked.flatMap(({ path }) => [wordFor(path), ...folderWords(path)])),
  ])
  const unique = uniqueNames(paths)
  const byWord = linesByWord(lines.filter((line) => mayLoad(line.path)))
  const settings = await loadedBySettings(paths, base.read)
  const gateSide = new Set<string>()
  const perhaps = new Set<string>()
  for (const file of asked) {
    const { path } = file
    const isUnique = unique.has(nameOf(path))
    const speak = (line: FoundLine): boolean =>
      isCodeFile(path)
        ? loads(line.path, line.text, path)
        : names(line.path, line.text, path, isUnique) || (isOfTests && namesFolder(line, path))
    const spoken = [wordFor(path), folderOf(path)].flatMap((word) => byWord.get(word) ?? [])
    const isOfTests = !spoken.some((line) => testPart(line.path) === null && isNear(line, path))
    const speakers = spoken.filter((line) => line.path !== path && speak(line))
    const fromTests = speakers.some((line) => testPart(line.path) !== null)
    const fromGates = speakers.some((line) => gateFiles.has(line.path)) || gateFiles.has(path)
    const products = speakers.filter((line) => testPart(line.path) === null && !gateFiles.has(line.path))
    const fromProduct = products.some((line) => isCodeFile(path) || isProductLine(line))
    const fromOthers = products.some((line) => !isGateFile(line.path) && !settings.runners.has(line.path))
    if (settings.runners.has(path)) support.add(path)
    else if (settings.checkers.has(path) && !fromOthers) gateSide.add(path)
    else if (!fromOthers && isUnnamedTest(path, file.before)) support.add(path)
    else if (fromGates && !fromProduct && isBesideGate(path, gateFiles)) gateSide.add(path)
    else if (fromTests && !fromProduct && (!isCodeFile(path) || comparesForTests(file.before ?? '')))
      support.add(path)
    else if (
      fromTests &&
      !fromProduct &&
      (forTests.test(path) || (standsAlone(path, file.before ?? '', paths) && !hasOwnTest(path, paths)))
    )
      perhaps.add(path)
  }
  return { paths, support, perhaps, gateSide }
}

/** Folders, and names, of what makes things up for tests. */
const forTests =
  /(?:^|[/_.-])(?:fixtures?|factor(?:y|ies)|builders?|fakes?|stubs?|mocks?|doubles?|matchers?|page[-_]?objects?|samples?)(?:\/|[._-][^/]*$)/i

/** Whether code loads nothing else of the repository, so that its old version goes with any other file. */
function standsAlone(path: string, text: string, paths: ReadonlySet<string>): boolean {
  if (!/\.(?:[cm]?[jt]sx?|py)$/.test(path)) return false
  const folders = new Set([...paths].map((each) => each.split('/', 1)[0]?.replace(/\.py$/, '')))
  return text.split('\n').every((line) => {
    if (!path.endsWith('.py')) return !/\b(?:import|from|require)\b.*["'`](?:\.|@\/|~\/|#)/.test(line)
    const module = /^\s*(?:from|import)\s+(\.|\w+)/.exec(line)?.[1]
    return module === undefined || (module !== '.' && !folders.has(module))
  })
}

/** Whether a test has the name of a file: then that is what it tests. */
function hasOwnTest(path: string, paths: ReadonlySet<string>): boolean {
  const stem = stemOf(path)
  return [...paths].some((each) => testPart(each) === 'test' && stemOf(each) === stem)
}

function stemOf(path: string): string {
  const name = nameOf(path).replace(/\.\w+$/, '')
  return name
    .replace(/^(?:test|tst)[_-]|[._-](?:tests?|specs?|e2e|cy)$|(?:Tests?|Specs?|IT)$/g, '')
    .toLowerCase()
}

/** Lists, settings, comments and what only writes a file do not show that the product stands on it. */
function isProductLine({ path, text }: FoundLine): boolean {
  return (
    !/^\s*(?:\/\/|#|\*|\/\*|--|<!--)/.test(text) &&
    !/(?:^|\/)\.|(?:^|\/)(?:manifest\.in|codeowners|dockerfile[\w.-]*|(?:package|[jt]sconfig[\w.-]*)\.json|pyproject\.toml|setup\.cfg|[\w.-]+ignore)$|^(?:scripts?|tools?|bench(?:marks?)?|docs?)\//i.test(
      path,
    )
  )
}

/** Texts by which a line names the folder of a data file, as one that goes through all its files does. */
function folderWords(path: string): readonly string[] {
  const folder = folderOf(path)
  return isCodeFile(path) || folder === ''
    ? []
    : [`${folder}/`, `'${folder}'`, `"${folder}"`, `\`${folder}\``]
}

function folderOf(path: string): string {
  return path.split('/').at(-2) ?? ''
}

/** Whether a line names the folder of a file by which it may be read under a name that is put together. */
function namesFolder({ path: from, text: line }: FoundLine, path: string): boolean {
  const folder = path.split('/').slice(0, -1).join('/')
  return quotedIn(line).some((text) => {
    const named = text.startsWith('.') ? resolveFrom(from, text) : text.replace(/\/$/, '')
    return named !== null && (named === folder || (named.startsWith(`${folder}/`) && /[$%{*+]/.test(named)))
  })
}

/** Whether the product may read a folder by this line. */
function isNear(line: FoundLine, path: string): boolean {
  return isProductLine(line) && quotedIn(line.text).some((text) => text.split('/').includes(folderOf(path)))
}

/** A test by what it holds, where only the settings of a runner tell that it is one. */
function isUnnamedTest(path: string, text: string | null): boolean {
  if (text === null || testPart(path) !== null) return false
  const lines = text.split('\n')
  if (path.endsWith('.py'))
    return (
      lines.some((line) => /^\s*(?:async\s+)?def\s+test\w*\s*\(/.test(line)) &&
      lines.some((line) => isAssertion(line))
    )
  if (!/\.[cm]?[jt]sx?$/.test(path)) return false
  return (
    lines.some((line) =>
      /^(?:describe|it|test|suite|context|specify|Deno\.test)\b[\w.]*\s*[(`]/.test(line),
    ) &&
    lines.some((line) => isAssertion(line)) &&
    !lines.some((line) => /^\s*(?:export\b|module\.exports\b|exports\.)/.test(line))
  )
}

/** Manifests, prose and the like are named by tests that look at the product itself. */
function maySupport(path: string): boolean {
  return (
    !isLockFile(path) &&
    !/\.(?:md|mdx|rst|adoc)$|(?:^|\/)(?:package\.json|pyproject\.toml|cargo\.toml|go\.mod|pom\.xml|licen[cs]e|tutti\.ya?ml)$/i.test(
      path,
    )
  )
}

/** A line in prose loads nothing. */
function mayLoad(path: string): boolean {
  return !/\.(?:md|mdx|rst|adoc|lock|svg)$/i.test(path) && !isLockFile(path)
}

function wordFor(path: string): string {
  const name = nameOf(path)
  if (!isCodeFile(path)) return name
  const stem = name.replace(/\.\w+$/, '')
  return /^(?:index|mod|__init__)$/.test(stem) || path.endsWith('.go')
    ? (path.split('/').at(-2) ?? stem)
    : stem
}

/** Each line by the words in it, whole names of files among them. */
function linesByWord(lines: readonly FoundLine[]): ReadonlyMap<string, readonly FoundLine[]> {
  const found = new Map<string, FoundLine[]>()
  for (const line of lines) {
    const words = line.text.match(/[\p{L}\p{N}_.-]+/gu) ?? []
    for (const word of new Set(words.flatMap((each) => [each, ...each.split('.')]))) {
      const known = found.get(word)
      if (known === undefined) found.set(word, [line])
      else known.push(line)
    }
  }
  return found
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? ''
}

function uniqueNames(paths: ReadonlySet<string>): ReadonlySet<string> {
  const once = new Set<string>()
  const more = new Set<string>()
  for (const path of paths) (once.has(nameOf(path)) ? more : once).add(nameOf(path))
  return new Set([...once].filter((name) => !more.has(name)))
}

/** Whether a file lies where the gate's own do; what a gate builds or serves lies elsewhere. */
function isBesideGate(path: string, gateFiles: ReadonlySet<string>): boolean {
  if (gateFiles.has(path)) return true
  const folders = [...gateFiles]
    .map((each) => each.split('/').slice(0, -1).join('/'))
    .filter((each) => each !== '')
  return covers(
    folders.map((folder) => `${folder}/**`),
    path,
  )
}

const testTools =
  /["']testing["']|@playwright\/test|\b(?:node:test|bun:test|cypress|django\.test|Xunit|NUnit|com\.google\.common\.truth|vitest|@jest\/|@testing-library|mocha|ava|tap|supertest|pytest|unittest|hypothesis|org\.junit|org\.assertj|testify|gtest|XCTest|rspec|minitest|PHPUnit)\b|['"]chai['"]/
const comparing =
  /\b(?:function|const|let|def|fn|func|sub|void|boolean|bool)\s+(?:\(\w[^)]*\)\s*)?(?:assert|expect|should|must|same|equals?|matche?s?|compare|verify|check)(?:[A-Z_]\w*)?\b/i

/** Whether a module that tests load is there for them: it stands on test tools, or compares with an assertion. */
function comparesForTests(text: string): boolean {
  const imports = text
    .split('\n')
    .filter((line) =>
      /\b(?:import|require|use|using|from)\b|#include|^\s*(?:\w+\s+)?"[\w./-]+"\s*$/.test(line),
    )
  if (imports.some((line) => testTools.test(line))) return true
  return /\bassert\b/.test(text) && comparing.test(text)
}
