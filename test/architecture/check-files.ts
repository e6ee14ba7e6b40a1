import { findImports } from './find-imports.ts'
import { listRoomFiles } from './source-files.ts'
import type { SourceFiles } from './source-files.ts'

const MOST_LINES = 300
const barrels = ['src/index.ts', 'src/testing.ts']
const emptyWords = /(?:^|-)(?:utils?|helpers?|managers?|services?|handlers?|common|misc|data)(?:-|$)/
const emptyNames = ['core', 'types', 'lib', 'shared', 'index']
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Every file that is too long to be one thing. */
export function checkSizes(files: SourceFiles): readonly string[] {
  return [...files]
    .map(([path, source]) => ({ path, lines: source.replace(/\n$/, '').split('\n').length }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines: at most ${MOST_LINES}`)
}

/** Every file or folder whose name says nothing, or is not in kebab-case. */
export function checkNames(files: SourceFiles): readonly string[] {
  const breaches = new Set<string>()
  for (const path of files.keys()) {
    const steps = path.split('/')
    for (const [index, step] of steps.entries()) {
      const place = steps.slice(0, index + 1).join('/')
      const words = step.replace(/\.[cm]?[jt]sx?$/, '').split('.')
      if (!words.every((word) => kebabCase.test(word))) breaches.add(`${place} is not in kebab-case`)
      if (barrels.includes(place)) continue
      if (words.some((word) => emptyWords.test(word) || emptyNames.includes(word))) {
        breaches.add(`${place} has a name that says nothing`)
      }
    }
  }
  return [...breaches]
}

/** Every re-export outside the two public barrels. */
export function checkBarrels(files: SourceFiles): readonly string[] {
  return listRoomFiles(files)
    .filter(
      ([path, source]) => !barrels.includes(path) && findImports(source).some((found) => found.reExports),
    )
    .map(([path]) => `${path} re-exports from another file`)
}
