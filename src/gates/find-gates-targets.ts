import type { FoundGate, RepositoryFiles } from './found-gate.ts'
import { declaredGate, foundKinds, usualNames } from './found-gate.ts'

const makefiles = ['GNUmakefile', 'makefile', 'Makefile']
const justfiles = ['justfile', 'Justfile', '.justfile']

/** Targets of a Makefile and recipes of a justfile. */
export async function findTargetGates({ has, read }: RepositoryFiles): Promise<readonly FoundGate[]> {
  const first = async (paths: readonly string[]): Promise<string> => {
    const path = paths.find((each) => has(each))
    return path === undefined ? '' : ((await read(path)) ?? '')
  }
  const targets = targetsIn(await first(makefiles))
  const recipes = recipesIn(await first(justfiles))
  return foundKinds.flatMap((kind) => {
    const names = kind === 'test' ? [...usualNames.test, 'check'] : usualNames[kind]
    const target = names.find((name) => targets.has(name))
    const recipe = names.find((name) => recipes.has(name))
    if (target !== undefined) return [declaredGate(kind, `make ${target}`)]
    return recipe === undefined ? [] : [declaredGate(kind, `just ${recipe}`)]
  })
}

function targetsIn(text: string): ReadonlySet<string> {
  const heads = [...text.matchAll(/^([\w.-]+(?:[ \t]+[\w.-]+)*)[ \t]*::?(?!=)/gm)]
  return new Set(heads.flatMap(([, names = '']) => names.split(/[ \t]+/)))
}

/** Recipes that can be run without an argument. */
function recipesIn(text: string): ReadonlySet<string> {
  const heads = [...text.matchAll(/^@?([A-Za-z_][\w-]*)((?:[ \t]+[^\s:]+)*)[ \t]*:(?!=)/gm)]
  const ready = heads.filter(([, , given = '']) =>
    given.split(/\s+/).every((word) => word === '' || word.startsWith('*') || word.includes('=')),
  )
  return new Set(ready.map(([, name = '']) => name))
}
