import type { Repository } from '../../src/kernel/ports/repository.ts'

interface PaperCommit {
  readonly parent: string | null
  /** The pieces of work that it holds. */
  readonly pieces: readonly string[]
}

/** How pieces of work get along; each is `<task>.<attempt>`. */
export interface PaperRules {
  /** Whether git cannot merge two pieces that were made without each other. */
  readonly conflicts: (one: string, other: string) => boolean
  /** Whether the gates fail on these pieces together. */
  readonly fails: (pieces: readonly string[]) => boolean
}

/** A repository in which a commit is the set of the pieces of work that it holds; it outlives a conductor. */
export class PaperLine {
  readonly #commits = new Map<string, PaperCommit>([['base', { parent: null, pieces: [] }]])
  readonly #rules: PaperRules

  constructor(rules: PaperRules) {
    this.#rules = rules
  }

  /** A task's own work on top of a commit. */
  work(parent: string, piece: string): string {
    return this.#add(`work ${piece} on ${parent}`, { parent, pieces: [...this.pieces(parent), piece] })
  }

  pieces(commit: string): readonly string[] {
    return this.#commit(commit).pieces
  }

  fails(commit: string): boolean {
    return this.#rules.fails(this.pieces(commit))
  }

  /** The commits from the base, without it, to this one. */
  history(head: string): readonly string[] {
    const { parent } = this.#commit(head)
    return parent === null ? [] : [...this.history(parent), head]
  }

  get repository(): Pick<Repository, 'merge' | 'mergeBase' | 'changes' | 'readMerge'> {
    return {
      merge: async ({ ours, theirs, step }) => {
        const added = this.pieces(theirs).filter((piece) => !this.pieces(ours).includes(piece))
        const apart = this.pieces(ours).filter((piece) => !this.pieces(theirs).includes(piece))
        const paths = apart.filter((one) => added.some((other) => this.#rules.conflicts(one, other)))
        if (paths.length > 0) return { kind: 'conflict', paths, files: [], message: paths.join() }
        const pieces = [...this.pieces(ours), ...added]
        const commit =
          added.length === 0 ? ours : this.#add(`merge ${step} on ${ours}`, { parent: ours, pieces })
        return { kind: 'merged', commit, tree: treeOf(pieces) }
      },
      readMerge: async () => ({ base: new Map(), ours: new Map(), theirs: new Map(), result: new Map() }),
      mergeBase: async (one, other) => {
        const line = new Set(['base', ...this.history(one)])
        return ['base', ...this.history(other)].findLast((commit) => line.has(commit)) ?? null
      },
      changes: async (from, to) =>
        this.pieces(to)
          .filter((piece) => !this.pieces(from).includes(piece))
          .map((path) => ({ path, kind: 'added' })),
    }
  }

  #commit(name: string): PaperCommit {
    const commit = this.#commits.get(name)
    if (commit === undefined) throw new Error(`There is no commit ${name}.`)
    return commit
  }

  #add(name: string, commit: PaperCommit): string {
    this.#commits.set(name, commit)
    return name
  }
}

export function treeOf(pieces: readonly string[]): string {
  return `tree of ${pieces.toSorted().join(' ')}`
}
