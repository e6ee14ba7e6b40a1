import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { AuditFinding } from './audit-finding.ts'
import { diffLines } from './diff-lines.ts'
import { isGateFile } from './gate-definition.ts'
import { sourceLines } from './source-lines.ts'
import { testPart } from './test-file.ts'

/** How a program finds out that a runner has loaded it. What is set by whoever starts it is its own affair. */
const senses: readonly (readonly [endings: RegExp, line: RegExp])[] = [
  [
    /\.py$/i,
    /\bPYTEST_(?:CURRENT_TEST|VERSION|XDIST_WORKER)\b|["'](?:_?pytest|unittest)(?:\.\w+)?["']\s+(?:not\s+)?in\s+sys\.modules|\bsys\.modules\.get\s*\(\s*["'](?:_?pytest|unittest)\b/,
  ],
  [
    /\.[cm]?[jt]sx?$/i,
    /\b(?:NODE_TEST_(?:CONTEXT|WORKER_ID)|JEST_WORKER_ID|VITEST(?:_\w+)?|AVA_PATH|TAP_CHILD_ID)\b|\benv\s*(?:\??\.\s*|\[\s*["'])(?:MOCHA_\w+|PLAYWRIGHT_TEST\w*)\b|\bnpm_lifecycle_(?:event|script)\b.*\btest|\b__(?:vitest|jest)_\w+__\b/,
  ],
  [/\.go$/i, /\btesting\.Testing\s*\(\s*\)|\bflag\.Lookup\s*\(\s*"test\.|\bos\.Args\[0\].*\.test"/],
  [/\.rs$/i, /\bcfg!\s*\(\s*(?:not\s*\(\s*)?test\b|#\[\s*cfg\s*\(\s*not\s*\(\s*test\s*\)/],
  [/\.rb$/i, /\bdefined\?\s*\(?\s*(?:::)?(?:RSpec|Minitest)\b/],
  [/\.(?:java|kts?|scala|groovy)$/i, /\bforName\s*\(\s*"org\.(?:junit|testng)\b/],
  [/\.php$/i, /\bPHPUNIT_COMPOSER_INSTALL\b|\b__PHPUNIT_PHAR__\b/],
]

/** Lines by which a change has the product ask whether it is tested: it may do its work only then. */
export function auditSensing(
  files: readonly ChangedFile[],
  partOf: (path: string) => 'test' | 'support' | null = testPart,
): readonly AuditFinding[] {
  return files.flatMap((file): readonly AuditFinding[] => {
    const { path, before, after } = file
    const sense = senses.find(([endings]) => endings.test(path))?.[1]
    if (sense === undefined || after === null || partOf(path) !== null || isGateFile(path)) return []
    if (!sense.test(after)) return []
    const code = (text: string): readonly string[] => sourceLines(path, text).map((line) => line.code)
    const old = code(before ?? '')
    const line = diffLines(old, code(after))
      .flatMap(({ added }) => added)
      .find((each) => sense.test(each) && !old.includes(each))
    if (line === undefined) return []
    const words = line.trim().slice(0, 120)
    return [
      {
        rule: 'patch',
        path,
        weight: 'needs-approval',
        message: `${path}: \`${words}\` asks whether a test is running, so that what is tested is not what is delivered; do the same in both.`,
        told: `has ${path} ask whether it is tested (\`${words}\`)`,
      },
    ]
  })
}
