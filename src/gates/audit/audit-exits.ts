import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { AuditFinding } from './audit-finding.ts'
import { diffLines } from './diff-lines.ts'
import type { SourceLine } from './source-lines.ts'
import { sourceLines } from './source-lines.ts'
import { statementsOf } from './statements-of.ts'

/** A process that ends well, in JavaScript. */
const quit =
  'process\\s*\\.\\s*(?:exit|reallyExit)\\s*(?:\\(\\s*0?\\s*\\)|,\\s*\\d+\\s*,\\s*0\\b|\\)\\s*;?\\s*$)'
const listening =
  '^process\\s*\\.\\s*(?:on|once|addListener|prependListener|prependOnceListener)\\s*\\(\\s*["\']'

/** Ways to end a process well, or to take what went wrong for nothing, that act as soon as a file is loaded. */
const exits: readonly (readonly [endings: RegExp, line: RegExp, unless?: RegExp])[] = [
  [
    /\.[cm]?[jt]sx?$/,
    /^(?:await\s+|void\s+)?process\s*\.\s*(?:exit|reallyExit)\s*\(\s*0?\s*\)|^process\s*\.\s*exitCode\s*=\s*0/,
  ],
  [
    /\.[cm]?[jt]sx?$/,
    new RegExp(
      `${listening}(?:uncaughtException|unhandledRejection|exit|beforeExit)["'](?=[^]*(?:(?:[eE]xit)\\s*\\(\\s*0?\\s*\\)|exitCode\\s*=\\s*0))`,
    ),
  ],
  [
    /\.[cm]?[jt]sx?$/,
    new RegExp(
      `${listening}(?:uncaughtException|unhandledRejection)["']|^for\\s*\\(.*["'](?:uncaughtException|unhandledRejection)["']`,
    ),
    /exit\s*\(\s*[^0)\s]|exitCode\s*=\s*[^0\s]|\bthrow\b/,
  ],
  [/\.[cm]?[jt]sx?$/, /^process\s*\.\s*setUncaughtExceptionCaptureCallback\s*\(\s*(?!null)/, /\bthrow\b/],
  [
    /\.[cm]?[jt]sx?$/,
    new RegExp(
      `^(?:setImmediate|setTimeout|queueMicrotask|process\\s*\\.\\s*nextTick|Promise\\b[^;]*\\.(?:then|finally))\\s*\\([^]*\\b${quit}`,
    ),
  ],
  [
    /\.[cm]?[jt]sx?$/,
    new RegExp(
      `^if\\s*\\(\\s*(?:true|1|!0|!!1|.*process\\s*\\.\\s*env\\s*(?:\\.\\s*|\\[\\s*["'])(?:NODE_TEST_CONTEXT|VITEST\\w*|JEST_WORKER_ID|NODE_ENV["'\\]\\s]*={2,3}\\s*["']test))[^]*\\b${quit}`,
    ),
  ],
  [
    /\.[cm]?[jt]sx?$/,
    new RegExp(`^[;!(]+\\s*(?:\\(\\s*\\)\\s*=>|function\\s*\\w*\\s*\\(\\s*\\))\\s*\\{[^]*\\b${quit}`),
  ],
  [
    /\.py$/,
    /^(?:sys\.exit|exit|quit)\s*\(\s*0?\s*\)|^raise\s+SystemExit(?:\s*\(\s*0?\s*\))?\s*$|^sys\.excepthook\s*=|^atexit\.register\(.*_exit\b|\b_exit\s*(?:\(\s*0?\s*\)|,\s*[[(]\s*0)/,
    /\bfork\b/,
  ],
  [/\.rb$/, /^(?:exit!?|abort)\b|^at_exit\b[^]*exit!?\s*\(?\s*(?:0|true)/],
  [
    /\.go$/,
    /^(?:func\s+init\s*\(\s*\)\s*\{|var\s+\w+\s*(?:\w+\s*)?=\s*func\s*\(\s*\))(?=[^]*\bos\.Exit\s*\(\s*0\s*\))/,
  ],
  [/\.go$/, /^func\s+TestMain\s*\([^]*\bos\.Exit\s*\(\s*0\s*\)/],
  [
    /\.(?:c|cc|cpp|cxx|h|hh|hpp|m|mm)$/,
    /\bconstructor\b(?=[^]*\b(?:_exit|_Exit|quick_exit|exit)\s*\(\s*(?:0|EXIT_SUCCESS)\s*\))/,
  ],
  [
    /\.(?:c|cc|cpp|cxx|h|hh|hpp|m|mm)$/,
    /\b(?:signal|sigaction|atexit|at_quick_exit|std::set_terminate|std::atexit)\s*\((?=[^]*\b(?:_exit|_Exit|quick_exit)\s*\(\s*(?:0|EXIT_SUCCESS)\s*\))/,
  ],
  [
    /\.(?:cc|cpp|cxx|hpp)$/,
    /^(?:static\s+|const\s+|inline\s+)*\w+\s+\w+\s*=.*\b(?:_exit|_Exit|exit)\s*\(\s*0\s*\)/,
  ],
  [/\.rs$/, /^#\[(?:ctor|used)\b(?=[^]*\bexit\s*\(\s*0\s*\))/],
  [/\.(?:ba|z)?sh$/, /^\s*trap\s+.*\bexit\s+0\b.*\b(?:EXIT|ERR|0)\b/],
]

/** A handler is read over this many lines. */
const LONGEST_HANDLER = 6

/** Lines by which a change has whatever loads a file end well. Programs of their own may end as they like. */
export function auditExits(
  files: readonly ChangedFile[],
  agreed: (path: string) => boolean,
): readonly AuditFinding[] {
  return files.flatMap((file): readonly AuditFinding[] => {
    const { path, after } = file
    if (
      after === null ||
      (isProgram(file, after) && !/\.(?:ba|z)?sh$/.test(path)) ||
      !/exit|excepthook|uncaught|unhandled|quit|abort|\\u|\P{ASCII}/iu.test(after)
    )
      return []
    const line = firstExit(file)
    if (line === null) return []
    return [
      {
        rule: 'early-exit',
        path,
        weight: agreed(path) ? 'needs-approval' : 'refused',
        message: `${path}: \`${line}\` ends whatever loads this file, a test too, as if all were well; leave it out, or put it where only the program itself comes by.`,
        told: `has ${path} end whatever loads it, a test too, as if all were well (\`${line}\`)`,
      },
    ]
  })
}

function firstExit({ path, before, after }: ChangedFile): string | null {
  // A child that was forked has to end like this.
  const forks = /\bos\.fork\b/.test(after ?? '') ? 'fork' : ''
  const rules = exits.filter(([endings]) => endings.test(path))
  if (rules.length === 0) return null
  const isScript = /\.[cm]?[jt]sx?$/.test(path)
  const lines = sourceLines(path, after ?? '')
  const now = inFull(lines.map(({ code }) => code))
  const old = inFull(sourceLines(path, before ?? '').map(({ code }) => code))
  for (const { start, added } of placesIn(old, now)) {
    for (const [index, line] of added.entries()) {
      if (isText(lines[start + index])) continue
      const handler = handlerFrom(now, start + index)
      if (
        !rules.some(
          ([, wanted, unless]) =>
            (isScript ? statementsOf(handler) : [handler]).some((each) => wanted.test(each)) &&
            unless?.test(`${handler} ${forks}`) !== true,
        )
      )
        continue
      if (!old.includes(line)) return line.trim().slice(0, 120)
    }
  }
  return null
}

/** What stands in a text is the text of another program. */
function isText(line: SourceLine | undefined): boolean {
  return line === undefined || !line.bare.startsWith(line.code.slice(0, 4).replace(/["'`].*$/, ''))
}

/** Lines with `process.exit` by its full name, where a file has given it another. */
function inFull(lines: readonly string[]): readonly string[] {
  const names = new Map<string, string>()
  for (const line of lines) {
    const found =
      /^\s*(?:import|const|let|var)\s+(.+?)\s*(?:from\s*["'](?:node:)?process["']|=\s*(?:(?:globalThis\.)?process\b|require\(\s*["'](?:node:)?process["']\s*\)))/.exec(
        line,
      )?.[1]
    for (const [, name = '', as] of (found ?? '').matchAll(/([\w$]+)(?:\s*(?:\bas\b|:)\s*([\w$]+))?/g)) {
      if (!(found ?? '').includes('{')) names.set(name, 'process')
      else if (/^(?:exit|reallyExit)$/.test(name)) names.set(as ?? name, `process.${name}`)
    }
  }
  return lines.map((line) => {
    if (!/^[\s\w$.[\](!;]/.test(line)) return line
    const plain = line
      .replace(/^globalThis\s*\.\s*(?=process\b)/, '')
      .replace(/\bprocess\s*\[\s*["'](\w+)["']\s*\]/g, 'process.$1')
      .replace(/^[;!(]+\s*(?:async\s*)?(?:\(\s*\)\s*=>|function\s*\w*\s*\(\s*\))\s*\{?\s*(?=process\b)/, '')
    const [, first = '', rest = ''] = /^([\w$]+)(\s*[.(].*)$/.exec(plain) ?? []
    const full = names.get(first)
    return full === undefined || first === 'process' ? plain : `${full}${rest}`
  })
}

/** Where in the new lines the added ones stand. */
function placesIn(
  old: readonly string[],
  now: readonly string[],
): readonly { readonly start: number; readonly added: readonly string[] }[] {
  let shift = 0
  return diffLines(old, now).map(({ start, removed, added }) => {
    const at = start + shift
    shift += added.length - removed.length
    return { start: at, added }
  })
}

/** A line and those that follow it until its brackets close; of a handler that has a name, where that is declared. */
function handlerFrom(lines: readonly string[], from: number, follows = true): string {
  const first = lines[from] ?? ''
  const named = (
    /^process\b.*,\s*([\w$]+)\s*\)\s*;?\s*$/.exec(first) ??
    /\b(?:signal|sigaction|at_quick_exit|(?:std::)?atexit|std::set_terminate)\s*\((?:[^()]*,)?\s*&?(\w+)\s*\)/.exec(
      first,
    )
  )?.[1]
  const place = lines.findIndex((line) => named !== undefined && declares(line, named))
  const taken = follows && place >= 0 && place !== from ? [first, handlerFrom(lines, place, false)] : []
  let open = 0
  for (const line of lines.slice(from, from + LONGEST_HANDLER)) {
    taken.push(line)
    open += (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0)
    if (/\bdo$/.test(line.trim())) open += 1
    if (line.trim() === 'end') open -= 1
    if (open <= 0 && !signature.test(line)) break
  }
  return taken.join('\n')
}

/** What a function of C is declared by; its body follows. */
const signature = /^__attribute__\b[^;{]*$|^(?:static\s+)?void\s+\w+\s*\([^;{]*$/

function declares(line: string, name: string): boolean {
  const declared = (
    /^\s*(?:export\s+)?(?:async\s+)?(?:const|let|var|function)\s+([\w$]+)/.exec(line) ??
    /^(?:static\s+)?void\s+(\w+)\s*\([^;{]*(?:\{|$)/.exec(line)
  )?.[1]
  return declared === name
}

/** A new file that gives nothing away and is no test is started, not loaded. */
function isProgram({ path, kind }: ChangedFile, text: string): boolean {
  if (text.startsWith('#!') || /(?:^|\/)(?:bin|scripts?|tools?|cli|examples?)\//.test(path)) return true
  if (/(?:^|\/)(?:cli|main)\.\w+$/.test(path)) return true
  const isNamedTest = /[._-](?:test|spec)\.\w+$|(?:^|\/)test_[^/]*\.py$/.test(path)
  return (
    kind === 'added' &&
    !isNamedTest &&
    /\.[cm]?[jt]sx?$/.test(path) &&
    !/^\s*export\b|\bexports\b/m.test(text)
  )
}
