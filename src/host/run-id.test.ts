import { expect, it } from 'vitest'
import { checkRunId, newRunId } from './run-id.ts'

it.each(['Add a --dry-run flag', 'Größe der Übung', '日本語だけ', '../../etc/passwd', '   '])(
  'names a run for %s so that it is a folder, a ref and a branch',
  (objective) => {
    expect(checkRunId(newRunId(objective))).toMatch(/^[a-z0-9-]+-[0-9a-f]{4}$/)
  },
)

it.each(['', '..', 'a/b', 'A', '-x', 'x'.repeat(49), 'a b'])('refuses %o', (name) => {
  expect(() => checkRunId(name)).toThrow(/cannot name a run/)
})
