import { testPart } from './test-file.ts'

const runners =
  /^(?:npm|pnpm|yarn|bun|bunx|npx|turbo|nx|lerna|rushx?|run-s|run-p|npm-run-all2?|concurrently|wireit|node|deno|composer)$/
const interpreters =
  /^(?:node|nodejs|deno|bun|tsx|ts-node(?:-esm)?|vite-node|zx|ba?sh|zsh|dash|sh|ksh|fish|python[\d.]*|pypy\d?|ruby|perl|php|pwsh|powershell|rscript|lua|java|dart|source|\.)$/i
/** Programs that take a file to run after the word `run`. */
const startsFiles = /^(?:uv|poetry|pdm|pipenv|hatch|rye|pixi|coverage|go|dart|deno|bun)$/
const ofNode = /^(?:node|nodejs|tsx|ts-node(?:-esm)?|vite-node|zx)$/i
const nodeEndings = ['.js', '.mjs', '.cjs', '.ts', '.mts', '/index.js', '/index.mjs', '/index.ts']
const compilers =
  /^(?:[\w.-]+-)?(?:g?cc|g\+\+|c\+\+|clang(?:\+\+)?|cl|emcc|nvcc|mpicc)(?:-[\d.]+)?$|^(?:HOST)?(?:CC|CXX)(?:_\w+)?=?$|^(?:COMPILE|LINK)\.\w+=$/
const fileFlags =
  /^(?:-c|-r|-p|-f|--(?:config|configfile|config-file|require|import|loader|experimental-loader|project|rcfile|ignore-path|makefile|justfile|file|setup|settings|env-file|tsconfig|preload|env|globalsetup|setupfiles))$/i
const folderFlags = /^(?:cd|pushd|-C|--prefix|--dir|--cwd|--directory|-w|--workspace|--manifest-path)$/

/** Folders of one line, as it may stand in any of them after each change. */
const MOST_FOLDERS = 16

/** A script by its ending, or a program of the repository's own. */
const shellScript = /\.(?:sh|bash|zsh|ps1|bat|cmd)$|^\.{1,2}\/(?:[^/]+\/)*[^/.]+$/

/** Where products lie, except within a folder of scripts. */
const product =
  /^(?:(?!(?:scripts?|tools?|ci|checks?|gates?|tests?|hack)\/)[^/]+\/)*?(?:src|lib|app|source|pkg|internal|cmd)\//
const gateName =
  /[Tt]est|[Ss]pec(?!ial)|[Cc]heck(?!out)|[Ll]int|[Vv]erif|[Vv]alidat|(?:^|[^A-Za-z]|[a-z](?=[A-Z]))(?:[Rr]un|[Gg]ates?|[Cc][Ii])(?![a-z])/
const gateFolder = /(?:^|\/)(?:scripts?|tools?|ci|checks?|gates?|tests?|hack)\//

/** What a command line sets to work. */
export type Called = {
  /** Words that may be names of a manifest's scripts; a `*` stands for anything. */
  readonly scripts: ReadonlySet<string>
  /** Paths of files that it runs or is configured by, as written from the repository's root. */
  readonly files: ReadonlySet<string>
  /** Those of them that become part of what takes them up, whatever they are. */
  readonly taken: ReadonlySet<string>
  /** Folders in which it works, seen from the root; what a variable stands for is not known. */
  readonly folders: ReadonlySet<string>
}

