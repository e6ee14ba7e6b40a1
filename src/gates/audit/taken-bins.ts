import type { ChangedFile } from '../../kernel/ports/repository.ts'
import { foldedName } from './fold-path.ts'
import { swappedInText } from './locked-in-text.ts'
import { testPart } from './test-file.ts'

type Taken = { readonly path: string; readonly what: string }

/** Programs that a new package brings under the name of one that gates use: by a manifest, or by a lock file. */
export function takenBins(files: readonly ChangedFile[], programs: ReadonlySet<string>): readonly Taken[] {
  return files.flatMap(({ path, before, after }) => {
    const name = foldedName(path)
    if (after === null || before === after) return []
    if (name === 'package.json')
      return [
        ...[...ownBins(before, after), ...byName(before, after)].flatMap((bin) => told(path, bin, programs)),
        ...ownName(path, before, after),
      ]
    if (name === 'package-lock.json' || name === 'npm-shrinkwrap.json')
      return [...lockedBins(path, before, after, programs), ...swapped(path, before, after)]
    if (name === 'pnpm-lock.yaml' || name === 'yarn.lock')
      return swappedInText(before, after).map((each) => ({
        path,
        what: `the package \`${each}\` now comes from somewhere else`,
      }))
    return []
  })
}

/** Test libraries; a package of the repository of that name is taken in their place. */
const libraries =
  /^(?:vitest|jest|mocha|chai|ava|tap|tape|uvu|expect|sinon|should|jasmine|supertest|power-assert|@(?:vitest|jest|playwright|testing-library|sinonjs)\/.+)$/

function ownName(path: string, before: string | null, after: string): readonly Taken[] {
  const { name } = parse(after)
  const isTaken = typeof name === 'string' && libraries.test(name) && parse(before)['name'] !== name
  return isTaken && path.includes('/') && testPart(path) === null
    ? [{ path, what: `its package is found before \`${name}\`, by which tests judge` }]
    : []
}

function told(path: string, bin: string, programs: ReadonlySet<string>): readonly Taken[] {
  return programs.has(bin)
    ? [{ path, what: `it brings a program of the name \`${bin}\`, which proves this work` }]
    : []
}

/** What the package itself is to be started by. */
function ownBins(before: string | null, after: string): readonly string[] {
  const known = new Set(binsOf(parse(before)))
  return binsOf(parse(after)).filter((bin) => !known.has(bin))
}

/** Packages that are called like a program of the system, as the one that brings a node of its own. */
function byName(before: string | null, after: string): readonly string[] {
  const known = new Set(dependenciesOf(parse(before)))
  const system =
    /^(?:node|npm|npx|sh|bash|make|git|python3?|go|cargo|java|deno|bun|env|cat|grep|sed|cp|rm|mkdir)$/
  return dependenciesOf(parse(after)).filter((each) => !known.has(each) && system.test(each))
}

/** Two packages of which both bring it: only one of them is found. */
function lockedBins(
  path: string,
  before: string | null,
  after: string,
  programs: ReadonlySet<string>,
): readonly Taken[] {
  const known = packagesOf(parse(before))
  const now = packagesOf(parse(after))
  return Object.entries(now).flatMap(([place, about]) =>
    place === '' || place in known || !/^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(place)
      ? []
      : binsOf(about)
          .filter(
            (bin) =>
              programs.has(bin) &&
              (place.split('/').at(-1) !== bin ||
                Object.values(known).some((each) => binsOf(each).includes(bin))),
          )
          .map((bin) => ({
            path,
            what: `the new package \`${place.replace('node_modules/', '')}\` brings a program of the name \`${bin}\`, which proves this work`,
          })),
  )
}

/** Packages that were locked before and now come from somewhere else, or are others under the same version. */
function swapped(path: string, before: string | null, after: string): readonly Taken[] {
  const known = packagesOf(parse(before))
  return Object.entries(packagesOf(parse(after))).flatMap(([place, about]) => {
    const old = known[place]
    if (old === undefined || place === '' || about['link'] === true || old['link'] === true) return []
    const isMoved = sourceOf(old) !== null && sourceOf(about) !== null && sourceOf(old) !== sourceOf(about)
    const isOther =
      old['version'] === about['version'] &&
      typeof old['integrity'] === 'string' &&
      typeof about['integrity'] === 'string' &&
      old['integrity'] !== about['integrity']
    return isMoved || isOther
      ? [
          {
            path,
            what: `the package \`${place.replace(/^.*node_modules\//, '')}\` now comes from somewhere else`,
          },
        ]
      : []
  })
}

/** The host that a package is fetched from, or how else it comes here. */
function sourceOf({ resolved }: Entry): string | null {
  return typeof resolved === 'string' ? (/^[\w+.-]+:(?:\/\/[^/]*)?/.exec(resolved)?.[0] ?? resolved) : null
}

type Entry = Readonly<Record<string, unknown>>

function binsOf(entry: Entry): readonly string[] {
  const { bin, name } = entry
  if (typeof bin === 'string') return typeof name === 'string' ? [name.split('/').at(-1) ?? name] : []
  return typeof bin === 'object' && bin !== null ? Object.keys(bin) : []
}

function dependenciesOf(entry: Entry): readonly string[] {
  return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((group) => {
    const listed = entry[group]
    return typeof listed === 'object' && listed !== null ? Object.keys(listed) : []
  })
}

function packagesOf(entry: Entry): Readonly<Record<string, Entry>> {
  const { packages } = entry
  return typeof packages === 'object' && packages !== null
    ? (packages as Readonly<Record<string, Entry>>)
    : {}
}

function parse(text: string | null): Entry {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? (parsed as Entry) : {}
  } catch {
    return {}
  }
}
