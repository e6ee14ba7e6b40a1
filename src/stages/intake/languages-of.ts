const BY_ENDING: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  tsx: 'TypeScript',
  mts: 'TypeScript',
  cts: 'TypeScript',
  js: 'JavaScript',
  jsx: 'JavaScript',
  mjs: 'JavaScript',
  cjs: 'JavaScript',
  vue: 'Vue',
  svelte: 'Svelte',
  py: 'Python',
  go: 'Go',
  rs: 'Rust',
  java: 'Java',
  kt: 'Kotlin',
  kts: 'Kotlin',
  scala: 'Scala',
  cs: 'C#',
  fs: 'F#',
  rb: 'Ruby',
  php: 'PHP',
  ex: 'Elixir',
  exs: 'Elixir',
  dart: 'Dart',
  swift: 'Swift',
  c: 'C',
  h: 'C',
  cc: 'C++',
  cpp: 'C++',
  hpp: 'C++',
  lua: 'Lua',
  sh: 'Shell',
  sql: 'SQL',
  css: 'CSS',
  scss: 'CSS',
  html: 'HTML',
}

/** The languages that a repository is written in, by the endings of its files, the commonest first. */
export function languagesOf(paths: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
    const language = Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([language]) => language)
}

/** Whether a file is written in one of them. */
export function isSource(path: string): boolean {
  return languagesOf([path]).length > 0
}
