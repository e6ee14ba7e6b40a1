import type { z } from 'zod'
import { groupOf, oneOf, paths, settingForms } from './value-schemas.ts'

/** What a task may not quietly do to the things that judge it. Everything here is data, so that it can stand in a run's input. */
export const protectionSchema = groupOf('What a task may not quietly change.', {
  outside: oneOf(['refuse', 'extend'])
    .default('refuse')
    .describe(
      "What becomes of a change outside a task's write-set: it goes back, or the write-set grows when no other task holds the path.",
    )
    .register(settingForms, { key: 'write-set', after: 'order' }),
  tests: guard('Whether existing tests may not be deleted, skipped or weakened.'),
  gates: guard('Whether whatever defines a gate may not be changed.'),
  ci: guard('Whether CI files may not be changed.'),
  lockFiles: guard('Whether lock files may change only with their manifest.'),
  secrets: guard('Whether what looks like a secret is refused.'),
  paths: paths()
    .readonly()
    .default([])
    .describe('More paths and globs that no task may change unless its write-set names them.'),
}).register(settingForms, { key: 'protect' })

export type Protection = z.infer<typeof protectionSchema>

export const standardProtection: Protection = protectionSchema.parse({})

function guard(words: string) {
  return oneOf(['protect', 'free']).default('protect').describe(words).register(settingForms, { as: 'guard' })
}
