import type { Commands } from '../../src/kernel/ports/commands.ts'
import type { World } from '../../src/kernel/ports/world.ts'

/** What happens in a world where files and commits are only names. */
export interface PaperEvents {
  /** Whether the commands of a gate's step fail on a commit. */
  readonly fails: (step: string, commit: string) => boolean
  /** The paths in which a commit differs from any other. */
  readonly touches: (commit: string) => readonly string[]
  /** What stands in the files of a commit; nothing when it is absent. */
  readonly text?: (commit: string) => string
  /** Whether work cannot be merged onto the line. */
  readonly conflicts: (merge: { readonly ours: string; readonly theirs: string }) => boolean
  /** Whether a turn leaves everything as it was. */
  readonly isIdle: (step: string) => boolean
  /** The commit that keeps what a turn had written when it failed. */
  readonly keeps: (step: string) => string | null
}

export function paperWorld(events: PaperEvents): Pick<World, 'commands' | 'workspaces' | 'repository'> {
  return {
    commands: paperCommands(events),
    workspaces: paperWorkspaces(events),
    repository: paperRepository(events),
  }
}

function paperCommands({ fails }: PaperEvents): Commands {
  return {
    run: async ({ step, path }) => ({
      exitCode: fails(step, path) ? 1 : 0,
      signal: null,
      timedOut: false,
      durationMs: 1,
      output: '',
      outputBytes: 0,
      text: '',
      reports: [],
      whole: true,
      outputFile: '',
      leftovers: 0,
      withheld: [],
    }),
    identity: async () => 'paper',
  }
}

const nothing = async (): Promise<void> => {}

function paperWorkspaces({ isIdle, keeps }: PaperEvents): World['workspaces'] {
  return {
    open: async ({ id, base }) => ({ id, path: base, ref: `refs/paper/${id}`, baseCommit: base }),
    listIgnored: async () => [],
    separate: nothing,
    keepImage: async () => ({ id: 'image' }),
    restoreImage: async () => 'restored',
    watch: async () => ({ putBack: nothing, written: async () => [], close: () => {} }),
    fingerprint: async () => '',
    copyIgnored: nothing,
    commit: async ({ step, parent }) => {
      const commit = isIdle(step) ? parent : `work of ${step}`
      return { commit, tree: `tree of ${commit}`, changes: [] }
    },
    strays: async () => [],
    reset: nothing,
    saveUnfinished: async ({ step }) => keeps(step),
    remove: nothing,
    removeAll: nothing,
    guard: nothing,
    inspect: async () => [],
    recover: nothing,
  }
}

/** Every merge remembers what it was made on, so that the head tells whose work it holds. */
function paperRepository({ touches, conflicts, text = () => '' }: PaperEvents): World['repository'] {
  return {
    checkout: async () => ({ root: '/paper', head: 'base', branch: 'main', dirty: [] }),
    resolve: async () => null,
    treeOf: async (commit) => `tree of ${commit}`,
    listFiles: async () => [],
    readFile: async () => null,
    readBytes: async () => null,
    findLines: async () => [],
    changes: async () => [{ path: 'shared', kind: 'modified' }],
    readChanges: async (_from, to) =>
      touches(to).map((path) => ({
        path,
        kind: 'added',
        before: null,
        after: text(to),
        opaque: false,
        modeChanged: false,
      })),
    readMerge: async () => ({ base: new Map(), ours: new Map(), theirs: new Map(), result: new Map() }),
    mergeBase: async () => 'base',
    isAncestor: async () => true,
    merge: async ({ ours, theirs }) => {
      if (conflicts({ ours, theirs })) {
        const file = { path: 'shared', kind: 'content', message: 'both', text: '<<<<<<< ours' } as const
        return { kind: 'conflict', paths: ['shared'], files: [file], message: 'both changed shared' }
      }
      const tasks = [...new Set(`${ours} ${theirs}`.match(/[\w.-]+@r\d+\/attempt-\d+/g) ?? [])]
      const commit = `base ${tasks.toSorted().join(' ')}`
      return { kind: 'merged', commit, tree: `tree of ${commit}` }
    },
    overlay: async ({ onto, from }) => ({
      commit: `${from} over ${onto}`,
      tree: `tree of ${from} over ${onto}`,
    }),
    deliver: async ({ branch, commit }) => ({ kind: 'delivered', branch, commit }),
    advance: async () => ({ kind: 'advanced' }),
    patch: async () => new Uint8Array(),
  }
}
