import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { AuditFinding } from './audit-finding.ts'
import { programsIn, targetsIn } from './called-names.ts'
import { foldPath } from './fold-path.ts'
import { inTheWayOfLibrary } from './shadowed-libraries.ts'
import { takenBins } from './taken-bins.ts'
import { isCodeFile, testPart } from './test-file.ts'
import { settingsOwners } from './tool-configuration.ts'

/** Modules that Python comes with and that runners load early: a file of that name is found first. */
const pythonOwn = new RegExp(
  `^(?:${'_?pytest pluggy abc argparse ast asyncio builtins bisect calendar codecs collections configparser contextlib copy csv ctypes dataclasses datetime decimal difflib doctest enum fractions functools glob hashlib heapq importlib inspect io itertools json keyword linecache logging math numbers operator os pathlib pickle pkgutil platform pprint queue random re runpy select shutil signal site socket statistics string struct subprocess sys sysconfig tempfile textwrap threading time timeit token tokenize traceback types typing unittest unicodedata urllib uuid warnings weakref xml zipfile nose coverage mypy ruff flake8 pylint tox hypothesis numpy setuptools pytest_\\w+ freezegun assertpy syrupy xdist behave parameterized testfixtures approvaltests hamcrest'.replaceAll(' ', '|')})$`,
)
/** Where an interpreter looks first. */
const pythonRoots = /^(?:tests?\/)?$/

/** Files that a runner, an interpreter or a build takes up by itself, because they are there. */
const takenUp =
  /^(?:binding\.gyp|\.env(?!\.(?:example|sample|template|dist|defaults|schema)$)(?:\.[\w.-]+)?|.+\.pth|rust-toolchain(?:\.toml)?|cmakeuserpresets\.json|init\.gradle(?:\.kts)?|\.tool-versions|\.?mise\.toml|\.envrc|\.python-version|\.node-version|\.nvmrc|\.ruby-version)$/
/** The same by their place. */
const takenUpAt = /\.(?:egg|dist)-info\/entry_points\.txt$|(?:^|\/)minitest\/\w+_plugin\.rb$/
const library = /\.(?:so|pyd|dll|dylib|abi3\.so)$/

type Way = {
  readonly path: string
  /** What stands in the way of what. */
  readonly what: string
}

/** Files that a change adds and that stand in the way of a tool, a module, a target or a configuration of the base. */
export function auditShadows(
  files: readonly ChangedFile[],
  base: ReadonlySet<string>,
  commands: readonly string[],
  agreed: (path: string) => boolean,
): readonly AuditFinding[] {
  const gone = new Set(files.filter(({ kind }) => kind === 'deleted').map(({ path }) => path))
  const there = new Set([...base].filter((path) => !gone.has(path)))
  const folders = new Set([...there].flatMap(foldersOf))
  const programs = programsIn(commands)
  const targets = targetsIn(commands)
  const ways = files.flatMap((file): readonly Way[] => {
    const { path, kind } = file
    if (kind !== 'added') return []
    const what =
      inTheWayOfModule(path, there, folders) ??
      inTheWayOfTool(file, programs) ??
      inTheWayOfTarget(path, targets, folders) ??
      inTheWayOfScope(path, there) ??
      inTheWayOfSource(path, there) ??
      inTheWayOfTypes(path, there, commands) ??
      inTheWayOfLibrary(path, there, commands) ??
      ((takenUp.test(foldPath(path).split('/').at(-1) ?? '') && testPart(path) === null) ||
      takenUpAt.test(foldPath(path))
        ? 'programs take this file up by themselves because it is there'
        : null)
    return what === null ? [] : [{ path, what }]
  })
  return [...ways, ...takenBins(files, programs)].map(({ path, what }): AuditFinding => ({
    rule: 'shadow',
    path,
    weight: agreed(path) ? 'needs-approval' : 'refused',
    message: `${path}: ${what}; leave it out or give it another name, or say in your reply why it is needed.`,
    told: `added something to ${path} by which others are no longer found or work in another way: ${what}`,
  }))
}

/** Endings in the order in which they are found; a later one of the same name is not found any more. */
const inOrder: readonly (readonly string[])[] = [
  ['.js', '.jsx', '.mjs', '.cjs', '.json', '.node', '.ts', '.tsx', '.mts', '.cts'],
  ['.so', '.pyd', '.abi3.so', '.pyc', '.py'],
]

