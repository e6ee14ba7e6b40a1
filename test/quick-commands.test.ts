import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const staticImport = /^(?:import|export) (?!type\b)(?:[^'"]*? from )?'([^']+)'/gm

/** The third-party packages that a file loads before it does anything; a lazy import is not followed. */
function packagesOf(path: string, seen = new Set<string>()): ReadonlySet<string> {
  const packages = new Set<string>()
  if (seen.has(path)) return packages
  seen.add(path)
  for (const [, specifier = ''] of readFileSync(join(root, path), 'utf8').matchAll(staticImport)) {
    if (specifier.startsWith('node:')) continue
    if (!specifier.startsWith('.')) packages.add(specifier)
    else for (const found of packagesOf(posix.join(posix.dirname(path), specifier), seen)) packages.add(found)
  }
  return packages
}

test('starting the program loads nothing but the parser of its arguments', () => {
  expect([...packagesOf('src/main.ts')]).toEqual([])
  expect([...packagesOf('src/surfaces/cli/main.ts')]).toEqual(['commander'])
})

test('an answer loads nothing but the schema that it must fit', () => {
  expect([...packagesOf('src/surfaces/cli/commands/answer.ts')]).toEqual([])
  expect([...packagesOf('src/host/tell-command.ts')]).toEqual(['zod'])
})

test.each(['status', 'list', 'show', 'watch'])('looking with %s loads no package', (command) => {
  expect([...packagesOf(`src/surfaces/cli/commands/${command}.ts`)]).toEqual([])
})

test('packages that are loaded are seen', () => {
  expect([...packagesOf('src/surfaces/cli/commands/run.ts')]).toEqual(expect.arrayContaining(['zod', 'yaml']))
})
