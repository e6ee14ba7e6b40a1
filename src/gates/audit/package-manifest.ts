import { calledBy } from './called-by-commands.ts'
import { programsIn } from './called-names.ts'

/** Configuration that programs read from a package.json itself. */
const embedded =
  /^(?:type|imports|workspaces|overrides|resolutions|jest|vitest|mocha|ava|tap|tape|c8|nyc|babel|eslintConfig|eslintIgnore|prettier|xo|standard|stylelint|wireit|nx|lerna|pnpm|packageManager)$/
/** Scripts that an install runs by itself. */
const lifecycle = [
  'preinstall',
  'install',
  'postinstall',
  'preprepare',
  'prepare',
  'postprepare',
  'prepublish',
  'dependencies',
]
const usualGate =
  /^(?:test|tests|lint|build|typecheck|type-check|types|check|verify|ci|coverage)(?:[:.-].*)?$/

type Manifest = {
  readonly scripts: ReadonlyMap<string, string>
  readonly rest: Readonly<Record<string, unknown>>
}

/**
 * What a change of a package.json does to the gates: each answer is the part of a sentence that names what was
 * changed. New dependencies, and scripts that no gate comes by, change nothing.
 */
export function manifestChanges(
  before: string | null,
  after: string | null,
  commands: readonly string[],
  nested: boolean,
): readonly string[] {
  const [old, now] = [parseManifest(before ?? '{}'), parseManifest(after ?? '{}')]
  if (now === null) return after === before ? [] : ['it is no longer valid JSON']
  if (old === null) return []
  const usual = nested ? [...old.scripts.keys()].filter((name) => usualGate.test(name)) : []
  const names = new Set([...gateScripts(old, commands, usual), ...gateScripts(now, commands, usual)])
  const scripts = [...names].filter((name) => old.scripts.get(name) !== now.scripts.get(name)).toSorted()
  const keys = [...new Set([...Object.keys(old.rest), ...Object.keys(now.rest)])].toSorted()
  const programs = programsIn([...commands, ...[...names].flatMap((name) => old.scripts.get(name) ?? [])])
  return [
    ...scripts.map(
      (name) =>
        `the script \`${name}\` that proves this work was ${verb(old.scripts.get(name), now.scripts.get(name))}`,
    ),
    ...swapped(old, now).map((name) => `the package \`${name}\` now comes from somewhere else`),
    ...keys
      .filter(
        (key) =>
          (embedded.test(key) || isReadBy(key, programs)) && !isKept(key, old.rest[key], now.rest[key]),
      )
      .map(
        (key) =>
          `\`${key}\`, which the programs that prove this work read, was ${verb(old.rest[key], now.rest[key])}`,
      ),
  ]
}

/** The bodies of all scripts that the commands come by in this package.json. */
export function scriptBodies(text: string, commands: readonly string[]): readonly string[] {
  const manifest = parseManifest(text)
  if (manifest === null) return []
  return [...gateScripts(manifest, commands, [])].flatMap((name) => manifest.scripts.get(name) ?? [])
}

function gateScripts(
  { scripts }: Manifest,
  commands: readonly string[],
  usual: readonly string[],
): ReadonlySet<string> {
  const found = new Set(lifecycle)
  const all = [...scripts.keys()]
  const bodyOf = (name: string): readonly string[] => [scripts.get(name) ?? []].flat()
  const open = [...commands, ...lifecycle.flatMap(bodyOf)]
  const add = (name: string): void => {
    for (const each of [`pre${name}`, name, `post${name}`]) {
      if (found.has(each)) continue
      found.add(each)
      open.push(...bodyOf(each))
    }
  }
  usual.forEach(add)
  for (let line = open.pop(); line !== undefined; line = open.pop()) {
    for (const word of calledBy([line]).scripts) {
      if (word === 't' || word === 'tst') add('test')
      else if (word.includes('*')) all.filter((name) => fitsGlob(word, name)).forEach(add)
      else if (scripts.has(word) || word === 'test') add(word)
    }
  }
  return found
}

