/** What runners and the assertions of tests are made of, by the path that a program asks for. */
const libraries: readonly (readonly [roots: RegExp, asked: RegExp])[] = [
  [
    /^(?:src|lib|python)$/,
    /^(?:_?pytest|pluggy|unittest|doctest|nose2?|sitecustomize|usercustomize)(?:\.py|\/__init__\.py)$/,
  ],
  [
    /^(?:lib|test|spec)$/,
    /^(?:minitest|minitest\/(?:autorun|test|spec|mock|unit|assertions)|rspec|rspec\/(?:autorun|core|expectations|mocks)|test\/unit|simplecov|rake)\.rb$/,
  ],
  [
    /^(?:lib|t\/lib|blib\/lib)$/,
    /^(?:test\/(?:more|simple|builder|harness|most|deep|exception|fatal|differences|warn|warnings|class|lib|tester|base)|test2\/.+|tap\/(?:harness|parser)|test2|strict|warnings)\.pm$/,
  ],
  [/^$/, /^(?:busted|luassert|luaunit|lunit)(?:\.lua|\/init\.lua)$/],
]
/** Headers that compilers come with and by which a test tells how it ended. */
const headers = /(?:^|\/)(?:assert\.h|cassert|stdlib\.h|cstdlib|stdio\.h)$/

/**
 * Whether a new file is found before the library of its name that tests stand on: in a folder where an interpreter or a
 * compiler looks first. One that the repository has already in the same place is the repository's own.
 */
export function inTheWayOfLibrary(
  path: string,
  there: ReadonlySet<string>,
  commands: readonly string[],
): string | null {
  const folded = path.toLowerCase()
  const header = headers.exec(folded)?.[0].replace('/', '')
  if (header !== undefined) return `it is found before the \`${header}\` that a compiler comes with`
  for (const root of rootsOf(path)) {
    const asked = folded.slice(root === '' ? 0 : root.length + 1)
    const isRoot = libraries.some(
      ([roots, names]) => names.test(asked) && (roots.test(root.toLowerCase()) || isNamed(root, commands)),
    )
    if (isRoot && !there.has(`${root}/__init__.py`))
      return `it is found before the \`${asked.replace(/\.\w+$/, '')}\` that tests are run with`
  }
  return null
}

/** Every folder above a file, the repository itself among them. */
function rootsOf(path: string): readonly string[] {
  const steps = path.split('/')
  return steps.map((_, index) => steps.slice(0, index).join('/'))
}

/** Whether commands have an interpreter look into a folder. */
function isNamed(folder: string, commands: readonly string[]): boolean {
  if (folder === '') return false
  return commands.some((line) =>
    [...line.matchAll(/\b(?:PYTHONPATH|RUBYLIB|PERL5LIB|LUA_PATH)=["']?([^\s"']+)|\s-I\s*(\S+)/g)].some(
      ([, list, one]) =>
        (list ?? one ?? '').split(':').some((each) => each.replace(/^\.\/|\/$/g, '') === folder),
    ),
  )
}