function inTheWayOfModule(
  path: string,
  there: ReadonlySet<string>,
  folders: ReadonlySet<string>,
): string | null {
  const [, stem = path, ending = ''] = /^(.*?)((?:\.abi3|\.cpython[\w-]*)?\.\w+)$/.exec(path) ?? []
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
  const name = stem.slice(folder.length)
  for (const order of inOrder) {
    const at = order.indexOf(library.test(path) ? '.so' : ending)
    const hidden =
      at < 0
        ? undefined
        : order.slice(at + 1).find((later) => isRival(ending, later) && there.has(`${stem}${later}`))
    if (hidden !== undefined) return `it is found before \`${stem}${hidden}\``
  }
  if (/^\.(?:[cm]?[jt]sx?|json)$/.test(ending)) {
    const index = ['.js', '.ts', '.tsx', '.mjs', '.cjs']
      .map((each) => `${stem}/index${each}`)
      .find((each) => there.has(each))
    if (index !== undefined) return `it is found before \`${index}\``
  }
  if (name === '__init__' && ending === '.py' && there.has(`${folder.slice(0, -1)}.py`)) {
    return `it is found before \`${folder.slice(0, -1)}.py\``
  }
  if (/^\.(?:py|pth)$/.test(ending) && pythonRoots.test(folder) && pythonOwn.test(name)) {
    return `it is found before the module \`${name}\` that Python or its test runner loads`
  }
  const owner =
    /(?:^|\/)(org\/(?:junit|assertj|hamcrest|testng|mockito|spockframework)|junit\/framework|kotlin\/test)\//.exec(
      path,
    )?.[1]
  if (
    owner !== undefined &&
    /\.(?:java|kt|groovy|scala|class)$/.test(path) &&
    ![...folders].some((each) => each.endsWith(owner))
  )
    return `it is found before what the tests have from \`${owner.replaceAll('/', '.')}\``
  if (path === 'vendor/modules.txt') return 'Go takes all modules from `vendor` because of it'
  const top = /^(?:tests?\/)?(\w+)\/__init__\.py$/.exec(path)?.[1]
  if (top !== undefined && pythonOwn.test(top) && !folders.has(path.slice(0, path.lastIndexOf('/')))) {
    return `it is found before the module \`${top}\` that Python or its test runner loads`
  }
  return null
}

/** A `.json` beside a `.ts` is data for it, and declarations stand beside what they declare. */
function isRival(ending: string, later: string): boolean {
  if (ending === '.json' || later === '.json') return false
  const isTyped = (each: string): boolean => /^\.[mc]?tsx?$/.test(each)
  return isTyped(later) ? !isTyped(ending) : later.startsWith('.py')
}

function inTheWayOfTool({ path }: ChangedFile, programs: ReadonlySet<string>): string | null {
  const name = path.split('/').at(-1) ?? ''
  const bare = name.replace(/\.(?:exe|cmd|bat|ps1)$/i, '')
  const isProgram = !isCodeFile(name) && (bare !== name || !name.includes('.'))
  return isProgram && programs.has(bare) && !/^(?:docs?|\.github)\//.test(path)
    ? `it has the name of the program \`${bare}\` that proves this work`
    : null
}

function inTheWayOfTarget(
  path: string,
  targets: ReadonlySet<string>,
  folders: ReadonlySet<string>,
): string | null {
  const [first = ''] = path.split('/')
  if (!targets.has(path) && (first === path || !targets.has(first) || folders.has(first))) return null
  return `make takes it for the target \`${targets.has(path) ? path : first}\` that proves this work, and does nothing`
}

/** What a compiler makes of a source is taken for it where it lies there, whatever the source says. */
function inTheWayOfSource(path: string, there: ReadonlySet<string>): string | null {
  const place = path.replace(/(^|\/)__pycache__\//, '$1')
  const stem = /^((?:.*\/)?[^/.]+)(?:\.[\w-]+)*\.(?:pyc|pyo|o|obj|lo|beam|class|elc|cmo|cmx|gch|pch)$/.exec(
    place,
  )?.[1]
  if (stem === undefined) return null
  const source = [...there].find(
    (each) => each.startsWith(`${stem}.`) && /^\.\w+$/.test(each.slice(stem.length)) && isCodeFile(each),
  )
  return source === undefined ? null : `it is taken for what is made of \`${source}\`, whatever that says`
}

/** Where there is a description of a module, a checker of types believes that and looks at the module no more. */
function inTheWayOfTypes(
  path: string,
  there: ReadonlySet<string>,
  commands: readonly string[],
): string | null {
  const programs = settingsOwners(commands)
  const has = (...names: readonly string[]): boolean => names.some((name) => programs.has(name))
  const [, stem, ending = ''] = /^(.+?)(\.pyi|\.d\.[cm]?ts)$/.exec(path) ?? []
  if (stem === undefined) return null
  const source = `${stem}${ending === '.pyi' ? '.py' : ending.replace('.d.', '.').replace('ts', 'js')}`
  if (!there.has(source)) return null
  const looksAtScripts =
    has('tsc') &&
    (commands.some((line) => /--checkjs\b/i.test(line)) ||
      ![...there].some((each) => /(?<!\.d)\.[cm]?tsx?$/.test(each)))
  const isChecked =
    ending === '.pyi'
      ? has('mypy', 'dmypy', 'pyright', 'basedpyright', 'pyrefly', 'ty', 'pytype', 'pyre')
      : looksAtScripts
  return isChecked ? `a checker of types believes it and no longer looks at \`${source}\`` : null
}

/** A manifest in a folder that has files already says anew how they are loaded, or takes them out of what is tested. */
function inTheWayOfScope(path: string, there: ReadonlySet<string>): string | null {
  const module = /^(.+\/)go\.mod$/.exec(path)?.[1]
  const lost = [...there].find(
    (each) => module !== undefined && each.startsWith(module) && each.endsWith('.go'),
  )
  if (lost !== undefined)
    return `it makes a module of its own of \`${lost}\`, which \`./...\` then leaves out`
  const folder = /^(.+\/)package\.json$/.exec(path)?.[1]
  if (folder === undefined) return null
  const ruled = [...there].find((each) => each.startsWith(folder) && /\.[cm]?[jt]sx?$/.test(each))
  return ruled === undefined ? null : `it changes how the files beside it are loaded, \`${ruled}\` among them`
}

function foldersOf(path: string): readonly string[] {
  const steps = path.split('/').slice(0, -1)
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'))
}
