import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { AuditFinding } from './audit-finding.ts'
import { diffLines } from './diff-lines.ts'
import { sourceLines } from './source-lines.ts'
import { testPart } from './test-file.ts'
import { holdsTests } from './test-lines.ts'

/** What a test environment lends to a program that expects a browser; to put it there is what a setup is for. */
const lent =
  'fetch|window|document|navigator|location|localStorage|sessionStorage|self|WebSocket|EventSource|XMLHttpRequest|Worker|matchMedia|crypto|indexedDB|ResizeObserver|IntersectionObserver|MutationObserver|requestAnimationFrame|cancelAnimationFrame|TextEncoder|TextDecoder|FormData|Headers|Request|Response|Blob|File|FileReader|URL|URLSearchParams|AbortController|React|IS_REACT_ACT_ENVIRONMENT|__\\w+|logger|console|Image|Audio|HTMLElement|Event|CustomEvent|performance|structuredClone'

/** Lines that change what everybody else in the process gets; `known` are names that the file itself declares. */
const javascript: readonly RegExp[] = [
  /^\s*(?!this\b)([\w$.]+)\.prototype\s*(?:\.\s*[\w$]+|\[[^\]]+\])\s*=(?!=)/,
  /\b(?:Object|Reflect)\.(?:defineProperty|defineProperties|assign|setPrototypeOf)\s*\(\s*([\w$]+)\.prototype\b/,
  /\brequire\.cache\s*\[[^\]]+\]\s*=(?!=)|\brequire\.(?:extensions|main)\b.*=(?!=)/,
  /\bModule\._(?:load|resolveFilename|extensions|cache|findPath)\b.*=(?!=)|\bModule\.prototype\.\w+\s*=|\bmodule\.register(?:Hooks)?\s*\(|^registerHooks\s*\(/,
  /^\s*(?:Math|JSON|Object|Array|String|Number|Boolean|Promise|Reflect|Symbol|RegExp|Map|Set|BigInt|Intl)\.(?!random\b|prototype\b)\w+\s*=(?!=)/,
  /^\s*(?:assert|expect|chai|should)(?:\s*\.\s*\w+)+\s*=(?!=)/,
  /^\s*(?:\(\s*)?require\s*\(\s*["'`]\.{1,2}\/[^)]*\)\s*\)?(?:\s*\.\s*[\w$]+|\[[^\]]+\])+\s*=(?!=)/,
  /\bObject\.(?:assign|defineProperty)\s*\(\s*(?:require\s*\(\s*["'`]\.|(?:assert|expect|Math|JSON)\b)/,
  new RegExp(`^(?:globalThis|global)\\s*\\.\\s*(?!(?:${lent})\\b)[\\w$]+\\s*=(?!=)`),
  /\bprocess\.env\.(?:NODE_OPTIONS|NODE_PATH|LD_PRELOAD|PATH)\s*=(?!=)/,
]
const python: readonly RegExp[] = [
  /\bsys\.modules\s*\[[^\]]+\]\s*=(?!=)|\bsys\.modules\.(?:update|setdefault)\s*\(/,
  /^\s*(?:builtins|__builtins__)(?:\.\w+|\[[^\]]+\])\s*=(?!=)|\bsetattr\s*\(\s*(?:builtins|sys\.modules)\b/,
  /^sys\.(?:meta_path|path_hooks)\b.*(?:insert|append|=(?!=))/,
  /\b(?:rep|report|outcome|call)\.(?:outcome|_result|passed|failed)\s*=(?!=)|\bforce_result\s*\(/,
  /^\s*os\.environ\[["'](?:PYTHONPATH|PYTHONSTARTUP|LD_PRELOAD|PYTEST_ADDOPTS)["']\]\s*=(?!=)/,
]
const others: readonly (readonly [endings: RegExp, patterns: readonly RegExp[]])[] = [
  [/\.[cm]?[jt]sx?$/, javascript],
  [/\.py$/, python],
  [
    /\.rb$/,
    [/^\s*\w+(?:::\w+)*\.(?:class_eval|module_eval|prepend|send\s*\(?\s*:(?:define_method|prepend))\b/],
  ],
  [
    /\.(?:java|kt)$/,
    [
      /\bmockStatic\s*\(.*\)\s*;?\s*$|\.getDeclaredField\b.*modifiers|\bRuntime\.getRuntime\(\)\.halt\s*\(\s*0/,
    ],
  ],
]

/** Modules of the product put aside for every test, where a file is loaded before all of them. */
const mocking =
  /\b(?:vi|jest)\s*\.\s*(?:mock|doMock|setMock|unstable_mockModule)\s*\(\s*["'`](?:\.{1,2}\/|@\/|~\/|#)|\bmock\.module\s*\(\s*["'`]\./

/**
 * Lines of test-side files that change the product, the language or the assertions for everybody in the process.
 * What a test does and undoes within itself is left alone as far as its lines tell.
 */
export function auditPatches(
  files: readonly ChangedFile[],
  partOf: (path: string) => 'test' | 'support' | null,
): readonly AuditFinding[] {
  return files.flatMap((file): readonly AuditFinding[] => {
    const { path } = file
    const part = isInitialiser(path) ? 'support' : partOf(path)
    const line = part === null || file.after === null ? null : firstPatch(file, part)
    if (line === null) return []
    return [
      {
        rule: 'patch',
        path,
        weight: 'needs-approval',
        message: `${path}: \`${line}\` changes what other tests get, the product or its surroundings; test what the product itself does, or undo it within the test.`,
        told: `has ${path} change the product, or what it stands on, while it is tested (\`${line}\`)`,
      },
    ]
  })
}

/** Whether a change of the product has one file change what another gives: who loads it, as a test may, gets something else. */
export function patchesOthers(file: ChangedFile): boolean {
  return file.after !== null && testPart(file.path) === null && firstPatch(file, 'test') !== null
}

/** What Python loads by itself on the way to a test. */
function isInitialiser(path: string): boolean {
  return /(?:^|\/)(?:__init__|conftest|sitecustomize|usercustomize)\.py$/.test(path)
}

/** No line is looked at beyond this. */
const LONGEST = 2000

function firstPatch({ path, before, after }: ChangedFile, part: 'test' | 'support'): string | null {
  const patterns = others.find(([endings]) => endings.test(path.toLowerCase()))?.[1]
  if (patterns === undefined) return null
  const lines = sourceLines(path, after ?? '')
  const now = lines.map(({ code }) => code)
  const inText = new Set(
    lines.flatMap(({ code, bare }) => (bare.replaceAll('"', '').trim() === '' ? [code] : [])),
  )
  const old = sourceLines(path, before ?? '').map(({ code }) => code)
  const added = diffLines(old, now).flatMap((hunk) => hunk.added.map((line) => line.slice(0, LONGEST)))
  const product = productNames(now)
  const own = declaredIn(now)
  const isSetup = part === 'support' || !holdsTests(after ?? '')
  const found = added.find((line) => {
    if (inText.has(line)) return false
    if (isSetup && mocking.test(line)) return true
    if (setsAttribute(line, product)) return true
    return patterns.some((pattern) => {
      const hit = pattern.exec(line)
      return hit !== null && !own.has(hit[1] ?? '')
    })
  })
  return found === undefined || old.includes(found) ? null : found.trim().slice(0, 120)
}

/** `price.total = …` at the beginning of a line, so outside of every test, where `price` is loaded from the product. */
function setsAttribute(line: string, product: ReadonlySet<string>): boolean {
  const target =
    /^(?:setattr\s*\(\s*)?([A-Za-z_$][\w$]*)(?:\s*,|(?:\s*\.\s*[\w$]+|\[[^\]]+\])+\s*=(?!=))/.exec(line)
  if (target === null || !product.has(target[1] ?? '')) return false
  return line.startsWith('setattr') || !/^[\w$]+\s*,/.test(line)
}

/** Names under which a file has modules of the product. */
function productNames(lines: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const line of lines) {
    const js =
      /^\s*import\s+(?:type\s+)?(.+?)\s+from\s+["']\.{1,2}\//.exec(line) ??
      /^\s*(?:const|let|var)\s+(.+?)\s*=\s*(?:await\s+import|require)\s*\(\s*["']\.{1,2}\//.exec(line)
    const py =
      /^\s*from\s+[\w.]+\s+import\s+(.+)$/.exec(line) ??
      /^\s*import\s+([\w., ]+?)(?:\s+as\s+\w+)?\s*$/.exec(line)
    for (const name of (js?.[1] ?? (line.includes('{') ? '' : (py?.[1] ?? ''))).split(/[{},\s]+/)) {
      if (
        /^[\w$]+$/.test(name) &&
        !/^(?:as|type|default|sys|os|pytest|unittest|logging|warnings)$/.test(name)
      )
        names.add(name)
    }
    const alias = /^\s*import\s+[\w.]+\s+as\s+(\w+)/.exec(line)?.[1]
    if (alias !== undefined) names.add(alias)
  }
  return names
}

function declaredIn(lines: readonly string[]): ReadonlySet<string> {
  return new Set(
    lines.flatMap(
      (line) => /^\s*(?:export\s+)?(?:abstract\s+)?(?:class|function)\s+([\w$]+)/.exec(line)?.[1] ?? [],
    ),
  )
}