/** Dependencies that were there before and now come from a folder, a repository or under another name. */
function swapped(old: Manifest, now: Manifest): readonly string[] {
  const [before, after] = [dependenciesOf(old), dependenciesOf(now)]
  return Object.keys(after).filter(
    (name) =>
      Object.hasOwn(before, name) &&
      before[name] !== after[name] &&
      /^(?:[a-z+]+:|[./]|~\/|[\w-]+\/)/i.test(after[name] ?? '') &&
      !/^workspace:/i.test(after[name] ?? ''),
  )
}

function dependenciesOf({ rest }: Manifest): Readonly<Record<string, string>> {
  const groups = ['peerDependencies', 'optionalDependencies', 'devDependencies', 'dependencies']
  return Object.fromEntries(
    groups.flatMap((group) => Object.entries(rest[group] ?? {}).map(([name, from]) => [name, String(from)])),
  )
}

/** Workspaces may be added, unless that leaves others out; so may names for modules, and versions of packages. */
function isKept(key: string, before: unknown, after: unknown): boolean {
  if (key === 'workspaces' && Array.isArray(before) && Array.isArray(after)) {
    const [old, now] = [new Set(before.map(String)), new Set(after.map(String))]
    return (
      [...old].every((each) => now.has(each)) &&
      ![...now].some((each) => !old.has(each) && each.startsWith('!'))
    )
  }
  if (key === 'imports') return onlyMore(before, after, () => true)
  if (key === 'overrides' || key === 'resolutions')
    return onlyMore(before, after, (value) => /^[\^~>=<]*\s*\d[\w.+-]*$/.test(String(value)))
  return JSON.stringify(before) === JSON.stringify(after)
}

/** Whether all that was there is as it was, and what is new fits and takes no name from a pattern. */
function onlyMore(before: unknown, after: unknown, fits: (value: unknown) => boolean): boolean {
  const entries = (value: unknown): readonly (readonly [string, unknown])[] =>
    Object.entries(typeof value === 'object' && value !== null ? value : {})
  const old = new Map(entries(before))
  const now = new Map(entries(after))
  const patterns = [...old.keys()]
    .filter((name) => name.includes('*'))
    .map((name) => name.split('*', 1)[0] ?? '')
  return (
    [...old].every(([name, value]) => JSON.stringify(now.get(name)) === JSON.stringify(value)) &&
    [...now].every(
      ([name, value]) => old.has(name) || (fits(value) && !patterns.some((front) => name.startsWith(front))),
    )
  )
}

/** Many programs read what stands under their own name; words of npm's own are read by npm. */
function isReadBy(key: string, programs: ReadonlySet<string>): boolean {
  const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return (programs.has(key) || programs.has(name)) && !ofNpm.test(key)
}

const ofNpm =
  /^(?:name|version|description|keywords|homepage|bugs|license|author|contributors|funding|files|main|module|browser|types|typings|bin|man|directories|repository|config|engines|os|cpu|private|publishConfig|exports|sideEffects|\w*[dD]ependencies\w*)$/

/** Scripts that an install of the whole repository runs of a package that is new to it. */
export function installScripts(text: string | null): readonly string[] {
  const manifest = parseManifest(text ?? '{}')
  return lifecycle.filter((name) => manifest?.scripts.has(name) === true)
}

function fitsGlob(glob: string, name: string): boolean {
  const [front = '', ...rest] = glob.split(/\*+/)
  return name.startsWith(front) && name.endsWith(rest.at(-1) ?? '')
}

function parseManifest(text: string): Manifest | null {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
    const { scripts = {}, ...rest } = parsed as Record<string, unknown>
    const entries = Object.entries(typeof scripts === 'object' && scripts !== null ? scripts : {})
    return { scripts: new Map(entries.map(([name, body]) => [name, String(body)])), rest }
  } catch {
    return null
  }
}

function verb(before: unknown, after: unknown): string {
  if (before === undefined) return 'added'
  return after === undefined ? 'removed' : 'changed'
}
