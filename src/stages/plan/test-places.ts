import { isDocument } from '../intake/tier-of.ts'

/** Where tests lie by the conventions of the common languages: whoever may write code may add its tests there. */
export const TEST_PLACES: readonly string[] = [
  '**/test/**',
  '**/tests/**',
  '**/__tests__/**',
  '**/*.test.*',
  '**/*.spec.*',
  '**/*_test.*',
  '**/test_*.*',
]

/** The files somebody is likely to touch, and where the tests of them may be; documents have none. */
export function withTests(files: readonly string[]): readonly string[] {
  return files.every(isDocument) ? files : [...new Set([...files, ...TEST_PLACES])]
}
