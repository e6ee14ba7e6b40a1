const runners =
  /^(?:npm|pnpm|yarn|bun|bunx|npx|turbo|nx|lerna|rushx?|run-s|run-p|npm-run-all2?|concurrently|wireit|node|deno|composer)$/
const interpreters =
  /^(?:node|nodejs|deno|bun|tsx|ts-node|ba?sh|zsh|dash|sh|ksh|fish|python[\d.]*|pypy\d?|ruby|perl|php|pwsh|powershell|rscript|lua|source|\.)$/i
const fileFlags =
  /^(?:-c|-r|-p|-f|--(?:config|configfile|config-file|require|import|loader|experimental-loader|project|rcfile|ignore-path|makefile|justfile|file|setup|settings|env-file|tsconfig|preload|env|globalsetup|setupfiles))$/i
const folderFlags = /^(?:cd|pushd|-C|--prefix|--dir|--cwd|--directory|-w|--workspace|--manifest-path)$/

/** A script by its ending, or a program of the repository's own. */
const shellScript = /\.(?:sh|bash|zsh|ps1|bat|cmd)$|^\.{1,2}\/(?:[^/]+\/)*[^/.]+$/

/** What a command line sets to work. */
export type Called = {
  /** Words that may be names of a manifest's scripts; a `*` stands for anything. */
  readonly scripts: ReadonlySet<string>
  /** Paths of files that it runs or is configured by, as written from the repository's root. */
  readonly files: ReadonlySet<string>
}

/** Reads command lines roughly, as a shell would split them: rather one name too many than one too few. */
export function calledBy(lines: readonly string[]): Called {
  const scripts = new Set<string>()
  const files = new Set<string>()
  for (const line of lines) {
    const folders = ['']
    for (const command of line.split(/&&|\|\||[;|&\n()`]/))
      readCommand(wordsOf(command), { scripts, files, folders })
  }
  return { scripts, files }
}

type Seen = { readonly scripts: Set<string>; readonly files: Set<string>; readonly folders: string[] }

function readCommand(words: readonly string[], { scripts, files, folders }: Seen): void {
  const name = (files: Set<string>, word: string): void => {
    for (const folder of folders) files.add(tidy(`${folder}${word}`))
  }
  let inRunner = false
  let wantsScript = true
  let afterInterpreter = false
  words.forEach((word, index) => {
    const previous = words[index - 1] ?? ''
    const [flag = '', value] = word.split('=', 2)
    if (folderFlags.test(previous)) folders.push(`${tidy(word)}/`)
    if (fileFlags.test(previous)) name(files, word)
    if (value !== undefined && fileFlags.test(flag)) name(files, value)
    if (inRunner) scripts.add(word.replace(/^npm:/, ''))
    if (runners.test(word)) inRunner = true
    if (interpreters.test(word)) {
      afterInterpreter = true
      return
    }
    if (shellScript.test(word) || (wantsScript && word.includes('/'))) name(files, word)
    else if (afterInterpreter && !word.startsWith('-') && /[./]/.test(word)) {
      name(files, word)
      afterInterpreter = false
    }
    if (!/^[A-Za-z_]\w*=/.test(word)) wantsScript = false
  })
}

function wordsOf(command: string): readonly string[] {
  return command.split(/[\s"'\\]+/).filter((word) => word !== '')
}

function tidy(path: string): string {
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}