/** Reads command lines roughly, as a shell would split them: rather one name too many than one too few. */
export function calledBy(lines: readonly string[]): Called {
  const scripts = new Set<string>()
  const files = new Set<string>()
  const taken = new Set<string>()
  const all = new Set<string>()
  for (const line of lines) {
    const folders = new Set([''])
    for (const command of withoutVariables(line).split(/&&|\|\||[;|&\n()`]/))
      readCommand(wordsOf(command), { scripts, files, taken, folders })
    for (const folder of folders) if (folder !== '') all.add(folder.slice(0, -1))
  }
  return { scripts, files, taken, folders: all }
}

/** Variables of a makefile and of a shell that stand for a place where things are put, and for programs that run none. */
const elsewhere =
  /(?:^|_)(?:install|dest|prefix|build|out|dist|target|tmp|temp|bindir|libdir|includedir|datadir|mandir)/i
const plainTools =
  /^(?:RM|CP|MV|CC|CXX|LD|AR|AS|RANLIB|STRIP|INSTALL\w*|MKDIR\w*|LN\w*|CAT|ECHO|SED|AWK|GREP|PRINTF|TOUCH|CHMOD|TAR)$/

/** What a variable stands for is not known: one before a path is left out, one that is a command may run what follows. */
function withoutVariables(line: string): string {
  return line.replaceAll(
    /\$(?:\(([A-Za-z_][\w.-]*)\)|\{([A-Za-z_]\w*)[^{}]*\})(\/?)/g,
    (_, round, curly, slash) => {
      const name = String(round ?? curly)
      if (slash === '/') return elsewhere.test(name) ? '\0' : './'
      return plainTools.test(name) || interpreters.test(name) ? name : `${name}=`
    },
  )
}

type Seen = {
  readonly scripts: Set<string>
  readonly files: Set<string>
  readonly taken: Set<string>
  readonly folders: Set<string>
}

function readCommand(words: readonly string[], { scripts, files, taken, folders }: Seen): void {
  /** What a pattern finds among the tests is judged as a test. */
  const name = (files: Set<string>, word: string): void => {
    for (const path of [...folders].map((folder) => tidy(`${folder}${word}`)))
      if (!path.includes('*') || testPart(path) !== 'test') files.add(path)
  }
  /** A product that a gate starts is what it tests. */
  const run = (word: string): void => {
    if (!isProduct(tidy(word))) name(files, word)
  }
  const enter = (word: string): void => {
    if (folders.size > MOST_FOLDERS || tidy(word) === '') return
    const entered = [...folders].map((folder) => `${tidy(`${folder}${word}`)}/`)
    for (const folder of entered) folders.add(folder)
  }
  // A makefile takes others up, also those that need not be there.
  if (/^[-s]?include$/.test(words[0] ?? ''))
    for (const word of words.slice(1)) {
      name(files, word)
      name(taken, word)
    }
  const compiles = words.some((word) => compilers.test(word))
  const hasCode = words.some((word) => /^-(?:\w?[cep]|-eval|-print)$/.test(word))
  let inRunner = false
  let wantsScript = true
  let interpreter: string | null = null
  for (const [index, word] of words.entries()) {
    const previous = words[index - 1] ?? ''
    const [flag = '', value] = word.split('=', 2)
    if (folderFlags.test(previous)) enter(word)
    if (value !== undefined && folderFlags.test(flag)) enter(value)
    if (interpreter !== null && /^-[cp]$/.test(previous)) run(word)
    else if (!compiles && fileFlags.test(previous)) name(files, word)
    if (value !== undefined && fileFlags.test(flag)) name(files, value)
    if (inRunner) scripts.add(word.replace(/^npm:/, ''))
    if (runners.test(word)) inRunner = true
    if (startsInterpreter(words, index)) {
      interpreter = word === 'run' ? previous : word
      continue
    }
    if (interpreter !== null && onlyParses(interpreter, word, words[index + 1] ?? '')) return
    const isSourced = interpreter === previous && /^(?:\.|source)$/.test(previous)
    if (word.includes('\0')) wantsScript = false
    else if (isSourced) name(files, word)
    else if (interpreter !== null && previous === '-m') {
      runModule(word, run)
      interpreter = null
    } else if (interpreter !== null && !word.startsWith('-')) {
      const isPath = /[./]/.test(word)
      if ((isPath || ofNode.test(interpreter)) && !isProduct(tidy(word)))
        for (const file of filesFor(interpreter, word)) name(files, file)
      if (isPath || !(hasCode || previous.startsWith('-'))) interpreter = null
    } else if (shellScript.test(word) || (wantsScript && word.includes('/'))) run(word)
    if (!/^[A-Za-z_]\w*=/.test(word)) wantsScript = false
  }
}

function isProduct(path: string): boolean {
  return product.test(path) && !gateName.test(path.split('/').at(-1) ?? '')
}

/** Whether an interpreter is told to look at a file without running it. */
function onlyParses(interpreter: string, flag: string, next: string): boolean {
  if (/^python|^uv$|^poetry$/i.test(interpreter))
    return flag === '-m' && /^(?:py_compile|compileall)$/.test(next)
  if (/^(?:node|nodejs)$/i.test(interpreter)) return flag === '--check' || flag === '-c'
  if (/^(?:ruby|perl)$/i.test(interpreter)) return /^-w?c$/.test(flag)
  return /^php$/i.test(interpreter) ? flag === '-l' : /^(?:ba|z|da|k)?sh$/.test(interpreter) && flag === '-n'
}

/** A module of Python; the product's own is started by its name, too. */
function runModule(module: string, run: (path: string) => void): void {
  const path = module.replaceAll('.', '/')
  if (gateName.test(path) || gateFolder.test(path))
    for (const ending of ['.py', '/__main__.py']) run(`${path}${ending}`)
}

/** The files that an interpreter may mean by a word. */
function filesFor(interpreter: string, word: string): readonly string[] {
  if (/[^./]\.\w+$/.test(word)) return [word]
  if (interpreter === 'go') return [`${word}/*.go`]
  return ofNode.test(interpreter) ? [word, ...nodeEndings.map((ending) => `${word}${ending}`)] : [word]
}

function startsInterpreter(words: readonly string[], index: number): boolean {
  const [word = '', previous = ''] = [words[index], words[index - 1]]
  if (/^(?:\.|source)$/.test(word)) return isFirst(words, index)
  return interpreters.test(word) || (word === 'run' && startsFiles.test(previous))
}

/** Where a shell takes a word for a command of its own, and not for what is given to one. */
function isFirst(words: readonly string[], index: number): boolean {
  if (/^-\w*c$/.test(words[index - 1] ?? '')) return true
  return words
    .slice(0, index)
    .every((word) =>
      /^(?:if|then|else|elif|do|while|until|time|command|builtin|!|\{|[-@+]+|[A-Za-z_]\w*=.*)$/.test(word),
    )
}

function wordsOf(command: string): readonly string[] {
  return command
    .replace(/^\s*[-+]*@[-+@]*/, '')
    .split(/[\s"'\\]+/)
    .filter((word) => word !== '')
}

function tidy(path: string): string {
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}
