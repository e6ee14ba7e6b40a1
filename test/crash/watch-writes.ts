import { AsyncLocalStorage } from 'node:async_hooks'
import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { Effect } from '../../src/kernel/ports/effect.ts'

const CHANGES = [
  'appendFile',
  'chmod',
  'copyFile',
  'cp',
  'link',
  'mkdir',
  'rename',
  'rm',
  'rmdir',
  'symlink',
  'truncate',
  'unlink',
  'writeFile',
] as const

/** Git commands that change nothing. */
const LOOKS = [
  'cat-file',
  'check-ignore',
  'check-ref-format',
  'diff',
  'diff-tree',
  'for-each-ref',
  'hash-object',
  'ls-files',
  'ls-tree',
  'merge-base',
  'rev-parse',
  'status',
  'symbolic-ref',
  'version',
]

type Calling = (...args: readonly unknown[]) => unknown

/**
 * Sees every file that this process changes and every process it starts, and tells those that happen outside
 * of an effect: a cut could not be made around them.
 */
export class WriteWatch {
  readonly #inside = new AsyncLocalStorage<string>()
  #strays: string[] = []

  constructor() {
    const files = fs as unknown as Record<string, Calling>
    const promises = fs.promises as unknown as Record<string, Calling>
    for (const name of CHANGES) {
      this.#watch(promises, name, ([path]) => `${name} ${String(path)}`)
      this.#watch(files, `${name}Sync`, ([path]) => `${name} ${String(path)}`)
    }
    const opening = ([path, flags]: readonly unknown[]): string | null =>
      isReading(flags) ? null : `open ${String(path)}`
    this.#watch(promises, 'open', opening)
    this.#watch(files, 'openSync', opening)
    const starting = ([program, args]: readonly unknown[]): string | null =>
      isLook(program, args) ? null : `spawn ${String(program)} ${String(args)}`
    this.#watch(childProcess as unknown as Record<string, Calling>, 'spawn', starting)
    syncBuiltinESMExports()
  }

  /** Marks what happens within an effect as seen. */
  around(effect: Effect): Effect {
    return (label, act) => effect(label, () => this.#inside.run(label, act))
  }

  /** What has happened outside of every effect since the last time this was asked. */
  takeStrays(): readonly string[] {
    const strays = this.#strays
    this.#strays = []
    return strays
  }

  #watch(
    owner: Record<string, Calling>,
    name: string,
    tell: (args: readonly unknown[]) => string | null,
  ): void {
    const original = owner[name]
    if (original === undefined) return
    owner[name] = (...args) => {
      // Chatter may be lost at any moment and is never read back.
      const isChatter = /\/activity(?:\.\w+)?\.jsonl$/.test(String(args[0]))
      const told = this.#inside.getStore() === undefined && !isChatter ? tell(args) : null
      if (told !== null) this.#strays.push(told)
      return Reflect.apply(original, owner, args)
    }
  }
}

const WRITING =
  fs.constants.O_WRONLY |
  fs.constants.O_RDWR |
  fs.constants.O_CREAT |
  fs.constants.O_TRUNC |
  fs.constants.O_APPEND

function isReading(flags: unknown): boolean {
  return typeof flags === 'number' ? (flags & WRITING) === 0 : flags === undefined || flags === 'r'
}

/** Whether git is started that only looks, in our private view or not; the view itself ends with the process. */
function isLook(program: unknown, args: unknown): boolean {
  if (!Array.isArray(args)) return false
  const words = args.map(String)
  if (program === 'unshare')
    return words.some((word) => word.includes('-t tmpfs') && word.includes('exec cat'))
  if (program === 'nsenter' && !words.includes('git')) return true
  if (program !== 'git' && program !== 'nsenter') return false
  const whole = words.join(' ')
  const isListing = whole.includes('worktree list') || whole.includes('config --list')
  return isListing || words.some((word) => LOOKS.includes(word))
}
