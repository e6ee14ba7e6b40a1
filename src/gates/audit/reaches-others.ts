/** Names that only hold tools of tests; what is set on them is the tools' own. */
const tools = /^(?:pytest|mock|patch|MagicMock|Mock|logging|warnings|self|cls)$/
const pythonImport = /^\s*from\s+[\w.]+\s+import\s+(.+)$|^\s*import\s+([\w., ]+)$/
/** `price.total = …`, with the name that it begins with. */
const setting = /^\s*([A-Za-z_$][\w$]*)(?:\s*\.\s*[\w$]+|\[[^\]]+\])+\s*(?:[-+*/|&]|\*\*|\?\?)?=(?![=>])/
const python: readonly RegExp[] = [
  /(?<![.\w])(?:setattr|delattr)\s*\(|\.__(?:dict|setattr|delattr|class|base|bases|mro)__\b|\b__subclasses__\b|\bvars\s*\(/,
  /\bsys\.(?:modules|meta_path|path_hooks|settrace)\b|\bgc\.get_|\bbuiltins\b|\bimportlib\.reload\b|\bglobals\s*\(\)/,
  /\bsession\.(?:items|_\w+)|\bitem\.(?:obj|runtest|add_marker)\b|\bpluginmanager\b|\bconfig\.(?:option|hook|inicfg)\b/,
  /\bpatch(?:\.\w+)?\s*\(.*\)\.start\s*\(/,
]
const compiled: readonly (readonly [endings: RegExp, lines: RegExp])[] = [
  [
    /\.(?:java|kts?|scala|groovy)$/i,
    /@(?:\w+\.)*(?:Configuration|TestConfiguration|Primary|Component|Service|Bean|AutoConfiguration|ControllerAdvice)\b|^\s*static\s*\{|\bAbstractProjectConfig\b/,
  ],
  [
    /\.(?:cs|fs|vb)$/i,
    /^\s*\[\s*(?:assembly\s*:|(?:\w+\.)*(?:ModuleInitializer|SetUpFixture|AssemblyInitialize)\b)/,
  ],
  [
    /\.(?:c|cc|cpp|cxx|h|hh|hpp)$/i,
    /\bGTEST_FLAG|\bAddGlobalTestEnvironment\b|_REGISTER_LISTENER\b|\bREGISTER_LISTENER\b|\bconstructor\b|^\s*#\s*(?:define|undef)\s/,
  ],
]

/**
 * Whether lines of a test file, wherever they stand in it, change something that other tests have too; `all` is the
 * whole file. Nothing is wrong with a test that does so and undoes it. Contract: in doubt, yes.
 */
export function reachesOthers(path: string, lines: readonly string[], all: readonly string[]): boolean {
  const patterns = compiled.find(([endings]) => endings.test(path))?.[1]
  if (patterns !== undefined) return lines.some((line) => patterns.test(line))
  if (/\.go$/i.test(path)) return setsForeign(lines, all)
  if (!/\.py$/i.test(path)) return false
  const names = importedIn(all)
  return lines.some(
    (line) => names.has(setting.exec(line)?.[1] ?? '') || python.some((pattern) => pattern.test(line)),
  )
}

function importedIn(lines: readonly string[]): ReadonlySet<string> {
  const words = lines.flatMap((line) => {
    const found = pythonImport.exec(line)
    return (found?.[1] ?? found?.[2] ?? '').match(/[\w$]+/g) ?? []
  })
  return new Set(words.filter((word) => !tools.test(word)))
}

/** Whether something is set that this file of a Go package does not declare: another file of the package does. */
function setsForeign(lines: readonly string[], all: readonly string[]): boolean {
  const text = all.join('\n')
  const names = lines.flatMap((line) =>
    [...line.matchAll(/(?:^|[{;])\s*(\w+)(?:\.\w+|\[[^\]]*\])*\s*[-+*/|&]?=(?!=)/g)].map(
      ([, name = '_']) => name,
    ),
  )
  return names.some((name) => {
    if (name === '_') return false
    const own = `\\b${name}\\b[\\w\\s,]*:=|\\b(?:var|const|type)\\s+\\(?\\s*${name}\\b|^\\s*${name}\\s+[\\w*[\\].]+\\s*$|[(,]\\s*${name}\\b[\\w\\s,]*\\s[\\w*[\\].]+|\\bfunc\\s*\\(\\s*${name}\\b`
    return !new RegExp(own, 'm').test(text)
  })
}
