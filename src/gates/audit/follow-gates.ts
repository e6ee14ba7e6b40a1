import { covers } from '../../plan/write-set.ts'
import { calledBy } from './called-by-commands.ts'
import { quotedIn, resolveFrom } from './named-files.ts'
import { isCodeFile, testPart } from './test-file.ts'
import { holdsTests } from './test-lines.ts'

/** Files of a gate that are looked into at most. */
const MOST_FILES = 40

const endings = ['', '.js', '.ts', '.mjs', '.cjs', '.mts', '/index.js', '/index.ts']

/** The files that commands name, and those of the repository that these load in turn, without tests and product. */
export async function followGates(
  commands: readonly string[],
  paths: ReadonlySet<string>,
  read: (path: string) => Promise<string | null>,
): Promise<ReadonlySet<string>> {
  const named = [...calledBy(commands).files]
  const folders = named.filter((path) => path.endsWith('/*.go'))
  const called = [...paths].filter((path) => named.includes(path) || covers(folders, path))
  const found = new Set<string>()
  const open = called.map((path) => ({ path, isCalled: true }))
  for (let next = open.shift(); next !== undefined && found.size < MOST_FILES; next = open.shift()) {
    const { path, isCalled } = next
    if (found.has(path) || !isCodeFile(path) || (!isCalled && isProduct(path))) continue
    const text = await read(path)
    if (text === null || (testPart(path) !== null && holdsTests(text))) continue
    found.add(path)
    const lines = text.split('\n')
    const loaded = path.endsWith('.py')
      ? lines.flatMap((line) => pythonModules(path, line))
      : lines
          .filter((line) => /\b(?:import|from|require|source|load)\b|^\s*\.\s/.test(line))
          .flatMap((line) => quotedModules(path, line))
    for (const names of loaded) {
      const hit = names.find((each) => paths.has(each))
      if (hit !== undefined) open.push({ path: hit, isCalled: false })
    }
  }
  return found
}

/** The files that each module of a line may be. */
function quotedModules(from: string, line: string): readonly (readonly string[])[] {
  return quotedIn(line)
    .filter((text) => /^\.{1,2}\//.test(text))
    .flatMap((text) => resolveFrom(from, text) ?? [])
    .map((resolved) => endings.map((ending) => `${resolved}${ending}`))
}

/** Only what lies with the gate is followed: an import tells no product from a part of the gate. */
function pythonModules(from: string, line: string): readonly (readonly string[])[] {
  const [, dots = '', module = '', names = '', plain = ''] =
    /^\s*from\s+(\.*)([\w.]*)\s+import\s+([\w\s,()]+)|^\s*import\s+([\w.\s,]+)/.exec(line) ?? []
  const folder = from.split('/').slice(0, -1).join('/')
  const bases =
    dots === ''
      ? [folder, '']
      : [
          folder
            .split('/')
            .slice(0, folder.split('/').length + 1 - dots.length)
            .join('/'),
        ]
  const modules = plain === '' ? [module, ...words(names).map((name) => `${module}.${name}`)] : words(plain)
  return modules.map((each) =>
    bases
      .map((base) => [...base.split('/'), ...each.split('.')].filter((step) => step !== '').join('/'))
      .filter((path) => folder !== '' && path.startsWith(`${folder}/`))
      .flatMap((path) => [`${path}.py`, `${path}/__init__.py`]),
  )
}

function words(text: string): readonly string[] {
  return text.match(/[\w.]+/g) ?? []
}

/** Where products lie; what is directly at the root may be one. */
function isProduct(path: string): boolean {
  return !path.includes('/') || /^(?:.*\/)?(?:src|lib|app|source|pkg|internal|cmd|include)\//.test(path)
}
