import type { ChangedFile } from '../../kernel/ports/repository.ts'
import { covers } from '../../plan/write-set.ts'
import type { AuditFinding } from './audit-finding.ts'
import { calledBy } from './called-by-commands.ts'
import { foldPath, foldedName } from './fold-path.ts'
import { gatePartDiffers, isGateFile } from './gate-definition.ts'
import { hiddenByGit } from './hidden-by-git.ts'
import { installScripts, manifestChanges } from './package-manifest.ts'
import { isPlainGrowth } from './plain-growth.ts'
import type { Surroundings } from './surroundings.ts'
import { nothingAround } from './surroundings.ts'
import { testPart } from './test-file.ts'
import { holdsTests } from './test-lines.ts'
import { configures, settingsOwners, tellsContainer } from './tool-configuration.ts'

/** What a change does to the things that define a gate; `agreed` says what a person must agree to rather than the agent undo. */
export function auditGates(
  files: readonly ChangedFile[],
  commands: readonly string[],
  agreed: (path: string) => boolean,
  { paths, gateSide, support }: Surroundings = nothingAround,
): readonly AuditFinding[] {
  const isCalled = calledTest(commands)
  const programs = settingsOwners(commands)
  const fresh = newPackages(files, paths)
  return files.flatMap((file) => {
    const { path } = file
    if (fresh.some((folder) => path.startsWith(folder)) && ownSettings.test(foldedName(path))) return []
    const weight = agreed(path) ? 'needs-approval' : 'refused'
    const todo = weight === 'refused' ? 'put it back' : 'a person must agree to that'
    return whatChanged(file, commands, isCalled, { paths, gateSide, support, programs }).map(
      (what): AuditFinding => ({
        rule: 'gate-definition',
        path,
        weight,
        message: `${path}: ${what}; ${todo}.`,
        told: `changed how its work is proven, in ${path}: ${what}`,
      }),
    )
  })
}

/** Tells the files that command lines run or are configured by, also where they name them by a pattern. */
export function calledTest(commands: readonly string[]): (path: string) => boolean {
  const called = [...calledBy(commands).files].map(foldPath)
  const names = new Set(called)
  const globs = called.filter((each) => each.includes('*') && /\.\w+$/.test(each))
  return (path) => names.has(foldPath(path)) || covers(globs, foldPath(path))
}

/** A pattern of tests is there to find new ones; one of what a makefile takes up has them say how it proves. */
function isLookedFor(path: string, commands: readonly string[]): boolean {
  const { files, taken } = calledBy(commands)
  return (
    files.has(path) ||
    covers(
      [...taken].filter((each) => each.includes('*')),
      path,
    )
  )
}

/** Settings that rule the files beside them and below. */
const ownSettings =
  /^(?:tsconfig[\w.-]*\.json|(?:vite|vitest|jest|ava|eslint|prettier|playwright|tsup|babel)\.config\.\w+|\.(?:eslintrc|prettierrc|mocharc|swcrc|babelrc)(?:\.\w+)?)$/

/** Folders of packages that the change brings, where nothing was before: their settings judge nothing that was there. */
function newPackages(files: readonly ChangedFile[], paths: ReadonlySet<string>): readonly string[] {
  if (paths.size === 0) return []
  return files
    .filter(({ path, kind }) => kind === 'added' && path.endsWith('/package.json'))
    .map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1))
    .filter((folder) => ![...paths].some((each) => each.startsWith(folder)))
}

/** Projects that no install of this one comes by. */
const apart = /(?:^|\/)(?:examples?|templates?|fixtures?|__fixtures__|demos?|samples?|docs)\//

function whatChanged(
  file: ChangedFile,
  commands: readonly string[],
  isCalled: (path: string) => boolean,
  {
    paths,
    gateSide,
    support,
    programs,
  }: Omit<Surroundings, 'perhaps'> & { readonly programs: ReadonlySet<string> },
): readonly string[] {
  const { path, kind, before, after, opaque } = file
  const name = foldedName(path)
  if (isGateFile(path) && isPlainGrowth(file)) return []
  if (isGateFile(path)) return [`this file says what proves the work, and it was ${kind}`]
  if (testPart(path) === null && configures(foldPath(path), programs))
    return [`this file says what a program looks at that proves the work, and it was ${kind}`]
  if (tellsContainer(foldPath(path), kind === 'added', programs))
    return [`this file says what is run where the work is proven, and it was ${kind}`]
  if (name === 'package.json' && kind !== 'added' && testPart(path) !== 'support') {
    if (opaque) return ['this file says what proves the work, and it cannot be read any more']
    return manifestChanges(before, after, commands, foldPath(path) !== name)
  }
  if (name === 'package.json' && kind === 'added' && testPart(path) === null && !apart.test(path)) {
    return installScripts(after).map(
      (script) => `the script \`${script}\`, which an install of the whole repository runs, was added`,
    )
  }
  const isTest =
    (testPart(path) !== null || support.has(path)) && holdsTests((kind === 'added' ? after : before) ?? '')
  if (isCalled(path) && kind === 'added' && !isTest && paths.size > 0 && isLookedFor(path, commands)) {
    return ['the commands that prove this work look for this file, and it was not there']
  }
  if (gateSide.has(path)) return [`what proves this work loads or reads this file, and it was ${kind}`]
  if (isCalled(path) && kind !== 'added' && !isTest) {
    return [`the commands that prove this work run this file, and it was ${kind}`]
  }
  const hidden = name === '.gitignore' ? hiddenByGit(path, before, after, paths) : null
  if (hidden !== null) return [`it has checkers that ask git leave out \`${hidden}\`, which is there`]
  if (gatePartDiffers(path, before, after, programs)) {
    return ['the part of this file that says what proves the work was changed']
  }
  return []
}
