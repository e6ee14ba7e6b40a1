/** Words of a shell that are no programs of their own. */
const shellWords =
  /^(?:if|then|else|elif|fi|for|in|do|done|while|until|case|esac|set|export|cd|echo|exit|return|local|source|eval|exec|trap|unset|shift|read|\.|\[|\[\[|true|false|test|:|!|\{|\})$/

/** The programs that command lines start. Reads them roughly: what is no name of a program is left out. */
export function programsIn(lines: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const line of lines) {
    for (const command of line.replace(/^\s*[-@+]+/, '').split(/&&|\|\||[;|&\n()`]/)) {
      const words = command.trim().split(/\s+/)
      const first = words.findIndex(
        (word) =>
          word !== '' &&
          !/^[A-Za-z_]\w*=/.test(word) &&
          !/^(?:env|exec|time|sudo|nice|npx|bunx|pnpx|then|do|else|!)$/.test(word),
      )
      const name = words[first] ?? ''
      if (/^[\w][\w.+-]*$/.test(name) && !name.endsWith(':') && !shellWords.test(name)) found.add(name)
    }
  }
  return found
}

/** The targets that make is asked for, without those that the makefile says are no files. */
export function targetsIn(lines: readonly string[]): ReadonlySet<string> {
  const phony = new Set(
    lines.flatMap((line) => /^\s*\.PHONY\s*:(.*)$/.exec(line)?.[1]?.trim().split(/\s+/) ?? []),
  )
  const found = new Set<string>()
  for (const line of lines) {
    for (const command of line.split(/&&|\|\||[;|&\n()`]/)) {
      const words = command.trim().split(/\s+/)
      const at = words.findIndex((word) => /^(?:g?make|\$\(MAKE\)|nmake|bmake)$/.test(word))
      if (at < 0) continue
      for (const word of words.slice(at + 1))
        if (/^[\w][\w./-]*$/.test(word) && !phony.has(word)) found.add(word)
    }
  }
  return found
}
