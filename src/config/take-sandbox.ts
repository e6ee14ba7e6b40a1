import { DEFAULT_LIMITS, MOST_OUTPUT_BYTES } from '../kernel/ports/isolation.ts'
import { parseByteSize } from './byte-size.ts'
import type { SettingsChoice } from './choose-settings.ts'
import type { Settings } from './settings.ts'

/** The `sandbox` group; `expand` makes a path whole that begins with `~/`, for the key that it stands at. */
export function takeSandbox(
  { take }: SettingsChoice,
  expand: (path: string, key: string) => string,
): Settings['sandbox'] {
  const paths = (name: 'readable' | 'writable'): readonly string[] => {
    const key = `sandbox.${name}`
    return (take(key, (written) => written.sandbox?.[name]) ?? []).map((path) => expand(path, key))
  }
  const size = (name: 'memory' | 'file-size' | 'output'): number | null =>
    parseByteSize(take(`sandbox.limits.${name}`, (written) => written.sandbox?.limits?.[name]) ?? '')
  return {
    readable: paths('readable'),
    writable: paths('writable'),
    hosts: take('sandbox.hosts', (written) => written.sandbox?.hosts) ?? [],
    limits: {
      processes:
        take('sandbox.limits.processes', (written) => written.sandbox?.limits?.processes) ??
        DEFAULT_LIMITS.processes,
      memoryBytes: size('memory') ?? DEFAULT_LIMITS.memoryBytes,
      fileBytes: size('file-size') ?? DEFAULT_LIMITS.fileBytes,
      outputBytes: size('output') ?? MOST_OUTPUT_BYTES,
    },
  }
}
