const MOST_NAMED = 3
/** As shells say it: dash and busybox, bash, zsh. */
const MISSING = [
  /^(?:\/\S*\/)?sh: (?:line )?(?:\d+: )?([^\s:]+): (?:command )?not found$/gm,
  /^(?:\/\S*\/)?bash: (?:line \d+: )?([^\s:]+): command not found$/gm,
  /^zsh:(?:\d+:)? command not found: (\S+)$/gm,
]

/** Programs that a shell did not find, as far as the output of a command that ended with 127 names them. */
export function missingPrograms(exitCode: number | null, output: string): readonly string[] {
  if (exitCode !== 127) return []
  const named = MISSING.flatMap((pattern) => [...output.matchAll(pattern)].map(([, name]) => name ?? ''))
  return [...new Set(named)].slice(0, MOST_NAMED)
}
