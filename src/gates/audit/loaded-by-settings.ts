import { isGateFile } from './gate-definition.ts'
import { quotedIn, resolveFrom } from './named-files.ts'

/** What the settings of tools load beside themselves. */
export type LoadedBySettings = {
  /** By the settings of a test runner: what is set up before its tests, and what its settings are made of. */
  readonly runners: ReadonlySet<string>
  /** By those of a checker or a compiler: rules, presets and bases. */
  readonly checkers: ReadonlySet<string>
}

/** Files looked into at most, those near the root first. */
const MOST_FILES = 60

const readable = /\.(?:[cm]?[jt]sx?|json[5c]?)$|(?:^|\/)\.[\w-]+rc$/i
const runner =
  /^\.?(?:vitest|vite|jest|mocha|ava|karma|jasmine|playwright|cypress|wdio|nightwatch|tap|testem|web-test-runner|wtr|cucumber)\b/i
const importing = /^\s*(?:import\b|export\b.*\bfrom\b)|\brequire\s*\(|\bimport\s*\(|^\s*\}\s*from\b/
/** A key, in quotes or not, or a text in quotes. */
const word = /(["'`]?)([\w$-]+)\1\s*:(?!:)|(["'`])((?:\\.|(?!\3)[^\\])*)\3/g
/** Keys whose values are loaded to judge, not judged; what a build begins with is named by others. */
const judging =
  /^(?:extends|setupFiles(?:AfterEnv)?|globalSetup|globalTeardown|testEnvironment|environment|testRunner|runner|reporters?|snapshotSerializers|snapshotResolver|resolver|transform|presets?|plugins|jsPlugins|require|import|file|helpers|supportFile|sequencer|provider|customSyntax|parser|processor|rulesdir)$/
/** Where products lie, which settings import for other ends. */
const product = /^(?:.*\/)?(?:src|lib|app|source)\//

/** Follows what the settings of tools load in a base, as far as their texts tell. */
export async function loadedBySettings(
  paths: ReadonlySet<string>,
  read: (path: string) => Promise<string | null>,
): Promise<LoadedBySettings> {
  const settings = [...paths]
    .filter((path) => readable.test(path) && isGateFile(path) && !path.includes('node_modules/'))
    .toSorted((a, b) => depth(a) - depth(b))
  const found = { runners: new Set<string>(), checkers: new Set<string>() }
  const open = settings.map((path) => ({
    path,
    group: runner.test(nameOf(path)) ? found.runners : found.checkers,
  }))
  let left = MOST_FILES
  for (let next = open.shift(); next !== undefined && left > 0; next = open.shift()) {
    const { path, group } = next
    const text = await read(path)
    left -= 1
    for (const target of text === null ? [] : targetsIn(text, isGateFile(path))) {
      const hit = existing(path, target.name, paths)
      if (hit === null || group.has(hit) || isGateFile(hit) || (target.isImport && product.test(hit)))
        continue
      group.add(hit)
      if (/\.[cm]?[jt]sx?$|\.json$/.test(hit)) open.unshift({ path: hit, group })
    }
  }
  return found
}

type Target = { readonly name: string; readonly isImport: boolean }

/** What a text imports, and where it is settings what stands under keys by which something is loaded. */
function targetsIn(text: string, isSettings: boolean): readonly Target[] {
  let under = ''
  return text.split('\n').flatMap((line): readonly Target[] => {
    if (importing.test(line)) return quotedIn(line).map((name) => ({ name, isImport: true }))
    if (!isSettings) return []
    return [...line.matchAll(word)].flatMap(([, , name, , text = '']) => {
      under = name ?? under
      return name === undefined && judging.test(under) ? [{ name: text, isImport: false }] : []
    })
  })
}

/** The file of the base that a text in another one means: by a path from there, or from the root. */
function existing(from: string, name: string, paths: ReadonlySet<string>): string | null {
  const plain = name.replace(/^<rootDir>\//, './')
  if (!/[./]/.test(plain) || /^[a-z]+:/i.test(plain)) return null
  const places = [resolveFrom(from, plain), plain.startsWith('..') ? null : resolveFrom('', plain)]
  for (const place of places) {
    if (place === null) continue
    const hit = ['', '.js', '.ts', '.mjs', '.cjs', '.mts', '.json', '/index.js', '/index.ts', '/index.mjs']
      .map((ending) => `${place}${ending}`)
      .find((each) => paths.has(each))
    if (hit !== undefined) return hit
    const typed = place.replace(/\.([cm]?)js$/, '.$1ts')
    if (paths.has(typed)) return typed
  }
  return null
}

function depth(path: string): number {
  return path.split('/').length
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? ''
}
