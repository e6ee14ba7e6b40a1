import type { Arranged } from './hostile-case.ts'

/** A command that file permissions hold for, even where the tests are run by root. */
export function obeyingPermissions(): Arranged {
  if (process.getuid?.() !== 0) return {}
  return { wrapper: ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all'] }
}
